#if Health
/// The callers that a stage has told to wait, each with the number that its state machine gave it.
///
/// A wait may end before the caller has suspended: its end is kept then until the caller looks for it.
struct SuspendedCallers: Sendable {
    /// What to resume after unlocking.
    struct Resumption: Sendable {
        fileprivate let continuation: CheckedContinuation<WaitEnd, Never>
        fileprivate let end: WaitEnd

        func resume() { continuation.resume(returning: end) }
    }

    private enum Caller {
        /// Its end is known before it suspended.
        case ended(WaitEnd)
        case suspended(CheckedContinuation<WaitEnd, Never>)
    }

    private var callers: [UInt64: Caller] = [:]

    /// Keeps a caller until its wait ends.
    ///
    /// - Returns: What to resume at once, where its end is known already.
    mutating func suspend(_ number: UInt64, _ continuation: CheckedContinuation<WaitEnd, Never>) -> Resumption? {
        if case .ended(let end) = callers.removeValue(forKey: number) {
            return Resumption(continuation: continuation, end: end)
        }
        callers[number] = .suspended(continuation)
        return nil
    }

    /// Ends a wait.
    ///
    /// - Returns: What to resume, or nil where the caller has yet to suspend and finds its end then.
    mutating func end(_ number: UInt64, with end: WaitEnd) -> Resumption? {
        if case .suspended(let continuation) = callers.removeValue(forKey: number) {
            return Resumption(continuation: continuation, end: end)
        }
        callers[number] = .ended(end)
        return nil
    }
}
#endif
