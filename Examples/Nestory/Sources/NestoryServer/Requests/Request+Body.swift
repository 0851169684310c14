import HTTPTypes
import Hummingbird
import Inventory
import NIOCore

import struct Foundation.UUID

extension Request {
    /// The most bytes that a body may have.
    static let largestBody = 10 * 1024 * 1024

    /// Reads the whole body.
    ///
    /// - Parameters:
    ///   - type: The media type that it must have.
    ///   - limit: The most bytes that it may have.
    /// - Throws: ``APIError`` where it has another, or is too large.
    func bytes(of type: String, upTo limit: Int = largestBody) async throws -> [UInt8] {
        let given = headers[.contentType]?.prefix { $0 != ";" }.lowercased().filter { !$0.isWhitespace }
        guard given == type else { throw APIError.wrongType(type) }
        let tooLarge = limit == Self.largestBody ? APIError.tooLarge : .commandTooLarge
        if let length = headers[.contentLength].flatMap({ Int($0) }), length > limit {
            throw tooLarge
        }
        do {
            let share = RequestLimits.Share.current ?? RequestLimits.Share(of: RequestLimits())
            return try await share.collect(body, upTo: limit)
        } catch is NIOTooManyBytesError {
            throw tooLarge
        } catch let error as APIError {
            throw error
        } catch let error as CancellationError {
            throw error
        } catch {
            // The client sent something that is not HTTP, or went away.
            throw APIError.brokenBody
        }
    }
}

extension Item {
    /// Reads an item from a body of JSON.
    ///
    /// - Parameters:
    ///   - json: The body.
    ///   - id: The id that it must have; nil where it may have any.
    ///   - now: The time of the change.
    /// - Throws: ``APIError`` that says what is wrong with it.
    init(json bytes: [UInt8], id: UUID? = nil, now: Timestamp) throws {
        let value: JSONValue
        do throws(JSONError) {
            value = try JSONValue(parsing: bytes)
        } catch {
            throw APIError.badJSON(error.message)
        }
        guard case .object(let members) = value else {
            throw APIError.badJSON("Expected an object with the item's fields.")
        }
        let (text, typeProblems, unknown) = ItemText.reading(members)
        self = try Item(text, typeProblems, unknown: unknown, id: id, now: now)
    }

    /// Checks an item that somebody sent.
    ///
    /// - Throws: ``APIError`` with a message for each field that is wrong.
    init(
        _ text: ItemText, _ problems: ItemProblems = ItemProblems(), unknown: [String] = [], id: UUID?,
        now: Timestamp
    ) throws {
        var problems = problems
        do throws(ItemProblems) {
            self = try ItemValidator.item(from: text, newID: id ?? UUID(), now: now)
            if let id, self.id != id { problems.messages[.id] = "Expected the id of the address, or none." }
            updatedAt = now
        } catch {
            // A field of another type was not read: that it is missing says nothing.
            problems.messages.merge(error.messages) { ofType, _ in ofType }
            self = Item(id: UUID(), name: "", updatedAt: now)
        }
        let known = problems.fields.map { (name: $0.rawValue, message: problems.messages[$0] ?? "") }
        let others = unknown.prefix(20).map {
            (name: String($0.prefix(100)), message: "There is no such field.")
        }
        guard known.isEmpty, unknown.isEmpty else { throw APIError.invalidItem(known + others) }
    }
}
