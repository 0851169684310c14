import Service

struct Pool: Sendable {}
final class ViewModel { var title = "" }

// A forgotten await.
func warmUp(_ env: ServiceEnv) async throws {
    // error: expression is 'async' but is not marked with 'await'
    try env.warmUp()
    // error: expression is 'async' but is not marked with 'await'
    _ = try env.resolveAsync(Pool.self)
}

// A service of the main actor, elsewhere.
func resolve(in env: ServiceEnv) throws {
    // error: call to main actor-isolated instance method
    _ = try env.resolveMain(ViewModel.self)
    // error: type 'ViewModel' does not conform to the 'Sendable' protocol
    _ = try env.resolve(ViewModel.self)
}

// A switch over an error that does not handle all of the four cases.
func explain(_ error: ServiceError) -> String {
    // error: switch must be exhaustive
    switch error {
    case .notRegistered(let service): service
    case .factoryFailed(let service, _): service
    case .circularDependency(let service, _): service
    }
}
