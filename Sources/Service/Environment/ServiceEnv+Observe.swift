extension ServiceEnv {
    /// Calls an observer for every service that this environment creates or fails to create, until the observation is dropped.
    ///
    /// The observer is called on the thread that resolves, after the creation, without a lock held. It may resolve services
    /// itself, also the one that failed; if that fails again meanwhile, the observer is not called once more, nor if a service is
    /// created again of whose creation it is being told. What a parent creates for this environment is reported to both. While
    /// nobody observes, nothing is measured or built.
    ///
    /// ```swift
    /// let observation = ServiceEnv.current.observe { event in
    ///     if case .failed(let error) = event.outcome { log(error) }
    /// }
    /// ```
    ///
    /// - Parameter observer: Receives each event.
    /// - Returns: The observation, which ends when it is dropped.
    public func observe(_ observer: @escaping @Sendable (ServiceEvent) -> Void) -> ServiceObservation {
        ServiceObservation(observer, in: storage.observers.editable)
    }
}
