import Service
import Testing

/// What belongs to the main actor is released there, on whatever thread it is dropped.
@Suite(.timeLimit(.minutes(5))) struct MainActorLifetimeTests {
    private let env = ServiceEnv(name: "lifetime")
    private let deaths = Recorder<String>()

    enum Drop: CaseIterable { case clearing, resetting, ending, registering }

    @Test(arguments: Drop.allCases)
    func `main-actor instances are released on the main actor, wherever they are dropped`(drop: Drop) async throws {
        let onMain = Recorder<Bool>()
        let isGone = Gate()
        try await MainActor.run {
            env.registerMain(Mortal.self, scope: .custom("window")) {
                Mortal {
                    onMain.record(MainActor.isCurrent)
                    isGone.open()
                }
            }
            try env.resolveMain(Mortal.self)
        }
        await onThread { [env] in
            switch drop {
            case .clearing: env.resetCaches()
            case .resetting: env.resetAll()
            case .ending: env.resetScope(.custom("window"))
            case .registering: env.register(Mortal.self) { Mortal {} }
            }
        }
        await isGone.opened()
        #expect(onMain.all == [true])
    }

    @Test func `main-actor instances go on the main actor with their environment`() async throws {
        let onMain = Recorder<Bool>()
        let isGone = Gate()
        let holder = Cell<ServiceEnv?>(ServiceEnv(name: "own"))
        try await MainActor.run {
            holder.value?.registerMain(Mortal.self) {
                Mortal {
                    onMain.record(MainActor.isCurrent)
                    isGone.open()
                }
            }
            try holder.value?.resolveMain(Mortal.self)
        }
        await onThread { holder.value = nil }
        await isGone.opened()
        #expect(onMain.all == [true])
    }

    @Test func `main-actor instances go on the main actor, though a task off it drops them`() async throws {
        let onMain = Recorder<Bool>()
        let isGone = Gate()
        try await MainActor.run {
            env.registerMain(Mortal.self) {
                Mortal {
                    onMain.record(MainActor.isCurrent)
                    isGone.open()
                }
            }
            try env.resolveMain(Mortal.self)
        }
        await Task.detached { [env] in env.resetCaches() }.value
        await isGone.opened()
        #expect(onMain.all == [true])
    }

    @Test func `so does a value that is no object`() async throws {
        struct Holder { let mortal: Mortal }
        let onMain = Recorder<Bool>()
        let isGone = Gate()
        try await MainActor.run {
            env.registerMain(Holder?.self) {
                Holder(
                    mortal: Mortal {
                        onMain.record(MainActor.isCurrent)
                        isGone.open()
                    })
            }
            try env.resolveMain(Holder?.self)
        }
        await onThread { [env] in env.resetCaches() }
        await isGone.opened()
        #expect(onMain.all == [true])
    }

    @Test @MainActor func `on the main actor they go at once`() throws {
        env.registerMain(Mortal.self) { [deaths] in Mortal { deaths.record("first") } }
        try env.resolveMain(Mortal.self)
        env.resetCaches()
        #expect(deaths.all == ["first"])
        try env.resolveMain(Mortal.self)
        env.registerMain(Mortal.self) { Mortal {} }
        #expect(deaths.all == ["first", "first"])
    }

    @Test func `so do registered instances, which the registration holds`() async {
        let onMain = Recorder<Bool>()
        let isGone = Arrivals()
        func register(in env: ServiceEnv) async {
            await MainActor.run {
                env.registerMain(
                    Mortal {
                        onMain.record(MainActor.isCurrent)
                        isGone.arrive()
                    })
            }
        }
        await register(in: env)
        await onThread { [env] in env.resetAll() }
        await register(in: env)
        await onThread { [env] in env.register(Mortal.self) { Mortal {} } }
        let holder = Cell<ServiceEnv?>(ServiceEnv(name: "own"))
        if let own = holder.value { await register(in: own) }
        await onThread { holder.value = nil }
        await onThread { isGone.wait(for: 3) }
        #expect(onMain.all == [true, true, true])
    }

    @Test func `so does what a main-actor factory captured`() async {
        let onMain = Recorder<Bool>()
        let isGone = Gate()
        await MainActor.run {
            let captured = Mortal {
                onMain.record(MainActor.isCurrent)
                isGone.open()
            }
            env.registerMain(Int.self) { withExtendedLifetime(captured) { 1 } }
        }
        await onThread { [env] in env.resetAll() }
        await isGone.opened()
        #expect(onMain.all == [true])
    }

    @Test func `so does what a main-actor wrapper holds`() async {
        let onMain = Recorder<Bool>()
        let isGone = Gate()
        let holder = Cell<MainService<Mortal>?>(nil)
        await MainActor.run {
            env.registerMain(Mortal.self, scope: .transient) {
                Mortal {
                    onMain.record(MainActor.isCurrent)
                    isGone.open()
                }
            }
            holder.value = ServiceEnv.$current.withValue(env) { MainService(Mortal.self) }
            _ = holder.value?()
        }
        await onThread { holder.value = nil }
        await isGone.opened()
        #expect(onMain.all == [true])
    }
}
