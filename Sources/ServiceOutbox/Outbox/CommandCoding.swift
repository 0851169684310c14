#if OUTBOX
import Foundation

/// How changes are stored: as JSON, whose keys are sorted so that equal changes have equal bytes.
enum CommandCoding {
    static func encode(_ command: some Encodable) throws(OutboxError) -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do { return try encoder.encode(command) } catch {
            throw .notEncodable(details: describe(error))
        }
    }

    static func decode<Command: Decodable>(_ type: Command.Type, from data: Data) throws -> Command {
        try JSONDecoder().decode(type, from: data)
    }

    /// Whether bytes are decoded as a value that is equal to another one.
    static func decodes<Command: Equatable>(_ data: Data, as command: Command) -> Bool {
        guard let type = Command.self as? any Decodable.Type,
            let decoded = try? JSONDecoder().decode(type, from: data) as? Command
        else { return false }
        return decoded == command
    }

    /// Says where a change does not fit, without its values.
    static func describe(_ error: any Error) -> String {
        switch error {
        case DecodingError.keyNotFound(let key, let context): "\(place(context.codingPath + [key])) is missing."
        case DecodingError.typeMismatch(let type, let context): "\(place(context.codingPath)) is not a \(type)."
        case DecodingError.valueNotFound(let type, let context): "\(place(context.codingPath)) has no \(type)."
        case DecodingError.dataCorrupted(let context): "\(place(context.codingPath)) has an invalid value."
        case EncodingError.invalidValue(_, let context): "\(place(context.codingPath)) has no form in JSON."
        default: "It failed with \(type(of: error))."
        }
    }

    private static func place(_ path: [any CodingKey]) -> String {
        path.isEmpty ? "The change" : path.map(\.stringValue).joined(separator: ".")
    }
}
#endif
