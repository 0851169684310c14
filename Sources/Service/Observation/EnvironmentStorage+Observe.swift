extension EnvironmentStorage {
    /// Tells the observers of this environment, and of the one that was asked, how a creation ended.
    ///
    /// - Parameters:
    ///   - outcome: How it ended.
    ///   - frame: The service, off the path already, so that an observer may resolve it.
    ///   - asker: The environment that was asked.
    @inline(never)
    func report(_ outcome: ServiceEvent.Outcome, of frame: borrowing ResolutionFrame, asker: EnvironmentStorage) {
        guard observers.isListening || asker.observers.isListening else { return }
        let duration: Duration
        switch unsafe frame.phase {
        case .waiting, .replaced: return  // Whoever made the service reports it.
        case .entered, .making(since: nil): duration = .zero
        case .making(let start?): duration = start.elapsed
        }
        unsafe report(outcome, path: frame.path, duration: duration, asker: asker)
    }

    /// Tells the observers how the creation of the last service of a path ended.
    @inline(never)
    func report(
        _ outcome: ServiceEvent.Outcome, path: [ServiceIdentity], duration: Duration, asker: EnvironmentStorage
    ) {
        guard observers.isListening || asker.observers.isListening else { return }
        let names = path.map { name(of: $0) }
        let event = ServiceEvent(
            service: names.last ?? "", outcome: outcome, duration: duration, depth: names.count, path: names)
        observers.notify(event)
        if asker !== self { asker.observers.notify(event) }
    }

    /// When a creation starts, if anybody wants to know how long it takes.
    @inline(never)
    func startOfObservation(for asker: EnvironmentStorage) -> ObservationTime? {
        observers.isListening || asker.observers.isListening ? ObservationTime() : nil
    }
}
