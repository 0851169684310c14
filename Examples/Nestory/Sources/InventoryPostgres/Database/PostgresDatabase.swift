#if PostgreSQL
import Inventory
public import PostgresClient
import Synchronization

/// The database of the inventory, which its parts share: the items, the notices and the rates.
public final class PostgresDatabase: Sendable {
    let client: PostgresClient
    /// Connections that each hold one picture of all items for as long as somebody reads it.
    let pictures: PostgresClient
    private let mayCreate: Bool
    /// Whether the tables are known to be there.
    private let isPrepared = Atomic(false)

    private let timeouts: PostgresTimeouts

    /// How often a change is tried.
    private static let tries = 4

    /// Describes the database. It is connected to when it is first asked something.
    ///
    /// - Parameters:
    ///   - address: Where it is.
    ///   - connections: How many connections to use at most, beside two for those who read everything.
    ///   - mayCreate: Whether the tables may be made where there are none.
    ///   - timeouts: How long to wait.
    public init(
        _ address: PostgresAddress, connections: Int = 8, mayCreate: Bool = true,
        timeouts: PostgresTimeouts = PostgresTimeouts()
    ) {
        client = PostgresClient(address, connections: connections, timeouts: timeouts)
        pictures = PostgresClient(sharing: client, connections: 2, timeouts: timeouts)
        self.mayCreate = mayCreate
        self.timeouts = timeouts
    }

    /// How many machines have a change before it counts; nil where no host has answered yet.
    public var machines: Int? {
        client.facts.map { 1 + SynchronousStandbys.count(in: $0.synchronousStandbys) }
    }

    /// Refuses all further work, and waits for what has begun.
    public func close() async {
        await client.close()
        await pictures.close()
    }

    /// Asks something. Where the connection is lost it is asked once more.
    func read<Value: Sendable>(
        _ body: @escaping @Sendable (PostgresConnection) throws -> Value
    ) async throws -> Value {
        try await run(tries: 2, mayTryAgain: PostgresErrors.mayTryAgain, body)
    }

    /// Changes something, and tries again where nothing was done for certain.
    ///
    /// - Parameters:
    ///   - isKeyed: Whether the change counts once however often it is made, so that it may also be tried again where nobody
    ///     knows whether it was.
    ///   - body: Makes the changes, and says whether they shall be kept.
    func change<Value: Sendable>(
        isKeyed: Bool = false,
        _ body: @escaping @Sendable (PostgresConnection) throws -> (result: Value, keep: Bool)
    ) async throws -> Value {
        let mayTryAgain = { (error: any Error) in
            if case PostgresError.outcomeUnknown = error { return isKeyed }
            return PostgresErrors.mayTryAgain(error)
        }
        return try await run(tries: Self.tries, mayTryAgain: mayTryAgain) { try $0.transaction("BEGIN", body) }
    }

    /// Does several insertions, once: what a body has told others, it cannot take back.
    func changeOnce<Value: Sendable>(
        _ body: @escaping @Sendable (PostgresConnection) throws -> (result: Value, keep: Bool)
    ) async throws -> Value {
        try await run(tries: 1, mayTryAgain: { _ in false }) { try $0.transaction("BEGIN", body) }
    }

    private func run<Value: Sendable>(
        tries: Int, mayTryAgain: (any Error) -> Bool,
        _ body: @escaping @Sendable (PostgresConnection) throws -> Value
    ) async throws -> Value {
        let began = ContinuousClock.now
        var left = tries
        var isUnknown = false
        while true {
            left -= 1
            do {
                return try await client.run { [self] in try prepared($0, body) }
            } catch {
                if case PostgresError.outcomeUnknown = error { isUnknown = true }
                if left > 0, mayTryAgain(error), began.duration(to: .now) < timeouts.retry { continue }
                let translated = PostgresErrors.translate(error)
                // A later try that failed tells nothing of an earlier one.
                guard isUnknown, !PostgresErrors.isAnswer(translated) else { throw translated }
                throw InventoryError.outcomeUnknown
            }
        }
    }

    /// Does something on a connection to a database with tables.
    func prepared<Value>(
        _ connection: PostgresConnection, _ body: (PostgresConnection) throws -> Value
    ) throws -> Value {
        do {
            if !isPrepared.load(ordering: .acquiring) {
                try PostgresSchema.prepare(connection, mayCreate: mayCreate)
                isPrepared.store(true, ordering: .releasing)
            }
            return try body(connection)
        } catch PostgresError.refused(let refusal) where refusal.code == "25006" {
            // The host became a standby: the next try is made at the primary.
            connection.discard()
            throw PostgresError.refused(refusal)
        }
    }
}
#endif
