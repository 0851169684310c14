/// References collected under a lock, to be released after unlocking.
///
/// Releasing an instance may run its `deinit`, and releasing a closure that of what it captured: user code, which must not
/// run under a lock. Return this from the locked section, and let it go out of scope.
struct DeferredRelease {
    private var references: [any Sendable] = []

    /// The instances among the references.
    private(set) var instances: [Instance] = []

    mutating func add(_ reference: (any Sendable)?) {
        if let reference { references.append(reference) }
    }

    mutating func add(_ instance: Instance?) {
        if let instance { instances.append(instance) }
    }

    mutating func add(_ other: DeferredRelease) {
        references += other.references
        instances += other.instances
    }

    /// Releases everything.
    consuming func release() {}
}
