/// One run of the factories that a validation may run, in an environment whose instances are dropped.
///
/// A required property that cannot be resolved stops the process, also here. The run goes on before that happens, so that the
/// message has everything that the validation would have reported.
final class DryRun: Sendable {
    /// Why a service could not be created.
    struct Failure {
        let error: ServiceError
        /// The service that the error names, where the run has seen that fail. The name alone may be that of several.
        let subject: ServiceIdentity?
    }

    private struct State {
        var remaining: ArraySlice<ServiceIdentity>
        var failures: [ServiceIdentity: Failure] = [:]
        /// The text for the first property that stopped the process.
        var stop: String?
    }

    private let storage: EnvironmentStorage
    private let report: @Sendable (DryRun) -> ServiceValidationError?
    private let state: Lock<State>
    /// What was not registered, also in environments that factories have created.
    private let missing = FailureLog()

    /// Prepares the run of the factories that are synchronous and `Sendable`, take no arguments and declare no needs.
    ///
    /// - Parameter report: Returns what is wrong with the wiring as far as the run has come.
    init(
        of storage: EnvironmentStorage, in order: (ServiceIdentity, ServiceIdentity) -> Bool,
        report: @escaping @Sendable (DryRun) -> ServiceValidationError?
    ) {
        self.storage = storage
        self.report = report
        let services = storage.registrations.filter { service, registration in
            guard registration.needs == nil, case .sync(let factory) = registration.factory else { return false }
            return !factory.isMain && !service.hasArguments
        }
        state = Lock(State(remaining: services.keys.sorted(by: order)[...]))
    }

    /// What the factories threw so far, by the service that was asked for.
    var failures: [ServiceIdentity: Failure] { state.withLock { $0.failures } }

    /// Runs the factories that have not run yet.
    func run() {
        var traits = storage.traits
        traits.isDryRun = true
        // Reported by the validation, not by an observer.
        traits.onMissing = { [self] _, _, failure in missing.add(failure) }
        traits.onStop = { [self] error, text in continueAfterStop(error, text) }
        let scratch = EnvironmentStorage(name: storage.name, traits: traits, layers: storage.snapshot())
        let watched = watchedEnvironments
        for environment in watched { environment.beginTracking() }
        defer { for environment in watched { environment.endTracking() } }
        while let service = state.withLock({ $0.remaining.popFirst() }) {
            guard scratch.isRegistered(service, isMain: false) else { continue }
            do throws(ServiceError) {
                try scratch.check(service)
            } catch {
                note(error, of: service, seen: scratch.failures.latest)
            }
        }
    }

    private func note(_ error: ServiceError, of service: ServiceIdentity, seen failures: [FailureLog.Failure] = []) {
        let subject = (missing.latest + failures).first { $0.name == error.serviceType }?.service
        state.withLock { $0.failures[service] = Failure(error: error, subject: subject) }
    }

    /// The environments that a factory may have captured. While they track, a cached instance is not read past the run.
    private var watchedEnvironments: [EnvironmentIdentity] {
        var watched: [ObjectIdentifier: EnvironmentIdentity] = [:]
        let known = ([storage, ServiceEnv.online.storage] + storage.parents).map(\.identity)
        for identity in known + storage.registrations.values.map(\.owner) {
            watched[ObjectIdentifier(identity)] = identity
        }
        return Array(watched.values)
    }

    /// Runs what is left, as the process is about to stop.
    ///
    /// - Returns: The text to stop with.
    private func continueAfterStop(_ error: ServiceError, _ text: String) -> String {
        if let service = ResolutionFrame.currentPath.last { note(error, of: service) }
        let first = state.withLock { state in
            state.stop = state.stop ?? text
            return state.stop ?? text
        }
        ResolutionFrame.runOffPath { run() }
        guard let found = report(self) else { return first }
        return """
            \(first)

            This stopped validate(), as a required property cannot throw. What it found:
            \(found)
            """
    }
}

extension EnvironmentStorage {
    /// Creates an instance of a service and drops it.
    fileprivate func check(_ service: ServiceIdentity) throws(ServiceError) {
        func check<S>(_ type: S.Type) -> Result<Void, ServiceError> {
            do throws(ServiceError) {
                _ = try resolve(ServiceRequest(service, isMain: false, isRedirected: false), as: type)
                return .success(())
            } catch {
                return .failure(error)
            }
        }
        try _openExistential(service.type, do: check).get()
    }
}
