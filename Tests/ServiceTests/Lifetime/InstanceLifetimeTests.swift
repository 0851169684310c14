import Service
import Testing

/// What is dropped goes, at once, without a lock held and on the right actor.
@Suite(.timeLimit(.minutes(5))) struct InstanceLifetimeTests {
    private let env = ServiceEnv(name: "lifetime")
    private let deaths = Recorder<String>()

    private func mortal(_ name: String) -> Mortal {
        Mortal { [deaths] in deaths.record(name) }
    }

    private func register(_ name: String, scope: ServiceScope = .singleton) {
        env.register(Mortal.self, scope: scope) { [deaths] in Mortal { deaths.record(name) } }
    }

    // MARK: When

    @Test func `a kept instance lives until it is dropped`() throws {
        register("first")
        try env.resolve(Mortal.self)
        try env.resolve(Mortal.self)
        #expect(deaths.all == [])
        env.resetCaches()
        #expect(deaths.all == ["first"])
    }

    @Test func `registering again drops the old instance at once`() throws {
        register("first")
        try env.resolve(Mortal.self)
        register("second")
        #expect(deaths.all == ["first"])
        try env.resolve(Mortal.self)
        env.register(mortal("third"))
        #expect(deaths.all == ["first", "second"])
        register("fourth")
        #expect(deaths.all == ["first", "second", "third"])
    }

    @Test func `an instance dropped while somebody holds it lives on for them`() throws {
        register("first")
        var held: Mortal? = try env.resolve(Mortal.self)
        env.resetCaches()
        #expect(deaths.all == [])
        withExtendedLifetime(held) {}
        held = nil
        #expect(deaths.all == ["first"])
    }

    @Test(arguments: [ServiceScope.transient, .graph])
    func `what is not kept goes with its user`(scope: ServiceScope) throws {
        register("first", scope: scope)
        try env.resolve(Mortal.self)
        #expect(deaths.all == ["first"])
    }

    @Test func `a custom scope's instances go when it ends`() throws {
        register("session", scope: .custom("session"))
        try env.resolve(Mortal.self)
        env.resetScope(.custom("another"))
        #expect(deaths.all == [])
        env.resetScope(.custom("session"))
        #expect(deaths.all == ["session"])
    }

    @Test func `an environment takes its instances, factories and observers with it`() throws {
        do {
            let own = ServiceEnv(name: "own")
            let (captured, observed) = (mortal("captured"), mortal("observed"))
            own.register(Int.self) { withExtendedLifetime(captured) { 1 } }
            own.register(mortal("instance"))
            own.register(Mortal.self, name: "made") { [deaths] in Mortal { deaths.record("made") } }
            try own.resolve(Mortal.self, name: "made")
            let observation = own.observe { _ in withExtendedLifetime(observed) {} }
            observation.cancel()
        }
        #expect(Set(deaths.all) == ["captured", "observed", "instance", "made"])
        #expect(deaths.count == 4)
    }

    @Test func `a replaced factory goes with what it captured`() {
        do {
            let captured = mortal("captured")
            env.register(Int.self) { withExtendedLifetime(captured) { 1 } }
        }
        #expect(deaths.all == [])
        env.register(Int.self) { 2 }
        #expect(deaths.all == ["captured"])
    }

    @Test func `a reset of everything drops factories and instances`() throws {
        do {
            let captured = mortal("captured")
            env.register(Int.self) { withExtendedLifetime(captured) { 1 } }
        }
        register("instance")
        try env.resolve(Mortal.self)
        env.resetAll()
        #expect(Set(deaths.all) == ["captured", "instance"])
    }

    @Test func `a wrapper's instance goes with the wrapper`() {
        register("first", scope: .transient)
        do {
            let injected = ServiceEnv.$current.withValue(env) { Service(Mortal.self) }
            _ = injected()
            #expect(deaths.all == [])
        }
        #expect(deaths.all == ["first"])
    }

    @Test func `what a creation that is not kept made goes after those who waited for it`() async throws {
        let (begun, finish) = (Gate(), Gate())
        env.register(Mortal.self) { [deaths] in
            begun.open()
            finish.wait()
            return Mortal { deaths.record("first") }
        }
        let maker = Threads(1) { [env] _ in env.has(Mortal.self) }
        await begun.opened()
        let waiters = Threads(3) { [env] _ in env.has(Mortal.self) }
        await onThread { for number in 0..<3 { waiters.awaitBlocked(number) } }
        env.resetAll()
        finish.open()
        let results = try await maker.results() + waiters.results()
        #expect(results == [true, true, true, true])
        #expect(deaths.all == ["first"])
    }

    @Test func `after any race nothing stays behind`() async throws {
        let births = Cell(0)
        env.register(Mortal.self) { [deaths] in
            births.increment()
            return Mortal { deaths.record("") }
        }
        let isOver = Cell(false)
        _ = try await onThreads(4) { [env] number in
            if number == 0 {
                for _ in 0..<300 { env.resetCaches() }
                isOver.value = true
            } else {
                repeat { _ = env.has(Mortal.self) } while !isOver.value
            }
        }
        env.resetCaches()
        #expect(births.value > 0)
        #expect(deaths.count == births.value)
    }

    @Test func `an instance that is dropped while others read it goes with the last of them`() async throws {
        let alive = Cell(0)
        env.register(Mortal.self) {
            alive.increment()
            return Mortal { alive.decrement() }
        }
        for _ in 0..<300 {
            try env.resolve(Mortal.self)
            let readers = Arrivals()
            _ = try await onThreads(3) { [env] number in
                if number == 0 {
                    readers.wait(for: 2)
                    env.resetCaches()
                } else {
                    for round in 0..<200 {
                        _ = env.has(Mortal.self)
                        if round == 20 { readers.arrive() }
                    }
                }
            }
            // Without another reset: only what is kept now may be alive.
            try env.resolve(Mortal.self)
            #expect(alive.value == 1)
        }
    }

    // MARK: Without a lock

    @Test func `a deinit may use the environment it is dropped from`() throws {
        let results = Recorder<Bool>()
        env.register(String.self) { "other" }
        env.register(Mortal.self) { [env] in
            Mortal {
                results.record(env.has(String.self))
                env.register(Int.self) { 1 }
                results.record(env.has(Int.self))
                results.record(env.has(Mortal.self))
            }
        }
        try env.resolve(Mortal.self)
        env.resetCaches()
        #expect(results.all == [true, true, true])
        env.resetScope(.singleton)
        #expect(results.count == 6)
        env.register(Mortal.self) { Mortal {} }
        #expect(results.count == 9)
    }

    @Test func `a deinit may reset the environment it is dropped from`() throws {
        env.register(Mortal.self) { [env, deaths] in
            Mortal {
                env.resetCaches()
                env.resetAll()
                deaths.record("first")
            }
        }
        try env.resolve(Mortal.self)
        env.resetCaches()
        #expect(deaths.all == ["first"])
        #expect(!env.has(Mortal.self))
    }

    @Test func `other threads go on while a deinit runs`() async throws {
        let (begun, finish) = (Gate(), Gate())
        env.register(String.self) { "other" }
        env.register(Mortal.self) {
            Mortal {
                begun.open()
                finish.wait()
            }
        }
        try env.resolve(Mortal.self)
        let resetting = Threads(1) { [env] _ in env.resetCaches() }
        await begun.opened()
        let resolved = try await onThreads(2) { [env] _ in
            env.register(Mortal.self) { Mortal {} }
            return env.has(String.self) && env.has(Mortal.self)
        }
        #expect(resolved == [true, true])
        finish.open()
        _ = try await resetting.results()
    }
}
