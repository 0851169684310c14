@_spi(Lock) import Service
import Testing

/// What an observer resolves is no need of the service that is being created around the event.
@Suite(.timeLimit(.minutes(5))) struct ObserverNeedsTests {
    private final class Part: Sendable {}
    private final class Whole: Sendable {}
    private final class Log: Sendable {}
    private final class Late: Sendable {}

    /// Returns instances of `Log` under a lease, until that ends.
    private final class Source: CreationSource {
        let lease = Lease { false }
        var standby: SourcedInstance? { nil }

        func create(_ factory: () throws -> Service::Instance) throws -> SourcedInstance {
            SourcedInstance(try factory(), lease: lease.isEnded ? nil : lease)
        }

        func create(_ factory: () async throws -> Service::Instance) async throws -> SourcedInstance {
            SourcedInstance(try await factory(), lease: lease.isEnded ? nil : lease)
        }
    }

    private let env = ServiceEnv(name: "observed")

    /// Registers a whole that needs a part, and something else after it.
    private func registerAll(async isAsync: Bool) {
        let env = env
        env.register(Late.self) { Late() }
        if isAsync {
            env.registerAsync(Part.self) { Part() }
            env.registerAsync(Whole.self) {
                try await env.resolveAsync(Part.self)
                try env.resolve(Late.self)
                return Whole()
            }
        } else {
            env.register(Part.self) { Part() }
            env.register(Whole.self) {
                try env.resolve(Part.self)
                try env.resolve(Late.self)
                return Whole()
            }
        }
    }

    /// Resolves `Log` when a part or `Late` was created.
    private func observe() -> ServiceObservation {
        env.observe { [env] event in
            guard ["Part", "Late"].contains(event.service) else { return }
            #expect(env.has(Log.self))
        }
    }

    private var edges: [String] { env.graph.edges.map { "\($0.from) -> \($0.to)" } }

    @Test(arguments: [false, true]) func `it is not recorded`(isAsync: Bool) async throws {
        registerAll(async: isAsync)
        // A singleton that held it would hold it captive.
        env.register(Log.self, scope: .transient) { Log() }
        let observation = observe()
        _ = try await env.resolveAsync(Whole.self)
        observation.cancel()
        #expect(edges == ["Whole -> Late", "Whole -> Part"])
        try env.validate()
    }

    @Test(arguments: [false, true]) func `what it creates has needs of its own`(isAsync: Bool) async throws {
        let env = env
        registerAll(async: isAsync)
        env.register(Int.self) { 1 }
        env.register(Log.self) {
            try env.resolve(Int.self)
            return Log()
        }
        let observation = observe()
        _ = try await env.resolveAsync(Whole.self)
        observation.cancel()
        #expect(edges == ["Log -> Int", "Whole -> Late", "Whole -> Part"])
    }

    @Test(arguments: [false, true]) func `a property that it injects is no property of the instance`(
        isAsync: Bool
    ) async throws {
        registerAll(async: isAsync)
        env.register(Log.self) { Log() }
        let observation = env.observe { _ in _ = Service(Log.self) }
        _ = try await env.resolveAsync(Whole.self)
        observation.cancel()
        #expect(edges == ["Whole -> Late", "Whole -> Part"])
    }

    @Test(arguments: [false, true]) func `its lease does not end the instance`(isAsync: Bool) async throws {
        registerAll(async: isAsync)
        let source = Source()
        env.register(
            Log.self, name: nil, scope: .singleton, needs: nil, onShutdown: nil, fileID: #fileID, line: #line,
            makeSource: { _ in source }, factory: { Log() })
        let observation = observe()
        let whole = try await env.resolveAsync(Whole.self)
        observation.cancel()
        source.lease.end()
        #expect(try await env.resolveAsync(Whole.self) === whole)
    }

    @Test func `a cycle that it closes is still an error`() throws {
        let env = env
        registerAll(async: false)
        let circles = Recorder<[String]?>()
        let observation = env.observe { event in
            if event.service == "Part" { circles.record(env.failure(Whole.self)?.circle) }
        }
        try env.resolve(Whole.self)
        observation.cancel()
        #expect(circles.all == [["Whole", "Whole"]])
        #expect(edges == ["Whole -> Late", "Whole -> Part"])
    }
}
