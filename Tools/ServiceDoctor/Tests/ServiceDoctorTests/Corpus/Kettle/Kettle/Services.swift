import Foundation
import Swinject

protocol FileStorage { func save(_ data: Data, as name: String) throws }
protocol RecipeStorage { var all: [String] { get } }
protocol SettingsManager { var unit: String { get } }
protocol HeaterManager { func heat() }
protocol Thermometer { var degrees: Double { get } }
protocol Broadcaster { func send(_ text: String) }
protocol Router { func open(_ screen: String) }

final class BaseFileStorage: FileStorage {
    func save(_ data: Data, as name: String) throws { try data.write(to: URL(fileURLWithPath: name)) }
}

final class CloudFileStorage: FileStorage {
    func save(_ data: Data, as name: String) throws {}
}

final class BaseRecipeStorage: RecipeStorage, Injectable {
    @Injected() private var storage: FileStorage!
    @Injected() private var settings: SettingsManager!
    var all: [String] { [] }

    init(resolver: Resolver) { injectServices(resolver) }

    func keep(_ recipe: Data) {
        try? storage.save(recipe, as: "recipe") // finds: discarded_write_error
    }
}

final class BaseSettingsManager: SettingsManager {
    let unit = "°C"
    private let recipes: RecipeStorage

    init(resolver: Resolver) {
        recipes = resolver.resolve(RecipeStorage.self)! // finds: force_unwrap
    }
}

final class BaseHeaterManager: HeaterManager, Injectable {
    @Injected() private var session: BrewSession!
    @Injected() private var thermometer: Thermometer!
    @Injected() private var broadcaster: Broadcaster! // finds: di_unregistered
    @Injected() private var router: Router!

    init(resolver: Resolver) { injectServices(resolver) }

    func heat() {
        Task { try await session.begin(at: thermometer.degrees) } // finds: lost_task_error
        router.open("brewing")
    }

    func stop() {
        do {
            try session.end()
        } catch { // finds: assertion_only_catch
            assertionFailure("The session did not end: \(error)")
        }
    }
}

final class BrewSession {
    func begin(at degrees: Double) async throws {}
    func end() throws {}
}

final class MockThermometer: Thermometer { let degrees = 20.0 }
final class AppRouter: Router { func open(_ screen: String) {} }
final class SteamWhistle {}
