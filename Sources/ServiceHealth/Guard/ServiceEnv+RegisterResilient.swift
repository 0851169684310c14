#if Health
public import Service

extension ServiceEnv {
    /// Registers a service whose calls are protected.
    ///
    /// ```swift
    /// env.registerResilient(ResilientRates.self, health: .rates, policy: .server) { LiveRates() }
    /// let rates = try env.resolve((any RateService).self)
    /// ```
    ///
    /// The pipeline is created by this call, once: instances of every scope share its circuit.
    ///
    /// To protect a service that is registered in another way, on the main actor, asynchronously or with a shutdown, decorate
    /// it: `env.decorate((any RateService).self) { ResilientRateService($0, calls: calls) }`.
    ///
    /// - Parameters:
    ///   - guardType: The guard. The service is registered under the type that it guards.
    ///   - name: The name to resolve it by; nil, the default, for the service without a name.
    ///   - scope: How long an instance is cached; `.singleton` by default.
    ///   - health: The manager's name for the service.
    ///   - policy: How the calls are protected.
    ///   - manager: Records the health.
    ///   - clock: The clock of all times and waits.
    ///   - classifier: Decides which errors count against the service.
    ///   - refusals: Returns true for an error with which the service declines; asked before the classifier.
    ///   - failures: Returns what callers get instead of a failure, see ``ResilientCalls``.
    ///   - fileID: The file that messages name. Defaults to the call site.
    ///   - line: The line that messages name. Defaults to the call site.
    ///   - factory: Creates the live service.
    /// - Precondition: ``ResiliencePolicy/validate()`` accepts the policy.
    public func registerResilient<G: ResilientGuard>(
        _ guardType: G.Type, name: ServiceName? = nil, scope: ServiceScope = .singleton, health: ServiceID,
        policy: ResiliencePolicy, manager: ServiceHealthManager = .shared,
        clock: any Clock<Duration> = ContinuousClock(), classifier: ErrorClassifier = .standard,
        refusals: (@Sendable (any Error) -> Bool)? = nil,
        failures: (@Sendable (CallFailure<any Error>) -> any Error)? = nil, fileID: StaticString = #fileID,
        line: UInt = #line, factory: @escaping @Sendable () throws -> G.Guarded
    ) {
        let calls = ResilientCalls(
            ResiliencePipeline(service: health, policy: policy, health: manager, clock: clock, classifier: classifier),
            refusals: refusals, failures: failures)
        register(G.Guarded.self, name: name, scope: scope, fileID: fileID, line: line) {
            G.guarding(try factory(), by: calls)
        }
    }

    /// Registers a service whose calls are protected, together with the services it needs.
    ///
    /// - Parameters:
    ///   - guardType: The guard. The service is registered under the type that it guards.
    ///   - name: The name to resolve it by; nil, the default, for the service without a name.
    ///   - scope: How long an instance is cached; `.singleton` by default.
    ///   - first: The first service it needs.
    ///   - rest: The others.
    ///   - health: The manager's name for the service.
    ///   - policy: How the calls are protected.
    ///   - manager: Records the health.
    ///   - clock: The clock of all times and waits.
    ///   - classifier: Decides which errors count against the service.
    ///   - refusals: Returns true for an error with which the service declines; asked before the classifier.
    ///   - failures: Returns what callers get instead of a failure, see ``ResilientCalls``.
    ///   - fileID: The file that messages name. Defaults to the call site.
    ///   - line: The line that messages name. Defaults to the call site.
    ///   - factory: Creates the live service from the services it needs, in their order.
    /// - Precondition: ``ResiliencePolicy/validate()`` accepts the policy.
    public func registerResilient<G: ResilientGuard, First: Sendable, each Rest: Sendable>(
        _ guardType: G.Type, name: ServiceName? = nil, scope: ServiceScope = .singleton,
        needs first: First.Type, _ rest: repeat (each Rest).Type, health: ServiceID,
        policy: ResiliencePolicy, manager: ServiceHealthManager = .shared,
        clock: any Clock<Duration> = ContinuousClock(), classifier: ErrorClassifier = .standard,
        refusals: (@Sendable (any Error) -> Bool)? = nil,
        failures: (@Sendable (CallFailure<any Error>) -> any Error)? = nil, fileID: StaticString = #fileID,
        line: UInt = #line, factory: @escaping @Sendable (First, repeat each Rest) throws -> G.Guarded
    ) {
        let calls = ResilientCalls(
            ResiliencePipeline(service: health, policy: policy, health: manager, clock: clock, classifier: classifier),
            refusals: refusals, failures: failures)
        register(
            G.Guarded.self, name: name, scope: scope, needs: DeclaredNeeds(first, repeat each rest), onShutdown: nil,
            fileID: fileID, line: line
        ) {
            let environment = ServiceEnv.current
            let live = try factory(environment.resolve(First.self), repeat environment.resolve((each Rest).self))
            return G.guarding(live, by: calls)
        }
    }

