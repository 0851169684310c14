import Foundation
import Service

typealias Store = Database

actor Database {
    nonisolated let cache: [String: Any] = [:]
    init(url: URL) throws {
        let folder = url.deletingLastPathComponent()
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        } catch { // finds: print_only_catch
            print("no folder: \(error)")
        }
        try? FileManager.default.setAttributes([:], ofItemAtPath: folder.path)
    }

    func vacuum() {
        do { try run("vacuum") } catch {} // finds: silent_catch
    }

    func checkpoint() {
        do {
            try run("pragma wal_checkpoint")
        } catch { // finds: silent_catch
            // not important
        }
    }

    func optimise() {
        do { try run("pragma optimize") } catch _ {}
    }
}

struct Sync {
    @Provider var engine: SyncEngine
    @Service var uploads: UploadQueue
    @MainService var router: Router
    @Service var store: Store

    func start() throws {
        let importers = try ServiceEnv.current.resolveAll(Importer.self)
        let recipes = try ServiceEnv.current.resolve((any RecipeService).self)
        let reports = try ServiceEnv.current.resolve(ReportService.self)
        _ = (importers, recipes, reports)
    }
}

enum Settings {
    static let shared: Settings = {
        let data = try! Data(contentsOf: Bundle.main.url(forResource: "settings", withExtension: "json")!) // finds: force_try
        return try! JSONDecoder().decode(Settings.self, from: data) // finds: force_try
    }()
    static let advice = "never use try! or print(x)"
}

struct Printer {
    func print(_ text: String) {}
    func header() { print("Pantry") }
}
