/// Keeps an observer registered for as long as it lives.
///
/// Store it where the observing should last; dropping it cancels the observation, also when it is never stored.
public struct ServiceObservation: ~Copyable, Sendable {
    private let observers: ObserverList
    private let id: UInt64

    init(_ observer: @escaping @Sendable (ServiceEvent) -> Void, in observers: ObserverList) {
        self.observers = observers
        id = observers.add(observer)
    }

    /// Ends the observation. Events that are being delivered on other threads still arrive.
    public consuming func cancel() {}

    deinit {
        observers.remove(id)
    }
}
