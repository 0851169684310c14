#if Lifecycle
public import Logging
public import Service
public import ServiceLifecycle
public import UnixSignals

/// Runs services of an environment until they are told to stop, and then shuts the environment down.
///
/// ```swift
/// try await EnvironmentServiceGroup(
///     environment: env, services: [.service(Poller.self), .instance(server)],
///     gracefulShutdownSignals: [.sigterm, .sigint], logger: logger
/// ).run()
/// ```
///
/// The services are resolved in order and run in a `ServiceGroup`, with the environment as `ServiceEnv.current`. A
/// graceful shutdown stops them in reverse order. However the group ends, by a graceful shutdown, a failure, a
/// cancellation, or a service that could not be resolved: when no service runs any more, the environment is shut down,
/// dependants before their dependencies.
///
/// A group is a service itself, so groups nest.
public actor EnvironmentServiceGroup: ServiceLifecycle::Service {
    private enum State {
        case initial(isShutdownRequested: Bool)
        case resolving(isShutdownRequested: Bool)
        case running(ServiceGroup)
        case finished
    }

    private let environment: ServiceEnv
    private let services: [RegisteredService]
    private let configuration: ServiceGroupConfiguration
    private let shutdownTimeout: Duration
    private let clock: any Clock<Duration>
    private var state = State.initial(isShutdownRequested: false)

    /// Creates a group of registered services.
    ///
    /// - Parameters:
    ///   - environment: The environment that the services are resolved from, and that is shut down at the end.
    ///   - services: The services, in the order in which they start: dependencies first.
    ///   - configuration: Signals, time limits and the logger. Services that it contains already start after the
    ///     registered ones and stop before them.
    ///   - shutdownTimeout: The time limit for shutting down the environment; 5 seconds by default.
    ///   - clock: Measures that time.
    public init(
        environment: ServiceEnv = .current, services: [RegisteredService], configuration: ServiceGroupConfiguration,
        shutdownTimeout: Duration = .seconds(5), clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.environment = environment
        self.services = services
        self.configuration = configuration
        self.shutdownTimeout = shutdownTimeout
        self.clock = clock
    }

    /// Creates a group of services, with the signals that end it.
    ///
    /// - Parameters:
    ///   - environment: The environment that the services are resolved from, and that is shut down at the end.
    ///   - services: The services, registered or not, in the order in which they start: dependencies first.
    ///   - gracefulShutdownSignals: The signals that stop the services one after the other.
    ///   - cancellationSignals: The signals that cancel all services.
    ///   - shutdownTimeout: The time limit for shutting down the environment; 5 seconds by default.
    ///   - clock: Measures that time.
    ///   - logger: The logger of the group.
    public init(
        environment: ServiceEnv = .current, services: [RegisteredService],
        gracefulShutdownSignals: [UnixSignal] = [], cancellationSignals: [UnixSignal] = [],
        shutdownTimeout: Duration = .seconds(5), clock: any Clock<Duration> = ContinuousClock(), logger: Logger
    ) {
        self.init(
            environment: environment, services: services,
            configuration: ServiceGroupConfiguration(
                services: [ServiceGroupConfiguration.ServiceConfiguration](),
                gracefulShutdownSignals: gracefulShutdownSignals, cancellationSignals: cancellationSignals,
                logger: logger),
            shutdownTimeout: shutdownTimeout, clock: clock)
    }

    /// Creates a group of services that are registered under types that can run, with the signals that end it.
    ///
    /// - Parameters:
    ///   - environment: The environment that the services are resolved from, and that is shut down at the end.
    ///   - services: The services, in the order in which they start: dependencies first.
    ///   - gracefulShutdownSignals: The signals that stop the services one after the other.
    ///   - cancellationSignals: The signals that cancel all services.
    ///   - shutdownTimeout: The time limit for shutting down the environment; 5 seconds by default.
    ///   - logger: The logger of the group.
    @_disfavoredOverload
    public init(
        environment: ServiceEnv = .current, services: [any ServiceLifecycle::Service.Type],
        gracefulShutdownSignals: [UnixSignal] = [], cancellationSignals: [UnixSignal] = [],
        shutdownTimeout: Duration = .seconds(5), logger: Logger
    ) {
        self.init(
            environment: environment, services: services.map { Self.registered($0) },
            gracefulShutdownSignals: gracefulShutdownSignals, cancellationSignals: cancellationSignals,
            shutdownTimeout: shutdownTimeout, logger: logger)
    }

    private static func registered<S: ServiceLifecycle::Service>(_ type: S.Type) -> RegisteredService {
        .service(type)
    }

    /// Resolves the services, runs them until the group ends, and shuts the environment down.
    ///
    /// - Throws: `ServiceError` of a service that cannot be resolved, and the errors of the `ServiceGroup`;
    ///   `ServiceGroupError` if the group runs or ran already; otherwise `ServiceShutdownError` if the environment does
    ///   not shut down cleanly. If both fail, the first error is thrown and the second is logged.
    public func run() async throws {
        switch state {
        case .initial(let isShutdownRequested): state = .resolving(isShutdownRequested: isShutdownRequested)
        case .resolving, .running: throw ServiceGroupError.alreadyRunning()
        case .finished: throw ServiceGroupError.alreadyFinished()
        }
        let run: Result<Void, any Error>
        do {
            try await ServiceEnv.$current.withValue(environment) { try await runGroup() }
            run = .success(())
        } catch {
            run = .failure(error)
        }
        state = .finished
        try finish(run, await shutDown())
    }

    /// Stops the services one after the other, the last one first. A call before ``run()`` is remembered.
    ///
    /// Returns immediately; ``run()`` returns when everything has ended.
    public func triggerGracefulShutdown() async {
        switch state {
        case .initial: state = .initial(isShutdownRequested: true)
        case .resolving: state = .resolving(isShutdownRequested: true)
        case .running(let group): await group.triggerGracefulShutdown()
        case .finished: return
        }
    }

    private func runGroup() async throws {
        var configuration = configuration
        var registered: [ServiceGroupConfiguration.ServiceConfiguration] = []
        for service in services { registered.append(try await service.configuration(in: environment)) }
        configuration.services = registered + configuration.services
        let group = ServiceGroup(configuration: configuration)
        if case .resolving(isShutdownRequested: true) = state { await group.triggerGracefulShutdown() }
        state = .running(group)
        try await group.run()
    }

    /// Shuts the environment down, in a task of its own: that this one was cancelled takes no time from it.
    private func shutDown() async -> ServiceShutdownError? {
        let (environment, timeout, clock) = (environment, shutdownTimeout, clock)
        return await Task { () -> ServiceShutdownError? in
            do throws(ServiceShutdownError) {
                try await environment.shutdown(timeout: timeout, clock: clock)
                return nil
            } catch {
                return error
            }
        }.value
    }

    private func finish(_ run: Result<Void, any Error>, _ shutdownError: ServiceShutdownError?) throws {
        guard let shutdownError else { return try run.get() }
        if case .success = run { throw shutdownError }
        configuration.logger.error(
            "The environment did not shut down cleanly.",
            metadata: ["environment": "\(environment.name)", "error": "\(shutdownError)"])
        try run.get()
    }
}
#endif
