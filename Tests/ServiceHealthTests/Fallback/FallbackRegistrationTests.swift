#if Health
import Service
import ServiceHealth
import ServiceTesting
import Testing

@Suite struct FallbackRegistrationTests {
    /// A service that says which one it is.
    final class Part: Sendable {
        let name: String
        init(_ name: String) { self.name = name }
    }

    /// Needs a part, and keeps it.
    final class Whole: Sendable {
        let part: Part
        init(_ part: Part) { self.part = part }
    }

    /// Fails until it is told not to.
    final class Switch: Sendable {
        private let works = Log<Bool>()
        func turn(_ on: Bool) { works.add(on) }
        func check() throws { if works.elements.last != true { throw Down() } }
    }

    let clock = ManualClock()
    let health: ServiceHealthManager
    let env = ServiceEnv(name: "degrading")
    let live = Tally()
    let fallbacks = Tally()
    let power = Switch()

    init() {
        health = ServiceHealthManager(clock: clock)
    }

    /// Registers a part whose making follows the switch.
    func register(in env: ServiceEnv, scope: ServiceScope = .singleton) {
        env.register(
            Part.self, scope: scope, health: .inventory, manager: health,
            fallback: {
                fallbacks.enter()
                return Part("fallback")
            }
        ) {
            live.enter()
            try power.check()
            return Part("live")
        }
    }

    var state: HealthState? { health.serviceStates[.inventory] }

    @Test func `a live service that works is what everyone gets`() throws {
        power.turn(true)
        register(in: env)
        let first = try env.resolve(Part.self)
        #expect(first.name == "live")
        #expect(try env.resolve(Part.self) === first)
        #expect(state?.isHealthy == true)
        #expect(state?.source == .live)
        #expect(fallbacks.total == 0)
    }

    @Test func `a factory that throws degrades at once, and one fallback serves everyone`() throws {
        register(in: env)
        let first = try env.resolve(Part.self)
        #expect(first.name == "fallback")
        for _ in 0..<5 { #expect(try env.resolve(Part.self) === first) }
        #expect(live.total == 1)
        #expect(fallbacks.total == 1)
        #expect(state?.isHealthy == false)
        #expect(state?.consecutiveFailures == 1)
        #expect(state?.source == .fallback)
        #expect(state?.fallbackKind == .readOnly)
    }

    @Test func `a fallback's successes do not heal`() throws {
        register(in: env)
        _ = try env.resolve(Part.self)
        for _ in 0..<5 { health.recordSuccess(for: .inventory) }
        #expect(state?.isHealthy == false)
    }

    @Test func `the live service is tried again after the interval, and swapped in`() async throws {
        register(in: env)
        _ = try env.resolve(Part.self)
        power.turn(true)
        await clock.advance(by: .seconds(299))
        #expect(try env.resolve(Part.self).name == "fallback")
        #expect(live.total == 1)
        await clock.advance(by: .seconds(1))
        let swapped = try env.resolve(Part.self)
        #expect(swapped.name == "live")
        #expect(try env.resolve(Part.self) === swapped)
        #expect(live.total == 2)
        #expect(state?.isHealthy == true)
        #expect(state?.source == .live)
    }

    @Test func `a probe that fails leaves the same fallback, and the next one an interval later`()
        async throws
    {
        register(in: env)
        let first = try env.resolve(Part.self)
        await clock.advance(by: .seconds(300))
        #expect(try env.resolve(Part.self) === first)
        #expect(live.total == 2)
        #expect(fallbacks.total == 1)
        await clock.advance(by: .seconds(299))
        #expect(try env.resolve(Part.self) === first)
        #expect(live.total == 2)
        await clock.advance(by: .seconds(1))
        #expect(try env.resolve(Part.self) === first)
        #expect(live.total == 3)
    }

    @Test func `every degraded period has a fallback of its own`() async throws {
        register(in: env)
        let first = try env.resolve(Part.self)
        power.turn(true)
        await clock.advance(by: .seconds(300))
        _ = try env.resolve(Part.self)
        power.turn(false)
        env.resetCaches()
        let second = try env.resolve(Part.self)
        #expect(second.name == "fallback")
        #expect(second !== first)
        #expect(fallbacks.total == 2)
    }

    @Test func `callers of the very first creation wait for it, and all get the one fallback`() async {
        let gate = ThreadGate()
        env.register(
            Part.self, health: .inventory, manager: health,
            fallback: {
                fallbacks.enter()
                return Part("fallback")
            }
        ) {
            live.enter()
            gate.pass()
            throw Down()
        }
        async let parts = onThreads(16) { _ in try? env.resolve(Part.self) }
        await onThread { gate.waitForArrivals() }
        gate.open()
        let names = await parts
        #expect(Set(names.map { $0.map(ObjectIdentifier.init) }).count == 1)
        #expect(names.first??.name == "fallback")
        #expect(live.total == 1)
        #expect(fallbacks.total == 1)
    }

    @Test func `while one probes, everyone else gets the fallback at once`() async throws {
        let gate = ThreadGate()
        env.register(Part.self, health: .inventory, manager: health, fallback: { Part("fallback") }) {
            live.enter()
            defer { live.leave() }
            guard live.total > 1 else { throw Down() }
            gate.pass()
            return Part("live")
        }
        _ = try env.resolve(Part.self)
        await clock.advance(by: .seconds(300))
        async let probe = onThread { try? env.resolve(Part.self).name }
        await onThread { gate.waitForArrivals() }
        // The gate is closed: a caller that waited for the probe would wait for ever.
        let others = await onThreads(16) { _ in try? env.resolve(Part.self).name }
        #expect(Set(others) == ["fallback"])
        gate.open()
        #expect(await probe == "live")
        #expect(live.total == 2)
        #expect(live.highest == 1)
        #expect(try env.resolve(Part.self).name == "live")
    }

    @Test func `where the fallback throws too, the caller gets the live factory's error`() throws {
        env.register(
            Part.self, health: .inventory, manager: health, fallback: { throw Elsewhere() }
        ) { throw Down(number: live.total) }
        for _ in 0..<2 {
            #expect {
                try env.resolve(Part.self)
            } throws: { error in
                guard case .factoryFailed(_, let inner as Down) = error as? ServiceError else { return false }
                return inner == Down()
            }
        }
        #expect(state?.isHealthy == false)
        #expect(state?.source == .live)
        #expect(state?.totalFailures == 2)
    }

