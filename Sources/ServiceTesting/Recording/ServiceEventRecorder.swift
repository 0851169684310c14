public import Service

/// Records what an environment makes and fails to make.
///
/// ```swift
/// let recorder = ServiceEventRecorder()
/// try await startServer()
/// let event = try await recorder.events.first { $0.service == "Database" }
/// #expect(event.depth == 2)
/// ```
///
/// It observes for as long as it lives.
public final class ServiceEventRecorder: Sendable {
    /// What happened so far. Await here what is still to come.
    public let events = Recorder<ServiceEvent>()
    private let observation: ServiceObservation

    /// Observes an environment from now on.
    ///
    /// - Parameter environment: The environment; by default the current one, which under a ``ServiceEnvTrait`` is the
    ///   test's own.
    public init(observing environment: ServiceEnv = .current) {
        observation = environment.observe { [events] in events.record($0) }
    }

    /// The services that were made, by name, in the order in which they were finished: dependencies first.
    public var created: [String] {
        events.elements.compactMap { event in
            if case .created = event.outcome { event.service } else { nil }
        }
    }

    /// The services that could not be made, with the reasons.
    public var failures: [(service: String, error: ServiceError)] {
        events.elements.compactMap { event in
            if case .failed(let error) = event.outcome { (event.service, error) } else { nil }
        }
    }
}
