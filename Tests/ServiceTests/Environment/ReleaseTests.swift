@_spi(Lock) import Service
import Testing

/// What the closures of registrations and decorators own is released without a lock held.
@Suite struct ReleaseTests {
    struct Settings: Sendable {}

    final class Departures: Sendable {
        let count = Lock(0)
    }

    /// Uses an environment when it goes, as an object may that leaves a registry of its own.
    final class Guest: Sendable {
        let env: Lock<ServiceEnv?>
        let departed: Departures

        init(_ env: ServiceEnv?, _ departed: Departures) {
            self.env = Lock(env)
            self.departed = departed
        }

        deinit {
            let env = env.withLock { $0 }
            env?.register(Settings())
            departed.count.withLock { $0 += 1 }
        }
    }

    @Test func `resetting everything releases what decorators own after unlocking`() throws {
        let env = ServiceEnv(name: "test")
        let departed = Departures()
        func decorate() {
            let guest = Guest(env, departed)
            env.decorate(String.self) { text in withExtendedLifetime(guest) { text } }
        }
        env.register(String.self) { "text" }
        decorate()
        try env.resolve(String.self)
        env.resetAll()
        #expect(departed.count.withLock { $0 } == 1)
        try env.resolve(Settings.self)
    }

    @Test(arguments: [true, false])
    func `a registration that another one hides is released after unlocking`(byResetting: Bool) throws {
        let departed = Departures()
        func derive() -> ServiceEnv {
            let base = ServiceEnv(name: "base")
            let guest = Guest(nil, departed)
            base.register(String.self) { withExtendedLifetime(guest) { "hidden" } }
            let env = base.derived(name: "derived")
            guest.env.withLock { $0 = env }
            return env
        }
        let env = derive()
        env.register(String.self) { "text" }
        // Either drops the layer that only this environment still holds.
        if byResetting { env.resetAll() } else { #expect(try env.derived(name: "next").resolve(String.self) == "text") }
        #expect(departed.count.withLock { $0 } == 1)
        try env.resolve(Settings.self)
    }
}
