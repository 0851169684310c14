import Foundation
import Service
import Testing

/// Guarantee 10: what is public is Sendable, and the compiler has checked it.
@Suite struct HonestTypesTests {
    private func requireSendable<T: Sendable & ~Copyable>(_: T.Type) {}

    @Test func `public types are Sendable`() {
        final class Model {}
        requireSendable(ServiceEnv.self)
        requireSendable(ServiceError.self)
        requireSendable(ServiceEvent.self)
        requireSendable(ServiceEvent.Outcome.self)
        requireSendable(ServiceObservation.self)
        requireSendable(ServiceName.self)
        requireSendable(ServiceScope.self)
        requireSendable(Service<Int>.self)
        requireSendable(Service<Int?>.self)
        requireSendable(Provider<Int>.self)
        requireSendable(MainService<Model>.self)
        requireSendable(MainProvider<Model?>.self)
    }

    private static let sources = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Sources/Service")

    private static var files: [(name: String, lines: [Substring])] {
        get throws {
            let names = try #require(FileManager.default.enumerator(atPath: sources.path()))
            return try names.compactMap { $0 as? String }.filter { $0.hasSuffix(".swift") }.map { name in
                let text = try String(contentsOf: sources.appending(path: name), encoding: .utf8)
                return (name, text.split(separator: "\n", omittingEmptySubsequences: false))
            }
        }
    }

    @Test func `no public type is Sendable by promise, and each internal one says why it is safe`() throws {
        let files = try Self.files
        #expect(!files.isEmpty)
        for (name, lines) in files {
            for (number, line) in lines.enumerated() where line.contains("@unchecked") && !line.contains("//") {
                #expect(!line.contains("public") && !line.contains("open"), "\(name):\(number + 1)")
                let comment = lines[..<number].reversed()
                    .prefix { $0.trimmingCharacters(in: .whitespaces).hasPrefix("/") || $0.contains("@") }
                #expect(comment.contains { $0.contains("Safe because") }, "\(name):\(number + 1)")
            }
        }
    }

    @Test func `nothing is forced, printed or stopped, but for required wrappers`() throws {
        for (name, lines) in try Self.files {
            for (number, line) in lines.enumerated() {
                let code = line.split(separator: "//", omittingEmptySubsequences: false).first ?? ""
                for word in ["try!", "as!", "print(", "fatalError(", "import Foundation"] where code.contains(word) {
                    #expect(
                        word == "fatalError(" && name.hasSuffix("EnvironmentStorage+Stop.swift"),
                        "\(name):\(number + 1)")
                }
            }
        }
    }
}