    @Test func `errors in the wiring never degrade into a fallback`() throws {
        struct Missing: Sendable {}
        env.register(Part.self, health: .inventory, manager: health, fallback: { Part("fallback") }) {
            _ = try env.resolve(Missing.self)
            return Part("live")
        }
        #expect {
            try env.resolve(Part.self)
        } throws: { error in
            if case .notRegistered = error as? ServiceError { true } else { false }
        }
        env.register(Part.self, health: .inventory, manager: health, fallback: { Part("fallback") }) {
            try env.resolve(Part.self)
        }
        #expect {
            try env.resolve(Part.self)
        } throws: { error in
            if case .circularDependency = error as? ServiceError { true } else { false }
        }
        #expect(health.serviceStates.isEmpty)
    }

    @Test func `a probe that asks for itself is a circle, not its own fallback`() async throws {
        env.register(Part.self, health: .inventory, manager: health, fallback: { Part("fallback") }) {
            live.enter()
            if live.total == 1 { throw Down() }
            return try env.resolve(Part.self)
        }
        _ = try env.resolve(Part.self)
        await clock.advance(by: .seconds(300))
        #expect {
            try env.resolve(Part.self)
        } throws: { error in
            if case .circularDependency = error as? ServiceError { true } else { false }
        }
    }

    @Test func `an environment derived from a degraded one begins anew`() throws {
        register(in: env)
        _ = try env.resolve(Part.self)
        power.turn(true)
        #expect(try env.derived(name: "copy").resolve(Part.self).name == "live")
        #expect(try env.resolve(Part.self).name == "fallback")
    }

    @Test func `registering again forgets the fallback`() throws {
        register(in: env)
        _ = try env.resolve(Part.self)
        env.register(Part.self) { Part("another") }
        #expect(try env.resolve(Part.self).name == "another")
        #expect(state?.source == .live)
    }

    @Test func `a flapping service never has two probes at once, nor a lost one`() async throws {
        register(in: env)
        _ = try env.resolve(Part.self)
        for round in 0..<20 {
            await clock.advance(by: .seconds(300))
            power.turn(round.isMultiple(of: 3))
            let before = live.total
            let names = await onThreads(8) { _ in try? env.resolve(Part.self).name }
            #expect(live.total == before + 1)
            #expect(!names.contains(nil))
            if round.isMultiple(of: 3) {
                #expect(try env.resolve(Part.self).name == "live")
                power.turn(false)
                env.resetCaches()
                _ = try env.resolve(Part.self)
            }
        }
    }

    // MARK: What only pretends

    struct Mock: Inventory, MockService {
        func items() -> [String] { [] }
        func add(_ item: String) {}
    }

    func registerMock(in env: ServiceEnv, kind: FallbackKind = .readOnly) {
        env.register(
            (any Inventory).self, health: .inventory, manager: health, fallbackKind: kind,
            fallback: { Mock() }
        ) { try DiskInventory(path: "") }
    }

    @Test func `a mock is refused as a fallback`() throws {
        registerMock(in: env)
        #expect {
            try env.resolve((any Inventory).self)
        } throws: { error in
            guard case .factoryFailed(_, let inner) = error as? ServiceError else { return false }
            return inner is Down
        }
    }

    @Test func `a mock that is said to do the work is taken at its word`() throws {
        registerMock(in: env, kind: .substitute)
        #expect(try env.resolve((any Inventory).self) is Mock)
        #expect(state?.fallbackKind == .substitute)
    }

    @Test(arguments: [ServiceEnv.test, .dev]) func `a mock may stand in where nothing is at stake`(
        root: ServiceEnv
    ) throws {
        for env in [
            root.derived(name: "a test"), ServiceEnv(name: "request", parent: root.derived(name: "another")),
        ] {
            registerMock(in: env)
            #expect(try env.resolve((any Inventory).self) is Mock)
        }
    }
}
#endif
