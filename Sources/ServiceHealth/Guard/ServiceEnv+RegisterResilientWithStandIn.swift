#if Health
public import Service

extension ServiceEnv {
    /// Registers a service whose calls are protected, and whose fallback also answers calls that fail.
    ///
    /// ```swift
    /// env.registerResilient(
    ///     ResilientRateService.self, health: "rates", policy: .server, manager: health, fallback: { ShippedRates() }
    /// ) { LiveRates() }
    /// ```
    ///
    /// The pipeline is created by this call, once: instances of every scope share its circuit.
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
    ///   - fallback: Creates the stand-in, together with the live service, and the service that is used when the factory
    ///     throws. If it throws too, so does the resolution. A ``MockService`` is refused in production, unless the kind is
    ///     ``FallbackKind/substitute``.
    ///   - fileID: The file that messages name. Defaults to the call site.
    ///   - line: The line that messages name. Defaults to the call site.
    ///   - factory: Creates the live service.
    /// - Precondition: ``ResiliencePolicy/validate()`` accepts the policy.
    public func registerResilient<G: ResilientGuardWithStandIn>(
        _ guardType: G.Type, name: ServiceName? = nil, scope: ServiceScope = .singleton, health: ServiceID,
        policy: ResiliencePolicy, manager: ServiceHealthManager = .shared,
        clock: any Clock<Duration> = ContinuousClock(), classifier: ErrorClassifier = .standard,
        refusals: (@Sendable (any Error) -> Bool)? = nil,
        failures: (@Sendable (CallFailure<any Error>) -> any Error)? = nil, fallbackKind: FallbackKind = .readOnly,
        fallback: @escaping @Sendable () throws -> G.Guarded, fileID: StaticString = #fileID,
        line: UInt = #line, factory: @escaping @Sendable () throws -> G.Guarded
    ) {
        let calls = ResilientCalls(
            ResiliencePipeline(
                service: health, policy: policy, health: manager, clock: clock, classifier: classifier,
                fallbackKind: fallbackKind),
            refusals: refusals, failures: failures)
        register(
            G.Guarded.self, name: name, scope: scope, health: health, manager: manager, fallbackKind: fallbackKind,
            fallback: fallback, fileID: fileID, line: line
        ) {
            let (live, standIn) = (try factory(), try fallback())
            try fallbackKind.refuseMock(standIn, for: health, allowsMocks: ServiceEnv.current.purpose.allowsMocks)
            return G.guarding(live, standIn: standIn, by: calls)
        }
    }

    /// Registers a service whose calls are protected, together with the services it needs, and whose fallback also answers
    /// calls that fail.
    ///
    /// The parameters are those of the form without needs. The fallback gets none of the needs: they may be what failed.
    public func registerResilient<G: ResilientGuardWithStandIn, First: Sendable, each Rest: Sendable>(
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
            ResiliencePipeline(
                service: health, policy: policy, health: manager, clock: clock, classifier: classifier,
                fallbackKind: fallbackKind),
            refusals: refusals, failures: failures)
        register(
            G.Guarded.self, name: name, scope: scope, needs: first, repeat each rest, health: health, manager: manager,
            fallbackKind: fallbackKind, fallback: fallback, fileID: fileID, line: line
        ) { (first: First, rest: repeat each Rest) in
            let (live, standIn) = (try factory(first, repeat each rest), try fallback())
            try fallbackKind.refuseMock(standIn, for: health, allowsMocks: ServiceEnv.current.purpose.allowsMocks)
            return G.guarding(live, standIn: standIn, by: calls)
        }
    }
}
#endif
