import Swinject

final class NetworkAssembly: Assembly {
    func assemble(container: Container) {
        container.register(HTTPClient.self) { _ in URLSessionClient() }.inObjectScope(.container)
        container.register(TokenStore.self) { _ in KeychainTokenStore() }
        container.register(AuthService.self) { r in
            LiveAuthService(client: r.resolve(HTTPClient.self)!, tokens: r.resolve(TokenStore.self)!) // finds: force_unwrap force_unwrap
        }
        container.register(Request.self) { (_, path: String) in Request(path: path) }
        container.register(Request.self) { (_, path: String, body: Data) in Request(path: path, body: body) }
    }
}

final class ParcelAssembly: Assembly {
    func assemble(container: Container) {
        container.register(ParcelRepository.self) { r in RemoteParcelRepository(client: r.resolve(HTTPClient.self)!) } // finds: force_unwrap
        container.register(ParcelRepository.self) { _ in LocalParcelRepository() } // finds: di_duplicate
        container.register(ParcelRepository.self, name: "archive") { _ in LocalParcelRepository(folder: "archive") }
        container.register(RouteService.self) { r in LiveRouteService(map: r.resolve(MapService.self)!) } // finds: force_unwrap di_cycle
        container.register(MapService.self) { r in TileMapService(routes: r.resolve(RouteService.self)!) } // finds: force_unwrap
        container.register(Courier.self) { _ in Courier() }
            .initCompleted { r, courier in courier.depot = r.resolve(Depot.self) }
        container.register(Depot.self) { r in Depot(courier: r.resolve(Courier.self)!) } // finds: force_unwrap
        container.register(DriverSession.self) { _ in DriverSession() }.inObjectScope(.transient)
        container.register(Dispatcher.self) { r in // finds: di_captive
            Dispatcher(session: r.resolve(DriverSession.self)!) // finds: force_unwrap
        }.inObjectScope(.container)
        container.register(FeatureFlags.self) { _ in FeatureFlags() } // finds: di_unused
    }
}

final class ScreenAssembly: Assembly {
    func assemble(container: Container) {
        container.register(ParcelListViewController.self) { r in
            let controller = ParcelListViewController()
            controller.parcels = r.resolve(ParcelRepository.self)
            controller.archive = r.resolve(ParcelRepository.self, name: "archive")
            controller.signatures = r.resolve(SignatureService.self)! // finds: force_unwrap di_unregistered
            controller.routes = r.resolve(RouteService.self)! // finds: force_unwrap
            controller.auth = r.resolve(AuthService.self)
            controller.dispatcher = r.resolve(Dispatcher.self)
            return controller
        }
        container.register(LoginViewController.self) { r in
            LoginViewController(auth: r.resolve(AuthService.self)!, biometrics: r.resolve(BiometricsKit.Biometrics.self)) // finds: force_unwrap
        }
    }
}

extension Resolver {
    func make(_ path: String) -> Request? { resolve(Request.self, argument: path) }
    func login() -> LoginViewController? { resolve(LoginViewController.self) }
}
