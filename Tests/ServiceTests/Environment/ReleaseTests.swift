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
            // As long as another environment needs the registration, the layer stays.
            let other = base.derived(name: "other")
            withExtendedLifetime(other) { env.register(String.self) { "text" } }
            return env
        }
        let env = derive()
        #expect(departed.count.withLock { $0 } == 0)
        // Either drops the layer that only this environment still holds.
        if byResetting { env.resetAll() } else { #expect(try env.derived(name: "next").resolve(String.self) == "text") }
        #expect(departed.count.withLock { $0 } == 1)
        try env.resolve(Settings.self)
    }

    @Test(arguments: [true, false])
    func `a registration that is replaced after a snapshot goes at once`(byValidating: Bool) throws {
        let env = ServiceEnv(name: "test")
        let departed = Departures()
        func register() {
            let guest = Guest(env, departed)
            env.register(String.self) { withExtendedLifetime(guest) { "first" } }
        }
        register()
        env.register(Int.self) { 1 }
        if byValidating { try env.validate() } else { _ = env.derived(name: "derived") }
        env.register(Int.self, name: "other") { 2 }
        env.register(String.self) { "second" }
        #expect(departed.count.withLock { $0 } == 1)
        try env.resolve(Settings.self)
        #expect(try env.resolve(String.self) == "second")
        #expect(try env.resolve(Int.self) + env.resolve(Int.self, name: "other") == 3)
    }

    @Test func `a derived environment that still needs it keeps it`() throws {
        let env = ServiceEnv(name: "test")
        let departed = Departures()
        func derive() throws {
            func register() {
                let guest = Guest(nil, departed)
                env.register(String.self) { withExtendedLifetime(guest) { "first" } }
            }
            register()
            let derived = env.derived(name: "derived")
            env.register(String.self) { "second" }
            #expect(departed.count.withLock { $0 } == 0)
            #expect(try derived.resolve(String.self) == "first")
        }
        try derive()
        // It goes with the derived environment.
        #expect(departed.count.withLock { $0 } == 1)
        #expect(try env.resolve(String.self) == "second")
    }

    @Test func `one of several layers that a derived environment still needs goes with that`() throws {
        let env = ServiceEnv(name: "test")
        let departed = Departures()
        func register(_ text: String) {
            let guest = Guest(nil, departed)
            env.register(String.self) { withExtendedLifetime(guest) { text } }
        }
        env.register(Bool.self) { true }
        for number in 0..<9 { env.register(Int.self, name: ServiceName("\(number)")) { number } }
        register("first")
        func derive() throws {
            let derived = env.derived(name: "derived")
            env.register(Int.self) { 9 }
            let other = env.derived(name: "other")
            register("second")
            env.register(Int.self) { 10 }
            #expect(departed.count.withLock { $0 } == 0)
            #expect(try derived.resolve(String.self) == "first")
            #expect(try other.resolve(String.self) == "first")
            #expect(try other.resolve(Int.self) == 9)
        }
        try derive()
        #expect(departed.count.withLock { $0 } == 1)
        #expect(try env.derived(name: "last").resolve(String.self) == "second")
        #expect(try env.resolve(Int.self) == 10)
        #expect(try env.resolve(Int.self, name: "3") == 3)
        #expect(try env.resolve(Bool.self))
        #expect(env.explain(String.self).contains("This replaced"))
    }
}
