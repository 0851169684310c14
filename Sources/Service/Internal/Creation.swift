import Synchronization

/// One run of a kept service's factory, for everybody who asks meanwhile.
///
/// Whoever makes the instance holds `gate` from before anybody can find the creation until its outcome is known; whoever
/// waits locks it. Only those who want this very service ever touch that lock, and the wait-for graph has shown before
/// that the creator does not wait for them in turn. A mutex rather than a condition lends the creator the priority of those
/// who wait.
final class Creation: AwaitedCreation {
    private enum Outcome {
        case pending
        /// The instance; nil if nobody had begun to wait when it was made.
        case made(ErasedValue?, Provisos)
        case failed(ServiceError)
    }

    let service: ServiceIdentity
    let owner: Resolver
    private let gate = Lock(Outcome.pending)
    private let finished = Atomic<Bool>(false)
    private let waiters = Atomic<Int>(0)

    init(of service: ServiceIdentity, by owner: Resolver) {
        self.service = service
        self.owner = owner
    }

    deinit {
        gate.withLock { outcome in
            if case .made(let value, _) = outcome { value?.destroy() }
        }
    }

    /// Whether the outcome is known, so that nobody waits for it any longer.
    var isFinished: Bool { finished.load(ordering: .sequentiallyConsistent) }

    /// Counts one more who will wait. Callers hold the lock of the entry.
    func join() {
        waiters.add(1, ordering: .relaxed)
    }

    /// Runs `body` while others who ask for the instance wait.
    ///
    /// - Parameter body: Writes the instance to `destination` and ends by taking the creation out of its entry, so that
    ///   nobody joins any more. Returns what the instance stands on, or nil if it made nothing, because another creation
    ///   was there first.
    func run(into destination: UnsafeMutableRawPointer, _ body: () throws(ServiceError) -> Provisos?)
        throws(ServiceError)
    {
        try gate.withLock { outcome throws(ServiceError) in
            defer { finished.store(true, ordering: .sequentiallyConsistent) }
            do throws(ServiceError) {
                guard let provisos = try body() else { return }
                let isAwaited = waiters.load(ordering: .relaxed) > 0
                unsafe outcome = .made(
                    isAwaited ? ErasedValue(copying: destination, as: service.type) : nil, provisos)
            } catch {
                outcome = .failed(error)
                throw error
            }
        }
    }

    /// Waits for the outcome.
    ///
    /// - Parameter destination: Receives a copy of the instance.
    /// - Returns: What the instance stands on.
    /// - Throws: What the factory failed with.
    func wait(into destination: UnsafeMutableRawPointer) throws(ServiceError) -> Provisos {
        try gate.withLock { outcome throws(ServiceError) in
            switch outcome {
            case .made(let value?, let provisos):
                unsafe value.copy(to: destination)
                return provisos
            case .failed(let error): throw error
            case .made(nil, _), .pending:
                preconditionFailure("A creation ended without an outcome for those it counted.")
            }
        }
    }
}
