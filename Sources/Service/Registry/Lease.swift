import Synchronization

/// A period for which an instance is valid, such as that of a fallback while its service is degraded.
///
/// Whatever is created from a leased instance carries its lease: it is shared as usual, but no wrapper stores it, and it is
/// created again after the lease has ended.
package final class Lease: Sendable {
    private let ended = Atomic<Bool>(false)
    private let isDue: @Sendable () -> Bool

    /// Begins a lease.
    ///
    /// - Parameter isDue: Whether one of the callers should create the service again now, while the others go on with the
    ///   leased instance. Called without a lock held.
    package init(isDue: @escaping @Sendable () -> Bool) {
        self.isDue = isDue
    }

    /// Whether an instance with this lease should be created again by one of the callers.
    var isRenewalDue: Bool { isDue() }

    /// Whether instances with this lease are no longer valid.
    package var isEnded: Bool { ended.load(ordering: .acquiring) }

    /// Ends the lease, for good.
    package func end() { ended.store(true, ordering: .releasing) }
}

/// The leases that an instance is valid under: none for nearly every one, which costs nothing to pass on.
struct Leases: Sendable {
    private final class List: Sendable {
        let leases: [Lease]
        let isExpired: (@Sendable () -> Bool)?

        init(_ leases: [Lease], _ isExpired: (@Sendable () -> Bool)? = nil) {
            self.leases = leases
            self.isExpired = isExpired
        }
    }

    private var list: List?

    init() {}

    init(_ lease: Lease?) {
        if let lease { list = List([lease]) }
    }

    var isEmpty: Bool { list?.leases.isEmpty ?? true }

    /// Whether the parent's timed instance has expired that a child's decorators wrap; nil where they wrap none.
    ///
    /// Only the slot that caches what they return has to know: like any other timed instance, it hands on no time to what is
    /// created from it.
    var isExpired: (@Sendable () -> Bool)? {
        get { list?.isExpired }
        set { list = newValue == nil && isEmpty ? nil : List(list?.leases ?? [], newValue) }
    }

    /// Whether an instance with these leases is no longer valid.
    var isEnded: Bool { list?.leases.contains(where: \.isEnded) ?? false }

    /// Whether one of the callers should create the instance again.
    var isRenewalDue: Bool { list?.leases.contains(where: \.isRenewalDue) ?? false }

    /// Adds leases, each once: what gets a leased instance on several ways would carry twice as many at every step otherwise.
    mutating func add(_ other: Leases) {
        guard let others = other.list, others !== list else { return }
        guard let own = list?.leases else {
            list = others
            return
        }
        let new = others.leases.filter { lease in !own.contains { $0 === lease } }
        if !new.isEmpty { list = List(own + new, list?.isExpired) }
    }
}

/// An instance, and the leases that it is valid under.
struct LeasedInstance: Sendable {
    let instance: Instance
    var leases = Leases()
}
