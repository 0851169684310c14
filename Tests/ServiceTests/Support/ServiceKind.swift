import Service

/// The three kinds of services, so that one test can show a guarantee of all of them.
@MainActor
enum ServiceKind: CaseIterable {
    case anyThread, mainActor, asynchronous

    func register<S: Sendable>(
        _ type: S.Type, scope: ServiceScope = .singleton, in env: ServiceEnv,
        onShutdown: (@Sendable (S) async throws -> Void)? = nil, factory: @escaping @Sendable () throws -> S
    ) {
        switch self {
        case .anyThread: env.register(type, scope: scope, onShutdown: onShutdown, factory: factory)
        case .mainActor: env.registerMain(type, scope: scope, onShutdown: onShutdown, factory: factory)
        case .asynchronous: env.registerAsync(type, scope: scope, onShutdown: onShutdown, factory: factory)
        }
    }

    func register<S: Sendable, Need: Sendable>(
        _ type: S.Type, scope: ServiceScope = .singleton, needs need: Need.Type, in env: ServiceEnv,
        factory: @escaping @Sendable (Need) throws -> S
    ) {
        switch self {
        case .anyThread: env.register(type, scope: scope, needs: need, factory: factory)
        case .mainActor: env.registerMain(type, scope: scope, needs: need, factory: factory)
        case .asynchronous: env.registerAsync(type, scope: scope, needs: need, factory: factory)
        }
    }

    @discardableResult
    func resolve<S: Sendable>(
        _ type: S.Type = S.self, name: ServiceName? = nil, in env: ServiceEnv
    ) async throws(ServiceError) -> S {
        switch self {
        case .anyThread: try env.resolve(type, name: name)
        case .mainActor: try env.resolveMain(type, name: name)
        case .asynchronous: try await env.resolveAsync(type, name: name)
        }
    }

    func failure<S: Sendable>(_ type: S.Type, in env: ServiceEnv) async -> ServiceError? {
        do throws(ServiceError) {
            try await resolve(type, in: env)
            return nil
        } catch {
            return error
        }
    }

    /// A wrapper that stores what it reads, as a function.
    func wrapper<S: Sendable>(_ type: S.Type, in env: ServiceEnv) -> () -> S {
        ServiceEnv.$current.withValue(env) {
            switch self {
            case .anyThread, .asynchronous:
                let service = Service(type)
                return { service() }
            case .mainActor:
                let service = MainService(type)
                return { service() }
            }
        }
    }

    /// A wrapper that resolves at each access, as a function.
    func provider<S: Sendable>(_ type: S.Type, in env: ServiceEnv) -> () -> S {
        ServiceEnv.$current.withValue(env) {
            switch self {
            case .anyThread, .asynchronous:
                let provider = Provider(type)
                return { provider() }
            case .mainActor:
                let provider = MainProvider(type)
                return { provider() }
            }
        }
    }
}
