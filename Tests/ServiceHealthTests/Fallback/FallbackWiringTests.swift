#if Health
import Service
import ServiceHealth
import ServiceTesting
import Testing

/// Errors that say how services are wired or used, and nothing about a service itself: its fallback hides none of them.
@Suite(.timeLimit(.minutes(5))) struct FallbackWiringTests {
    typealias Part = FallbackRegistrationTests.Part

    /// What a part is made of.
    struct Pool: Sendable {}

    let health = ServiceHealthManager(clock: ManualClock())
    let env = ServiceEnv(name: "wired")

    var isUntouched: Bool { health.state(of: .inventory)?.isHealthy ?? true }

    /// Registers a part that asks for a pool in its own way.
    func register(in env: ServiceEnv, _ ask: @escaping @Sendable () throws -> Void) {
        env.register(Part.self, health: .inventory, manager: health, fallback: { Part("fallback") }) {
            try ask()
            return Part("live")
        }
    }

    /// Whether an error is a failure of a factory for a reason of some type.
    static func isFailure<Reason: Error>(_ error: any Error, _ type: Reason.Type) -> Bool {
        guard case .factoryFailed(_, let reason) = error as? ServiceError else { return false }
        return reason is Reason
    }

    @Test func `a need that cannot be kept weakly is no failure of the service`() {
        env.register(Pool.self, scope: .weak) { Pool() }
        register(in: env) { [env] in _ = try env.resolve(Pool.self) }
        #expect {
            try env.resolve(Part.self)
        } throws: {
            Self.isFailure($0, WeakScopeError.self)
        }
        #expect(isUntouched)
    }

    @Test func `a factory that gives up for a cancelled task is no failure of the service`() async {
        register(in: env) { try Task.checkCancellation() }
        let resolution = Task { [env] in
            await ResiliencePipelineTests.waitForCancellation()
            return try env.resolve(Part.self).name
        }
        resolution.cancel()
        await #expect {
            try await resolution.value
        } throws: {
            Self.isFailure($0, CancellationError.self)
        }
        #expect(isUntouched)
    }

    @Test func `a factory that fails in a cancelled task degrades the service for everybody who waits`() async throws {
        register(in: env) { throw Down() }
        let resolution = Task { [env] in
            await ResiliencePipelineTests.waitForCancellation()
            return try env.resolve(Part.self).name
        }
        resolution.cancel()
        #expect(try await resolution.value == "fallback")
        #expect(!isUntouched)
    }

    // MARK: What is not created yet

    @Test func `warming up creates first what an asynchronous service asks for without waiting`() async throws {
        let asked = Gate()
        env.registerAsync(Pool.self) {
            await asked.pass()
            return Pool()
        }
        env.registerAsync(Part.self, health: .inventory, manager: health, fallback: { Part("fallback") }) { [env] in
            defer { asked.open() }
            _ = try env.resolve(Pool.self)
            return Part("live")
        }
        try await env.warmUp()
        #expect(try env.resolve(Part.self).name == "live")
        #expect(isUntouched)
    }

    @Test(arguments: [false, true])
    func `a service that was asked for before the warm-up is live after it`(isDeclared: Bool) async throws {
        env.registerAsync(Pool.self) { Pool() }
        if isDeclared {
            env.register(
                Part.self, needs: Pool.self, health: .inventory, manager: health, fallback: { Part("fallback") }
            ) { _ in Part("live") }
        } else {
            register(in: env) { [env] in _ = try env.resolve(Pool.self) }
        }
        #expect {
            try env.resolve(Part.self)
        } throws: {
            Self.isFailure($0, AsyncServiceNotReadyError.self)
        }
        try await env.warmUp()
        #expect(try env.resolve(Part.self).name == "live")
        #expect(isUntouched)
    }

    // MARK: What is not registered like that

    @Test func `arguments that nobody registered are no failure of the service`() {
        env.register(Pool.self, arguments: { (_: Int) in Pool() })
        register(in: env) { [env] in _ = try env.resolve(Pool.self, arguments: "2026") }
        #expect {
            try env.resolve(Part.self)
        } throws: {
            Self.isFailure($0, ArgumentMismatchError.self)
        }
        #expect(isUntouched)
    }

    @Test @available(*, deprecated) func `a need that has no factory is no failure of the service`() {
        env.register(Pool.self)
        register(in: env) { [env] in _ = try env.resolve(Pool.self) }
        #expect {
            try env.resolve(Part.self)
        } throws: {
            Self.isFailure($0, MissingFactoryError.self)
        }
        #expect(isUntouched)
    }

    // MARK: What was shut down

    @Test(arguments: [false, true])
    func `a shutdown is no failure of a service that is asked for after it`(isAsync: Bool) async throws {
        let request = ServiceEnv(name: "request", parent: env)
        env.register(Pool.self) { Pool() }
        if isAsync {
            request.registerAsync(
                Part.self, health: .inventory, manager: health, fallback: { Part("fallback") }
            ) {
                _ = try await ServiceEnv.current.resolveAsync(Pool.self)
                return Part("live")
            }
        } else {
            register(in: request) { _ = try ServiceEnv.current.resolve(Pool.self) }
        }
        try await env.shutdown()
        await #expect {
            try await request.resolveAsync(Part.self)
        } throws: {
            Self.isFailure($0, EnvironmentShutDownError.self)
        }
        #expect(isUntouched)
    }

    @Test func `a creation that a shutdown overtakes is no failure of its service`() async throws {
        let (begun, shut) = (Gate(), Gate())
        env.register(Pool.self) { Pool() }
        env.registerAsync(Part.self, health: .inventory, manager: health, fallback: { Part("fallback") }) { [env] in
            begun.open()
            await shut.pass()
            _ = try env.resolve(Pool.self)
            return Part("live")
        }
        let resolution = Task { [env] in try await env.resolveAsync(Part.self).name }
        await begun.pass()
        try await env.shutdown()
        shut.open()
        await #expect {
            try await resolution.value
        } throws: {
            Self.isFailure($0, EnvironmentShutDownError.self)
        }
        #expect(isUntouched)
    }
}
#endif
