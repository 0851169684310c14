import Service
import Testing

/// User code that calls back into the container finds it usable.
@Suite(.timeLimit(.minutes(5))) struct ReentryTests {
    private let env = ServiceEnv(name: "reentry")

    @Test func `a factory may register, observe and clear caches`() throws {
        env.register(String.self) { "kept" }
        try env.resolve(String.self)
        env.register(Instance.self) { [env] in
            env.register(Int.self) { 7 }
            let number = try env.resolve(Int.self)
            #expect(number == 7)
            let observation = env.observe { _ in }
            env.resetScope(.custom("session"))
            env.resetCaches()
            observation.cancel()
            return Instance()
        }
        // The caches were cleared while it was made, so this instance is not kept.
        let first = try env.resolve(Instance.self)
        #expect(try env.resolve(Instance.self) !== first)
        #expect(try env.resolve(Int.self) == 7)
    }

    @Test func `a factory may reset everything`() throws {
        env.register(Instance.self) { [env] in
            env.resetAll()
            return Instance()
        }
        try env.resolve(Instance.self)
        #expect(env.failure(Instance.self)?.missing == "Instance")
    }

    @Test func `a factory that registers its own service anew may resolve it`() throws {
        let mine = Instance()
        env.register(Instance.self) { [env] in
            env.register(mine)
            return try env.resolve(Instance.self)
        }
        let made = env.outcome(Instance.self)
        // Either is right: the new instance, or that the service is being made already.
        #expect(made.value === mine || made.error?.circle == ["Instance", "Instance"])
        #expect(try env.resolve(Instance.self) === mine)
    }

    @Test func `an observer may resolve what was just made, register and reset`() throws {
        let seen = Recorder<String>()
        let observation = env.observe { [env] event in
            seen.record(event.service)
            guard event.service == "Instance" else { return }
            #expect(env.has(Instance.self))
            env.register(Int.self) { 1 }
            #expect(env.has(Int.self))
            let inner = env.observe { _ in }
            inner.cancel()
        }
        env.register(Instance.self) { Instance() }
        try env.resolve(Instance.self)
        #expect(seen.all == ["Instance", "Int"])
        observation.cancel()
    }

    @Test func `an observer may clear the caches, and what is made then is returned all the same`() throws {
        let observation = env.observe { [env] _ in env.resetCaches() }
        env.register(Instance.self) { Instance() }
        let first = try env.resolve(Instance.self)
        #expect(try env.resolve(Instance.self) !== first)
        observation.cancel()
    }

    @Test func `an observer of a failure may resolve the same service again`() {
        let runs = Cell(0)
        let again = Recorder<Bool>()
        env.register(Instance.self) {
            if runs.increment() == 1 { throw Refused() }
            return Instance()
        }
        let observation = env.observe { [env] event in
            if case .failed = event.outcome { again.record(env.has(Instance.self)) }
        }
        #expect(env.failure(Instance.self)?.failure?.error is Refused)
        #expect(again.all == [true])
        observation.cancel()
    }

    @Test func `the default of a key may resolve what it needs`() throws {
        struct Key: ServiceKey, Sendable {
            let name: String
            static var `default`: Key {
                Key(name: (try? ServiceEnv.current.resolve(String.self)) ?? "nobody")
            }
        }
        env.register(String.self) { "default" }
        env.register(Key.self)
        let key = try env.resolve(Key.self)
        #expect(key.name == "default")
    }

    @Test func `threads whose factories all use the environment get along`() async throws {
        env.register(Instance.self) { [env] in
            env.register(Int.self) { 1 }
            try env.resolve(Int.self)
            return Instance()
        }
        for _ in 0..<50 {
            let made = try await onThreads(4) { [env] number in
                if number == 0 { env.resetCaches() }
                return env.has(Instance.self)
            }
            #expect(made == [true, true, true, true])
        }
    }
}
