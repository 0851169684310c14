#if Lifecycle
public import Service
public import ServiceLifecycle

/// A long-running service that an ``EnvironmentServiceGroup`` resolves and runs.
public struct RegisteredService: Sendable {
    /// What the group does when a service stops by itself.
    public typealias Termination = ServiceGroupConfiguration.ServiceConfiguration.TerminationBehavior

    let name: String
    let onReturn: Termination
    let onFailure: Termination
    let resolve: @Sendable (ServiceEnv) async throws(ServiceError) -> any ServiceLifecycle::Service

    /// Names a service that is registered under a type that can run.
    ///
    /// - Parameters:
    ///   - type: The type that was registered, with a synchronous or an asynchronous factory.
    ///   - name: The name it was registered with, if any.
    ///   - onReturn: What to do when it returns; by default the group is cancelled and fails.
    ///   - onFailure: What to do when it throws; by default the group is cancelled and fails.
    public static func service<S: ServiceLifecycle::Service>(
        _ type: S.Type, name: ServiceName? = nil, onReturn: Termination = .cancelGroup,
        onFailure: Termination = .cancelGroup
    ) -> Self {
        service(type, name: name, onReturn: onReturn, onFailure: onFailure) { $0 }
    }

    /// Names a service that is registered under a protocol, or that is run by another object.
    ///
    /// ```swift
    /// .service((any Poller).self) { $0 },  // protocol Poller: ServiceLifecycle.Service
    /// .service(Cache.self) { CacheCleaner(cleaning: $0) },
    /// ```
    ///
    /// - Parameters:
    ///   - type: The type that was registered, with a synchronous or an asynchronous factory.
    ///   - name: The name it was registered with, if any.
    ///   - onReturn: What to do when it returns; by default the group is cancelled and fails.
    ///   - onFailure: What to do when it throws; by default the group is cancelled and fails.
    ///   - runner: Returns what to run for the instance.
    public static func service<S: Sendable>(
        _ type: S.Type, name: ServiceName? = nil, onReturn: Termination = .cancelGroup,
        onFailure: Termination = .cancelGroup, as runner: @escaping @Sendable (S) -> any ServiceLifecycle::Service
    ) -> Self {
        Self(name: "\(type)", onReturn: onReturn, onFailure: onFailure) { env throws(ServiceError) in
            runner(try await env.resolveAsync(type, name: name))
        }
    }

    /// Names a service that is registered for the main actor.
    ///
    /// - Parameters:
    ///   - type: The type that was registered with `registerMain`, or with `register`.
    ///   - name: The name it was registered with, if any.
    ///   - onReturn: What to do when it returns; by default the group is cancelled and fails.
    ///   - onFailure: What to do when it throws; by default the group is cancelled and fails.
    public static func mainService<S: ServiceLifecycle::Service>(
        _ type: S.Type, name: ServiceName? = nil, onReturn: Termination = .cancelGroup,
        onFailure: Termination = .cancelGroup
    ) -> Self {
        Self(name: "\(type)", onReturn: onReturn, onFailure: onFailure) { env throws(ServiceError) in
            try await resolveMain(type, name: name, in: env)
        }
    }

    /// Names a service that exists and is not registered, such as an HTTP server that the app creates at its start.
    ///
    /// - Parameters:
    ///   - instance: The service.
    ///   - onReturn: What to do when it returns; by default the group is cancelled and fails.
    ///   - onFailure: What to do when it throws; by default the group is cancelled and fails.
    public static func instance(
        _ instance: any ServiceLifecycle::Service, onReturn: Termination = .cancelGroup,
        onFailure: Termination = .cancelGroup
    ) -> Self {
        Self(name: "\(type(of: instance))", onReturn: onReturn, onFailure: onFailure) { _ throws(ServiceError) in
            instance
        }
    }

    @MainActor
    private static func resolveMain<S: Sendable>(
        _ type: S.Type, name: ServiceName?, in env: ServiceEnv
    ) throws(ServiceError) -> S {
        guard let name else { return try env.resolveMain(type) }
        return try env.resolveMain(type, name: name)
    }

    /// The configuration of the resolved service.
    func configuration(
        in env: ServiceEnv
    ) async throws(ServiceError) -> ServiceGroupConfiguration.ServiceConfiguration {
        ServiceGroupConfiguration.ServiceConfiguration(
            service: try await resolve(env), successTerminationBehavior: onReturn,
            failureTerminationBehavior: onFailure, serviceName: name)
    }
}
#endif
