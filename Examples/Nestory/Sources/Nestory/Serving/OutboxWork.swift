import NestoryControllers
import NestoryServices
import ServiceLifecycle

/// Delivers kept changes beside the server, and tells every open page about it, until the program is told to stop.
struct OutboxWork: BackgroundWork {
    /// nil if no changes are kept.
    let outbox: OutboxChanges?
    let pages: InventoryChanges

    func run() async throws {
        await cancelWhenGracefulShutdown {
            if let outbox {
                await outbox.run { await pages.note() }
            } else {
                try? await gracefulShutdown()
            }
        }
    }
}
