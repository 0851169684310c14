import Service

struct Pool: Sendable {
    init() {}
    init(_ settings: Settings) {}
    init(_ settings: Settings, _ log: Log) {}
    static func connect() async throws -> Pool { Pool() }
}
struct Settings: Sendable {}
struct Log: Sendable {}
final class Counter { var value = 0 }

func register(in env: ServiceEnv) {
    // A type without a factory, which is not a ServiceKey.
    // warning: This type is not a ServiceKey: give a factory, or conform it to ServiceKey.
    env.register(Log.self)

    // A type that is not Sendable.
    // error: type 'Counter' does not conform to the 'Sendable' protocol
    env.register(Counter.self) { Counter() }

    // An asynchronous factory.
    // error: The factory is asynchronous: register it with registerAsync, then warmUp() or resolveAsync(_:) creates it.
    env.register(Pool.self) { try await Pool.connect() }
    // error: to parameter expecting synchronous function type
    env.register(Pool.self, needs: Log.self) { _ in try await Pool.connect() }
}

@MainActor func registerMain(in env: ServiceEnv) {
    // error: The factory is asynchronous: register it with registerAsync, then warmUp() or resolveAsync(_:) creates it.
    env.registerMain(Pool.self) { try await Pool.connect() }
    // error: contextual type for closure argument list expects 1 argument, which cannot be implicitly ignored
    env.registerMain(Counter.self, needs: Log.self) { Counter() }
}

// A closure with the wrong number of parameters.
func registerNeeds(in env: ServiceEnv) {
    // error: contextual type for closure argument list expects 2 arguments, which cannot be implicitly ignored
    env.register(Pool.self, needs: Settings.self, Log.self) { Pool() }
    // error: contextual closure type '@Sendable (Settings, Log) throws -> Pool' expects 2 arguments, but 1 was used in closure body
    env.register(Pool.self, needs: Settings.self, Log.self) { Pool($0) }
    // error: contextual closure type '@Sendable (Settings, Log) throws -> Pool' expects 2 arguments, but 1 was used in closure body
    env.register(Pool.self, needs: Settings.self, Log.self) { settings in Pool(settings) }
    // error: contextual closure type '@Sendable (Settings) throws -> Pool' expects 1 argument, but 2 were used in closure body
    env.register(Pool.self, needs: Settings.self) { settings, log in Pool(settings, log) }
    // error: contextual closure type '@Sendable (Settings) throws -> Pool' expects 1 argument, but 2 were used in closure body
    env.register(Pool.self, needs: Settings.self) { settings, log in
        let pool = Pool(settings, log)
        return pool
    }
    // error: contextual closure type '@Sendable (Settings, Log) throws -> Pool' expects 2 arguments, but 1 was used in closure body
    env.register(Pool.self, needs: Need(Settings.self), Need(Log.self)) { settings in Pool(settings) }
    // error: @Sendable (Settings) async throws -> Pool' expects 1 argument, but 2 were used in closure body
    env.registerAsync(Pool.self, needs: Settings.self) { settings, log in Pool(settings, log) }
    // error: no exact matches in call to instance method 'register'
    env.register(Pool.self, needs: Settings.self, Need(Log.self)) { settings, log in Pool(settings, log) }
}
