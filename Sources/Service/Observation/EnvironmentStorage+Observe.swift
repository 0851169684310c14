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
        case .waiting: return  // Whoever made the service reports it.
        case .entered, .making(since: nil): duration = .zero
        case .making(let start?): duration = start.elapsed
        }
        let path = unsafe frame.path.map { name(of: $0) }
        let event = ServiceEvent(
            service: path.last ?? "", outcome: outcome, duration: duration, depth: path.count, path: path)
        observers.notify(event)
        if asker !== self { asker.observers.notify(event) }
    }

    /// When a creation starts, if anybody wants to know how long it takes.
    @inline(never)
    func startOfObservation(for asker: EnvironmentStorage) -> ObservationTime? {
        observers.isListening || asker.observers.isListening ? ObservationTime() : nil
    }
}
