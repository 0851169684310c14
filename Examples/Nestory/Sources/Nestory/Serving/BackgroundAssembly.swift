import Inventory
import Logging
import NestoryControllers
import NestoryServices
import Service

/// Registers what is done beside the server: copies of the inventory, and notifications.
struct BackgroundAssembly: ServiceAssembly {
    /// How old the newest copy may become, and how often warranties are looked at.
    nonisolated private static let interval = Duration.seconds(3600)

    /// How often warranties are looked at where other servers send notices, too: one that is killed has had its notices for
    /// a minute, then another one is to send them.
    nonisolated private static let sharedInterval = Duration.seconds(60)

    /// Soon enough for the services page to tell within half a minute, as the third failure in a row counts there.
    nonisolated private static let afterFailure = Duration.seconds(10)

    private let logger: Logger
    private let isShared: Bool
    private let clock: any Clock<Duration>

    /// - Parameter isShared: Whether other servers change the same inventory.
    nonisolated init(logger: Logger, isShared: Bool = false, clock: any Clock<Duration> = ContinuousClock()) {
        self.logger = logger
        self.isShared = isShared
        self.clock = clock
    }

    func assemble(env: ServiceEnv) {
        env.register(
            (any BackgroundWork).self, name: "backup", needs: (any BackupService).self, (any WallClock).self
        ) { [clock, logger] backups, wall in
            RepeatedWork(clock: clock, afterFailure: Self.afterFailure) {
                logger.warning("There is no new copy of the inventory.", metadata: ["error": "\($0)"])
            } work: {
                try await backups.backUpIfDue(at: wall.now, every: Self.interval)
            }
        }
        env.register(
            (any BackgroundWork).self, name: "outbox", needs: (any ItemChanges).self, InventoryChanges.self
        ) { changes, pages in
            OutboxWork(outbox: changes as? OutboxChanges, pages: pages)
        }
        env.register((any BackgroundWork).self, name: "watch", needs: ServiceWatch.self) { WatchWork(watch: $0) }
        if isShared {
            env.register(
                (any BackgroundWork).self, name: "cluster", needs: (any InventoryFollower).self, InventoryChanges.self
            ) {
                FollowWork(follower: $0, changes: $1)
            }
        }
        env.register((any BackgroundWork).self, name: "notifications", needs: (any NotificationService).self) {
            [clock, logger, isShared] notifications in
            RepeatedWork(clock: clock, afterFailure: Self.afterFailure) {
                logger.warning("Notifications are waiting.", metadata: ["error": "\($0)"])
            } work: {
                _ = try await notifications.notify()
                return isShared ? Self.sharedInterval : Self.interval
            }
        }
    }
}
