import Synchronization

/// An instance that has to be shut down.
struct ShutdownInstance: Sendable {
    let service: ServiceIdentity
    /// What it needed when it was created, directly or through others; its registration may be gone by now.
    let needs: Set<ServiceIdentity>
    /// The instance, held weakly if its scope is ``ServiceScope/weak``.
    let instance: CachedInstance
    /// The lease it was created under: the same fallback is listed once.
    let lease: Lease?
    let shutDown: Registration.OnShutdown
}

/// Whether an environment was shut down, and what has to be when it is.
struct ShutdownList: ~Copyable, Sendable {
    private let hasShut = Atomic<Bool>(false)
    /// In the order of creation; nil after the shutdown.
    private let instances = Lock<[ShutdownInstance]?>([])

    /// Whether nothing is resolved any more.
    var isShut: Bool { hasShut.load(ordering: .relaxed) }

    /// Adds an instance.
    ///
    /// - Returns: Whether it was in time.
    func add(_ instance: ShutdownInstance) -> Bool {
        instances.withLock { instances in
            guard let listed = instances else { return false }
            if let lease = instance.lease,
                listed.contains(where: { $0.lease === lease && $0.service == instance.service })
            {
                return true
            }
            instances?.append(instance)
            return true
        }
    }

    /// Shuts, and returns what has to be shut down; nothing if that was done before.
    func shut() -> [ShutdownInstance] {
        hasShut.store(true, ordering: .relaxed)
        return instances.withLock { instances in
            defer { instances = nil }
            return instances ?? []
        }
    }
}
