/// One top-level resolution, with everything nested in it.
final class Resolver: Sendable {
    /// The thread that runs everything this resolver creates; nil where that is a task, which no thread is bound to.
    private let thread: UInt?

    /// Creates a resolver.
    ///
    /// - Parameter thread: The thread that creates everything for it, if one does.
    init(thread: UInt? = nil) {
        self.thread = thread
    }

    /// Whether this resolver cannot continue while the other one waits: it is the same, or on the same thread further down
    /// the stack, where a factory started a task that runs at once.
    func isBlocked(with other: Resolver) -> Bool {
        self === other || thread != nil && thread == other.thread
    }
}
