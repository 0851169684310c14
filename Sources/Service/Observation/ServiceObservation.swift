/// Keeps an observer registered as long as this value exists.
///
/// Store it for as long as you want to observe. Dropping it ends the observation, so one that is never stored ends at
/// once.
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