    /// Registers a service whose calls are protected, with a fallback that serves while the live service cannot be created.
    ///
    /// - Parameters:
    ///   - guardType: The guard. The service is registered under the type that it guards.
    ///   - name: The name to resolve it by; nil, the default, for the service without a name.
    ///   - scope: How long an instance is cached; `.singleton` by default.
    ///   - health: The manager's name for the service.
    ///   - policy: How the calls are protected.
    ///   - manager: Records the health.
    ///   - clock: The clock of all times and waits.
    ///   - classifier: Decides which errors count against the service.
    ///   - refusals: Returns true for an error with which the service declines; asked before the classifier.
    ///   - failures: Returns what callers get instead of a failure, see ``ResilientCalls``.
    ///   - fallbackKind: What the fallback can do.
    ///   - fallback: Creates the service that is used when the factory throws. Its calls are not protected.
    ///   - fileID: The file that messages name. Defaults to the call site.
    ///   - line: The line that messages name. Defaults to the call site.
    ///   - factory: Creates the live service.
    /// - Precondition: ``ResiliencePolicy/validate()`` accepts the policy.
    public func registerResilient<G: ResilientGuard>(
        _ guardType: G.Type, name: ServiceName? = nil, scope: ServiceScope = .singleton, health: ServiceID,
        policy: ResiliencePolicy, manager: ServiceHealthManager = .shared,
        clock: any Clock<Duration> = ContinuousClock(), classifier: ErrorClassifier = .standard,
        refusals: (@Sendable (any Error) -> Bool)? = nil,
        failures: (@Sendable (CallFailure<any Error>) -> any Error)? = nil, fallbackKind: FallbackKind = .readOnly,
        fallback: @escaping @Sendable () throws -> G.Guarded, fileID: StaticString = #fileID,
        line: UInt = #line, factory: @escaping @Sendable () throws -> G.Guarded
    ) {
        let calls = ResilientCalls(
            ResiliencePipeline(service: health, policy: policy, health: manager, clock: clock, classifier: classifier),
            refusals: refusals, failures: failures)
        register(
            G.Guarded.self, name: name, scope: scope, health: health, manager: manager, fallbackKind: fallbackKind,
            fallback: fallback, fileID: fileID, line: line
        ) { G.guarding(try factory(), by: calls) }
    }

    /// Registers a service whose calls are protected, together with the services it needs and a fallback that serves while
    /// the live service cannot be created.
    ///
    /// The parameters are those of the other forms. The fallback gets none of the needs: they may be what failed.
    public func registerResilient<G: ResilientGuard, First: Sendable, each Rest: Sendable>(
        _ guardType: G.Type, name: ServiceName? = nil, scope: ServiceScope = .singleton,
        needs first: First.Type, _ rest: repeat (each Rest).Type, health: ServiceID,
        policy: ResiliencePolicy, manager: ServiceHealthManager = .shared,
        clock: any Clock<Duration> = ContinuousClock(), classifier: ErrorClassifier = .standard,
        refusals: (@Sendable (any Error) -> Bool)? = nil,
        failures: (@Sendable (CallFailure<any Error>) -> any Error)? = nil, fallbackKind: FallbackKind = .readOnly,
        fallback: @escaping @Sendable () throws -> G.Guarded, fileID: StaticString = #fileID,
        line: UInt = #line, factory: @escaping @Sendable (First, repeat each Rest) throws -> G.Guarded
    ) {
        let calls = ResilientCalls(
            ResiliencePipeline(service: health, policy: policy, health: manager, clock: clock, classifier: classifier),
            refusals: refusals, failures: failures)
        register(
            G.Guarded.self, name: name, scope: scope, needs: first, repeat each rest, health: health, manager: manager,
            fallbackKind: fallbackKind, fallback: fallback, fileID: fileID, line: line
        ) { (first: First, rest: repeat each Rest) in
            G.guarding(try factory(first, repeat each rest), by: calls)
        }
    }
}
#endif
