extension EnvironmentStorage {
    /// Tells the observers of this environment, and of the one that was asked, how a creation ended.
    ///
    /// - Parameter start: When the factory started, if it did and an observer wants to know.
    @inline(__always)
    func report(
        _ outcome: ServiceEvent.Outcome, _ found: borrowing ResolvedRegistration,
        _ context: borrowing ResolutionContext, since start: ObservationTime? = nil
    ) {
        guard isObserved(by: context.requester) else { return }
        report(outcome, path: context.path + [found.service], since: start, requester: context.requester.object)
    }

    /// Tells the observers how the creation of the last service of a path ended. Called with that off the path, so that an
    /// observer may resolve it. What it resolves is no need of the services that are on it still.
    @inline(never)
    func report(
        _ outcome: ServiceEvent.Outcome, path: [ServiceIdentity], since start: ObservationTime? = nil,
        requester: EnvironmentStorage
    ) {
        guard let service = path.last, observers.isListening || requester.observers.isListening else { return }
        let event = event(outcome, path, since: start)
        ResolutionFrame.runObserver {
            observers.notify(event, of: service)
            if requester !== self { requester.observers.notify(event, of: service) }
        }
    }

    /// Tells the observers of the environment that was asked that a creation failed which another one had asked for first. The
    /// observers of this environment know already.
    @inline(never)
    func report(joined error: ServiceError, path: [ServiceIdentity], requester: EnvironmentStorage) {
        guard let service = path.last, requester !== self, requester.observers.isListening else { return }
        let event = event(.failed(error), path)
        ResolutionFrame.runObserver { requester.observers.notify(event, of: service) }
    }

    private func event(
        _ outcome: ServiceEvent.Outcome, _ path: [ServiceIdentity], since start: ObservationTime? = nil
    ) -> ServiceEvent {
        let names = path.map { name(of: $0) }
        return ServiceEvent(
            service: names.last ?? "", outcome: outcome, duration: start?.elapsed ?? .zero, depth: names.count,
            path: names, explanation: explanation(of: outcome, path))
    }

    private func explanation(of outcome: ServiceEvent.Outcome, _ path: [ServiceIdentity]) -> String? {
        guard case .failed(let error) = outcome, let service = path.last else { return nil }
        let request = FailureLog.Failure(
            path: ResolutionFrame.currentChain(to: service), service, named: name(of: service), isMain: false)
        return Explanation(of: error, in: self, resolving: request).text
    }

    /// When a creation starts, if an observer wants to know how long it takes.
    @inline(__always)
    func startOfObservation(for requester: Borrowed<EnvironmentStorage>) -> ObservationTime? {
        isObserved(by: requester) ? ObservationTime() : nil
    }

    /// Whether anything observes this environment or the one that was asked.
    @inline(__always)
    private func isObserved(by requester: Borrowed<EnvironmentStorage>) -> Bool {
        observers.isListening || !requester.refers(to: self) && requester.with { $0.observers.isListening }
    }
}
