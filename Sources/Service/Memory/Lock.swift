public import CServiceThread
public import Synchronization

/// A mutex around the state it guards, which the thread sanitizer can follow.
///
/// `Synchronization.Mutex` in all but that: where it has to wait, it does so in code that is not instrumented, and the
/// sanitizer would report every use of the state as a race.
///
/// Not for users. Were it `package`, the other targets could not specialise it, and would pay ten times as much for it.
@_spi(Lock)
@frozen
public struct Lock<State>: ~Copyable, Sendable {
    @usableFromInline let mutex: Mutex<State>

    /// Creates a lock around an initial state.
    @inlinable
    public init(_ state: consuming sending State) {
        mutex = Mutex(state)
    }

    /// Runs a body that has the state to itself.
    ///
    /// - Parameter body: Must not run user code, nor take the same lock.
    /// - Returns: What the body returns.
    /// - Throws: What the body throws.
    @inlinable
    public borrowing func withLock<Result, Failure>(
        _ body: (inout sending State) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        try mutex.withLock { state throws(Failure) in
            // The mutex's address, as taking the state's is an access of it, which the sanitizer would see too early.
            unsafe withUnsafePointer(to: mutex) { unsafe service_lock_taken($0) }
            defer { unsafe withUnsafePointer(to: mutex) { unsafe service_lock_releasing($0) } }
            return try body(&state)
        }
    }
}
