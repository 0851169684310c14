import Inventory
public import Service
import ServiceHealth

/// Registers the controllers of open pages, and lets the inventory tell them about changes.
///
/// To be assembled before the inventory is first used: what was made before would tell nobody.
public struct PageAssembly: ServiceAssembly {
    private let limit: Int
    private let timing: PageTiming

    /// Describes the services.
    ///
    /// - Parameters:
    ///   - limit: How many pages may be open.
    ///   - timing: How long pages wait.
    nonisolated public init(limit: Int = 500, timing: PageTiming = PageTiming()) {
        self.limit = limit
        self.timing = timing
    }

    /// Registers the services.
    public func assemble(env: ServiceEnv) {
        let changes = InventoryChanges()
        env.register(InventoryChanges.self) { changes }
        env.decorate((any InventoryService).self) { AnnouncingInventory(inner: $0, changes: changes) }
        env.registerMain(ObservableHealth.self) { ObservableHealth(try env.resolve(ServiceHealthManager.self)) }
        env.registerMain(SharedReads.self) { SharedReads(changes: changes) }
        env.registerMain(
            PageSession.self,
            arguments: { [timing] (id: PageID, language: Language) in
                PageSession(id: id, language: language, timing: timing)
            })
        env.registerMain(PageSessions.self) { [limit, timing] in
            let health = MainService<ObservableHealth?>()
            return PageSessions(limit: limit, timing: timing, changes: changes, health: health()) { id, language in
                try env.resolveMain(PageSession.self, arguments: id, language)
            }
        }
    }
}
