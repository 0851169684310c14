public import Service

/// Records which services an environment creates, and which it fails to create.
///
/// ```swift
/// let recorder = ServiceEventRecorder()
/// try await startServer()
/// let event = try await recorder.events.first { $0.service == "Database" }
/// #expect(event.depth == 2)
/// ```
///
/// It observes as long as it exists.
public final class ServiceEventRecorder: Sendable {
    /// The events so far. Wait here for those still to come.
    public let events = Recorder<ServiceEvent>()
    private let observation: ServiceObservation

    /// Observes an environment from now on.
    ///
    /// - Parameter environment: The environment; by default the current one, which under a ``ServiceEnvTrait`` is the
    ///   test's own.
    public init(observing environment: ServiceEnv = .current) {
        observation = environment.observe { [events] in events.record($0) }
    }

    /// The services that were created, by name, in the order in which they were finished: dependencies first.
    public var created: [String] {
        events.elements.compactMap { event in
            if case .created = event.outcome { event.service } else { nil }
        }
    }

    /// The services that could not be created, with the reasons.
    public var failures: [(service: String, error: ServiceError)] {
        events.elements.compactMap { event in
            if case .failed(let error) = event.outcome { (event.service, error) } else { nil }
        }
    }
}
