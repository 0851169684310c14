import Service
import Testing

/// Guarantee 4, races: registrations and resets lose nothing and never crash, whatever resolves meanwhile.
@Suite(.timeLimit(.minutes(5))) struct RaceTests {
    /// As many different services as are wanted: a type for each combination of four digits.
    private struct Pair<First, Second>: Sendable {}
    private enum Zero {}
    private enum One {}

    private let env = ServiceEnv(name: "race")

    /// Registers a service for every number below `end`, each a type of its own.
    private static func register<Prefix>(_ prefix: Prefix.Type, digits: Int, in env: ServiceEnv) {
        guard digits > 0 else {
            env.register(Pair<Prefix, Int>.self) { Pair() }
            return
        }
        register(Pair<Prefix, Zero>.self, digits: digits - 1, in: env)
        register(Pair<Prefix, One>.self, digits: digits - 1, in: env)
    }

    private static func missing<Prefix>(_ prefix: Prefix.Type, digits: Int, in env: ServiceEnv) -> Int {
        guard digits > 0 else { return env.has(Pair<Prefix, Int>.self) ? 0 : 1 }
        return missing(Pair<Prefix, Zero>.self, digits: digits - 1, in: env)
            + missing(Pair<Prefix, One>.self, digits: digits - 1, in: env)
    }

    @Test func `two threads that register 512 types each lose none`() async throws {
        _ = try await onThreads(2) { [env] number in
            if number == 0 {
                Self.register(Int.self, digits: 9, in: env)
            } else {
                Self.register(String.self, digits: 9, in: env)
            }
        }
        #expect(Self.missing(Int.self, digits: 9, in: env) == 0)
        #expect(Self.missing(String.self, digits: 9, in: env) == 0)
    }

    @Test func `registering many types while others are resolved loses none and disturbs none`() async throws {
        env.register(Instance.self) { Instance() }
        let instance = try env.resolve(Instance.self)
        let isOver = Cell(false)
        let results = try await onThreads(4) { [env] number in
            switch number {
            case 0:
                Self.register(Int.self, digits: 8, in: env)
                isOver.value = true
                return true
            default:
                var isSame = true
                repeat { isSame = isSame && env.outcome(Instance.self).value === instance } while !isOver.value
                return isSame
            }
        }
        #expect(results == [true, true, true, true])
        #expect(Self.missing(Int.self, digits: 8, in: env) == 0)
    }

    @Test func `registering the same type on many threads leaves one of their registrations`() async throws {
        _ = try await onThreads(8) { [env] number in
            for round in 0..<50 { env.register(Int.self) { number * 1000 + round } }
        }
        let value = try env.resolve(Int.self)
        #expect(value % 1000 == 49)
        #expect(try env.resolve(Int.self) == value)
    }

    // MARK: Resolutions against everything else

    private final class Repository: Sendable {
        let database: Instance
        init(_ database: Instance) { self.database = database }
    }

    private func registerBoth(_ scope: ServiceScope = .singleton) {
        env.register(Instance.self, scope: scope) { Instance() }
        env.register(Repository.self, scope: scope) { Repository(try ServiceEnv.current.resolve(Instance.self)) }
    }

    /// Resolves on three threads while `disturb` runs a number of times on a fourth; returns the errors.
    private func resolve(
        while disturb: @escaping @Sendable () -> Void, times: Int = 200
    ) async throws -> [ServiceError] {
        let isOver = Cell(false)
        let errors = Recorder<ServiceError>()
        _ = try await onThreads(4) { [env] number in
            if number == 0 {
                for _ in 0..<times { disturb() }
                isOver.value = true
            } else {
                repeat {
                    if let error = env.failure(Repository.self) { errors.record(error) }
                    if let error = env.failure(Instance.self) { errors.record(error) }
                } while !isOver.value
            }
        }
        return errors.all
    }

    @Test(arguments: [ServiceScope.singleton, .graph, .custom("session")])
    func `clearing caches while services resolve fails nobody`(scope: ServiceScope) async throws {
        registerBoth(scope)
        let errors = try await resolve(while: { [env] in env.resetCaches() })
        #expect(errors.isEmpty, "\(errors)")
    }

    @Test func `ending a scope while services resolve fails nobody`() async throws {
        registerBoth(.custom("session"))
        let errors = try await resolve(while: { [env] in env.resetScope(.custom("session")) })
        #expect(errors.isEmpty, "\(errors)")
    }

    @Test func `registering again while services resolve fails nobody, and the last one stays`() async throws {
        registerBoth()
        let last = Cell<Instance?>(nil)
        let errors = try await resolve(while: { [env] in
            let mine = Instance()
            last.value = mine
            env.register(Instance.self) { mine }
        })
        #expect(errors.isEmpty, "\(errors)")
        #expect(try env.resolve(Instance.self) === last.value)
    }

    @Test func `resetting everything while services resolve makes nothing worse than missing`() async throws {
        registerBoth()
        let errors = try await resolve(while: { [env] in
            env.resetAll()
            env.register(Instance.self) { Instance() }
            env.register(Repository.self) { Repository(try ServiceEnv.current.resolve(Instance.self)) }
        })
        #expect(errors.allSatisfy { $0.missing != nil }, "\(errors)")
        #expect(env.has(Repository.self))
    }

    @Test func `after a race between resets and resolutions a service is kept as ever`() async throws {
        registerBoth()
        _ = try await resolve(while: { [env] in env.resetCaches() })
        let repository = try env.resolve(Repository.self)
        #expect(try env.resolve(Repository.self) === repository)
        #expect(try env.resolve(Instance.self) === env.resolve(Instance.self))
    }

    @Test func `a change of scope while services resolve is not mixed with the scope before`() async throws {
        for _ in 0..<500 {
            env.register(Instance.self) { Instance() }
            _ = try await onThreads(2) { [env] number in
                if number == 0 {
                    env.register(Instance.self, scope: .transient) { Instance() }
                } else {
                    env.outcome(Instance.self).value.map { _ in }
                }
            }
            #expect(try env.resolve(Instance.self) !== env.resolve(Instance.self))
        }
    }

    #if os(macOS) || os(Linux) || os(Windows)  // the systems that have exit tests
    @Test func `a change to the main actor while services resolve never runs its factory elsewhere`() async throws {
        // In a process of its own, as the main actor's factory stops the one in which another thread runs it.
        await #expect(processExitsWith: .success) {
            let env = ServiceEnv(name: "race")
            let isOver = Cell(false)
            let resolver = Threads(2) { _ in
                // Not registered is right: it is what only the main actor may make.
                while !isOver.value { _ = env.outcome(Instance.self) }
            }
            for _ in 0..<2000 {
                await MainActor.run {
                    env.register(Instance.self) { Instance() }
                    env.registerMain(Instance.self) {
                        MainActor.preconditionIsolated()
                        return Instance()
                    }
                }
            }
            isOver.value = true
            _ = try await resolver.results()
            #expect(env.failure(Instance.self)?.missing == "Instance")
        }
    }
    #endif
}
