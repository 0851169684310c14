/// A creation that runs on the thread of the first caller, while other threads wait.
///
/// The creator holds `gate` from before the creation can be found until its outcome is known; waiting means locking it.
/// Only those who want this very service ever touch that lock, and the wait-for graph has shown before that the creator
/// does not wait for them in turn. A mutex rather than a condition lends the creator the priority of those who wait.
///
/// Safe because the outcome is behind the gate.
final class ThreadCreation: Creation, @unchecked Sendable {
    private let gate = Lock<Result<LeasedInstance, ServiceError>?>(nil)

    /// Runs a body while other callers wait for the instance.
    ///
    /// - Parameter body: Returns the instance, or nil if it found out that there was nothing to create. Before it ends, it
    ///   takes the creation out of the slot, so that nobody joins any more.
    func run(_ body: () throws(ServiceError) -> LeasedInstance?) throws(ServiceError) -> LeasedInstance? {
        try gate.withLock { outcome throws(ServiceError) in
            defer { markFinished() }
            do throws(ServiceError) {
                guard let instance = try body() else { return nil }
                outcome = .success(instance)
                return instance
            } catch {
                outcome = .failure(error)
                throw error
            }
        }
    }

    /// Waits for the outcome.
    ///
    /// - Returns: The outcome; nil if nothing was created.
    func wait() -> Result<LeasedInstance, ServiceError>? {
        gate.withLock { $0 }
    }
}
