#if PostgreSQL
import Inventory
import InventoryPostgres
import InventoryStore
import Logging
import NestoryRemote
import NestoryServices
import Synchronization

/// Follows an inventory in PostgreSQL: keeps the last known items, for when no host answers.
final class PostgresFollower: InventoryFollower {
    /// The longest time between a change of another server and the copy that has it.
    private static let interval = Duration.seconds(10)
    /// How many items are copied at most.
    private static let most = 50_000

    private let signals: InventorySignals
    private let database: PostgresDatabase
    private let copy: ItemCopy
    private let rates: LastKnownRates
    private let logger: Logger
    private let clock: any Clock<Duration>
    /// Whether the copy may be older than the inventory.
    private let isStale = Atomic(true)

    init(
        signals: InventorySignals, database: PostgresDatabase, copy: ItemCopy, rates: LastKnownRates, logger: Logger,
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.signals = signals
        self.database = database
        self.copy = copy
        self.rates = rates
        self.logger = logger
        self.clock = clock
    }

    var machines: Int? { database.machines }

    /// Notes that this server has changed something.
    func noteChange() {
        isStale.store(true, ordering: .releasing)
        signals.note()
    }

    /// Notes that the inventory has answered just now.
    func noteAnswer() {
        if !isStale.load(ordering: .acquiring) { copy.noteCurrent() }
    }

    func follow(_ changed: @escaping @Sendable () async -> Void) async {
        await withTaskGroup { group in
            group.addTask { [self] in await refreshRepeatedly() }
            await signals.run { [self] signal in
                isStale.store(true, ordering: .releasing)
                if case .connected = signal {
                    await refresh()
                    await takeRates()
                }
                await changed()
            }
            group.cancelAll()
        }
    }

    private func refreshRepeatedly() async {
        while true {
            do { try await clock.sleep(for: Self.interval) } catch { return }
            await refresh()
            await takeRates()
        }
    }

    /// Takes over the rates that another server has fetched.
    private func takeRates() async {
        do {
            if let bytes = try await PostgresRates(database).newest(after: rates.rates().date) { rates.take(bytes) }
        } catch {
            if !(error is CancellationError) {
                logger.debug("The shared exchange rates were not read.", metadata: ["error": "\(error)"])
            }
        }
    }

    /// Copies all items, where the copy may be old.
    private func refresh() async {
        guard isStale.exchange(false, ordering: .acquiringAndReleasing) else { return }
        do {
            try await copy.replace(with: try await database.batches(of: 1000), most: Self.most)
        } catch {
            isStale.store(true, ordering: .releasing)
            if !(error is CancellationError) {
                logger.debug("The last known items were not renewed.", metadata: ["error": "\(error)"])
            }
        }
    }
}
#endif
