import GRDB
import Inventory
import Synchronization

/// Keeps what was computed from the tables, as long as nobody changes them.
///
/// SQLite tells a connection how often others have changed the file. This one changes nothing itself, so that number
/// tells every change: those of this program and those of others.
final class ReadCache: Sendable {
    /// What was computed.
    enum Question: Hashable {
        case items(ItemQuery)
        case places
        case sums
    }

    private struct State {
        var version: Int64 = -1
        var answers: [Question: any Sendable] = [:]
    }

    /// How many answers are kept. When there are more, all are let go of: searches differ with every letter.
    private static let most = 32

    /// A pool with one connection: unlike a queue, it answers with an error when it is asked after it was closed.
    private let watching: DatabasePool
    private let state = Mutex(State())

    /// - Throws: `DatabaseError` where the file cannot be opened.
    init(path: String, busyTimeout: Double) throws {
        var configuration = Configuration()
        configuration.readonly = true
        configuration.busyMode = .timeout(busyTimeout)
        configuration.label = "inventory-watch"
        configuration.maximumReaderCount = 1
        watching = try DatabasePool(path: path, configuration: configuration)
        // Its connection is opened now: later the file may have been moved away, which only an open one notices.
        try watching.read { _ in }
    }

    /// Returns what was computed since the last change, or computes it.
    ///
    /// - Parameters:
    ///   - check: Looks whether the file is still the one that was opened.
    ///   - compute: Computes the answer.
    func answer<Value: Sendable>(
        to question: Question, checking check: @escaping @Sendable (Database) throws -> Void,
        _ compute: () async throws -> Value
    ) async throws -> Value {
        let version = try await SQLiteErrors.translating {
            try await watching.read { db in
                try check(db)
                return try Int64.fetchOne(db, sql: "PRAGMA data_version") ?? 0
            }
        }
        if let known = state.withLock({ $0.version == version ? $0.answers[question] : nil }) as? Value { return known }
        // What changes meanwhile changes the version, too: the answer may be newer than it says, never older.
        let value = try await compute()
        state.withLock { state in
            if state.version != version || state.answers.count >= Self.most { state = State(version: version) }
            state.answers[question] = value
        }
        return value
    }

    /// Lets go of the file.
    func close() {
        do {
            try watching.close()
        } catch _ {
            // Somebody still asks. The connection closes with the last of them.
        }
    }
}
