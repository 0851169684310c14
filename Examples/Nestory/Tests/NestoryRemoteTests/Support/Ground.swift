import Foundation
import Inventory
import Logging
import NestoryRemote
import Synchronization
import Testing

/// A file of rates as the European Central Bank writes it.
enum RatesFile {
    static func text(_ rates: [(String, String)] = [("USD", "1.0423"), ("JPY", "162.5")], date: String? = "2026-11-19")
        -> String
    {
        let cubes = rates.map { "<Cube currency='\($0.0)' rate='\($0.1)'/>" }.joined(separator: "\n")
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" \
            xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
            <gesmes:subject>Reference rates</gesmes:subject>
            <gesmes:Sender><gesmes:name>European Central Bank</gesmes:name></gesmes:Sender>
            <Cube><Cube\(date.map { " time='\($0)'" } ?? "")>
            \(cubes)
            </Cube></Cube>
            </gesmes:Envelope>
            """
    }
}

/// A clock that shows what a test sets.
final class SetClock: WallClock {
    private let time: Mutex<Timestamp>

    init(_ text: String) throws { time = Mutex(try #require(Timestamp(text))) }

    var now: Timestamp { time.withLock { $0 } }

    func advance(by duration: Duration) throws {
        let later = now.milliseconds + duration.components.seconds * 1000
        let now = try #require(Timestamp(milliseconds: later))
        time.withLock { $0 = now }
    }
}

/// Runs a test with an empty folder, which is removed afterwards.
func inFolder(_ test: (URL) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "nestory-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { #expect(throws: Never.self) { try FileManager.default.removeItem(at: folder) } }
    try await test(folder)
}

/// A logger that says nothing.
var quiet: Logger { Logger(label: "test") { _ in SwiftLogNoOpLogHandler() } }

/// Says which error of a type something threw, and lets no other pass.
func thrown<Failure: Error>(_: Failure.Type, _ body: () async throws -> Void) async -> Failure? {
    do {
        try await body()
        Issue.record("Nothing was thrown.")
    } catch let error as Failure {
        return error
    } catch {
        Issue.record("\(error) was thrown.")
    }
    return nil
}
