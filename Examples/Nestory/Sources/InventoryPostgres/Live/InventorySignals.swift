#if PostgreSQL
import Foundation
import PostgresClient

/// Tells the other servers of one inventory that something has changed, and hears it from them.
///
/// Signals carry no data. They are sent apart from the changes: within one, `NOTIFY` would hold a lock on the whole database
/// until the commit is complete, and only one change at a time could commit.
public final class InventorySignals: Sendable {
    /// What was heard.
    public enum Signal: Sendable {
        /// The database can be heard again; something may have been missed.
        case connected
        /// Another server has changed something.
        case changed
    }

    private static let channel = "inventory_changed"
    /// How long to wait after a signal was sent.
    private static let pause = Duration.milliseconds(50)
    /// How long to wait after a signal could not be sent.
    private static let pauseAfterFailure = Duration.seconds(1)

    private let database: PostgresDatabase
    /// Tells this server's signals from those of others.
    private let server = UUID().uuidString
    private let changes = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))

    /// Describes the signals of a database.
    public init(_ database: PostgresDatabase) {
        self.database = database
    }

    /// Notes that this server has changed something, to tell the others soon.
    public func note() { changes.continuation.yield() }

    /// Sends and hears signals until the task is cancelled. To be called once.
    ///
    /// - Parameter heard: Gets what was heard, one after the other. What comes meanwhile is told once.
    public func run(_ heard: @escaping @Sendable (Signal) async -> Void) async {
        let (signals, signal) = AsyncStream<Signal>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let listener = PostgresListener(database.client, to: Self.channel) { [server] news in
            switch news {
            case .connected: signal.yield(.connected)
            case .said(let sender): if sender != server { signal.yield(.changed) }
            case .disconnected: break
            }
        }
        await withTaskGroup { group in
            group.addTask { [self] in await send() }
            for await news in signals { await heard(news) }
            group.cancelAll()
        }
        listener.stop()
    }

    private func send() async {
        for await _ in changes.stream {
            do {
                try await database.read { [server] connection in
                    _ = try connection.query("SELECT pg_notify($1, $2)", [.text(Self.channel), .text(server)])
                }
                try await Task.sleep(for: Self.pause)
            } catch is CancellationError {
                return
            } catch _ {
                // Others that lost their connection, too, read again when they have one; but it may be ours alone.
                note()
                do { try await Task.sleep(for: Self.pauseAfterFailure) } catch { return }
            }
        }
    }
}
#endif
