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

    /// The number of instances that have to be shut down.
    var count: Int { instances.withLock { $0?.count ?? 0 } }

    /// Whether nothing is resolved any more.
    var isShut: Bool { hasShut.load(ordering: .relaxed) }

    /// Adds an instance.
    ///
    /// - Returns: Whether it was in time.
    func add(_ instance: ShutdownInstance) -> Bool {
        let (isInTime, released) = instances.withLock { instances -> (Bool, DeferredRelease) in
            let isWeak = instance.instance.isWeak
            let released = isWeak ? Self.removeGone(instance.service, from: &instances) : DeferredRelease()
            return (Self.add(instance, to: &instances), released)
        }
        released.release()
        return isInTime
    }

    private static func add(_ instance: ShutdownInstance, to instances: inout [ShutdownInstance]?) -> Bool {
        guard let listed = instances else { return false }
        if let lease = instance.lease,
            listed.contains(where: { $0.lease === lease && $0.service == instance.service })
        {
            return true
        }
        instances?.append(instance)
        return true
    }

    /// Removes the instances of a weak service that no longer exist.
    ///
    /// - Returns: What was removed, and the instances that do exist, as looking holds them for the moment.
    private static func removeGone(
        _ service: ServiceIdentity, from instances: inout [ShutdownInstance]?
    ) -> DeferredRelease {
        var released = DeferredRelease()
        instances?.removeAll { listed in
            guard listed.instance.isWeak, listed.service == service else { return false }
            let instance = listed.instance.instance
            released.add(instance)
            if instance == nil { released.add(listed) }
            return instance == nil
        }
        return released
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
