import Service
import SwiftUI

@main
struct PantryApp: App {
    init() {
        ServiceEnv.current.assemble(StorageAssembly(), NetworkAssembly(), ToolsAssembly())
    }

    var body: some Scene {
        WindowGroup {
            ShelfView()
                .environment(ReceiptScanner())
        }
    }
}

struct StorageAssembly: ServiceAssembly {
    func assemble(env: ServiceEnv) {
        env.register(ShelfRepository.self, needs: Database.self) { database in SQLShelfRepository(database: database) }
        env.register(Database.self) { try Database(url: .documentsDirectory.appending(path: "pantry.db")) }
        env.register(Database.self, name: "archive") { try Database(url: .documentsDirectory.appending(path: "archive.db")) } // finds: di_unused
        if ProcessInfo.processInfo.arguments.contains("--demo") {
            env.register(RecipeService.self) { DemoRecipeService() }
        } else {
            env.register(RecipeService.self) { RemoteRecipeService(session: try env.resolve(HTTPSession.self)) } // finds: di_captive
        }
    }
}

struct NetworkAssembly: ServiceAssembly {
    func assemble(env: ServiceEnv) {
        env.register(HTTPSession.self, scope: .transient) { HTTPSession() }
        env.register(PriceService.self) { LivePriceService() }
        env.register(Uploader.self) { Uploader(queue: try env.resolve(UploadQueue.self)) } // finds: di_cycle
        env.register(UploadQueue.self) { UploadQueue(uploader: try env.resolve(Uploader.self)) }
        env.register(SyncEngine.self) {
            let uploader = try env.resolve(Uploader.self)
            return SyncEngine(uploader: uploader, session: { try env.resolve(HTTPSession.self) })
        }
        env.register(Reminder.self) { try Reminder(clock: env.resolve(WallClock.self)) } // finds: di_unregistered di_unused
    }
}

struct ToolsAssembly: ServiceAssembly {
    func assemble(env: ServiceEnv) {
        env.register(PriceService.self) { CachedPriceService() } // finds: di_duplicate
        env.contribute(Importer.self) { CSVImporter() }
        env.contribute(Importer.self) { JSONImporter() }
        env.registerMain(Router.self) { Router() }
    }
}

struct DemoAssembly: ServiceAssembly {
    func assemble(env: ServiceEnv) {
        env.register(PriceService.self) { FixedPriceService() }
    }
}

struct LiveReportAssembly: ServiceAssembly {
    func assemble(env: ServiceEnv) {
        env.register(ReportService.self) { MockReportService() } // finds: mock_as_live
    }
}
