import Synchronization

/// Lets a change be cancelled until its commit begins, and not any more.
///
/// What was committed is made, and has to be followed and reported, whether or not somebody still waits for it.
final class CommitGate: Sendable {
    private let isClosed = Mutex(false)

    /// Closes the gate. A cancellation that came before has reached the change, and the commit throws it.
    func close() { isClosed.withLock { $0 = true } }

    /// Cancels a change, unless its commit has begun.
    func cancel(_ change: Task<some Sendable, any Error>) {
        isClosed.withLock { isClosed in
            if !isClosed { change.cancel() }
        }
    }
}
