import Swinject

final class StorageAssembly: Assembly {
    func assemble(container: Container) {
        container.register(FileStorage.self) { _ in BaseFileStorage() }
        container.register(RecipeStorage.self) { r in BaseRecipeStorage(resolver: r) } // finds: di_cycle
        container.register(SettingsManager.self) { r in BaseSettingsManager(resolver: r) }
        container.register(FileStorage.self) { _ in CloudFileStorage() } // finds: di_duplicate
    }
}

final class DeviceAssembly: Assembly {
    func assemble(container: Container) {
        container.register(HeaterManager.self) { r in BaseHeaterManager(resolver: r) }.inObjectScope(.container) // finds: di_captive
        container.register(BrewSession.self) { _ in BrewSession() }.inObjectScope(.transient)
        container.register(Thermometer.self) { _ in MockThermometer() } // finds: mock_as_live
        container.register(Router.self) { _ in AppRouter() }
        container.register(SteamWhistle.self) { _ in SteamWhistle() } // finds: di_unused
    }
}

final class KettleApp {
    static let assembler = Assembler([StorageAssembly(), DeviceAssembly()])

    func start() {
        _ = Self.assembler.resolver.resolve(HeaterManager.self)
        _ = Self.assembler.resolver.resolve(RecipeStorage.self)
    }
}
