import Synchronization

/// An instance that has to be shut down.
struct ShutdownInstance: Sendable {
    let service: ServiceIdentity
    /// What it needed when it was created, directly or through others; its registration may be gone by now.
    let needs: Set<ServiceIdentity>
    /// The instance, held weakly if its scope is ``ServiceScope/weak``.
    let instance: CachedInstance
    /// The instance's identity if it is an object: one that a factory returns again is listed once for a registration.
    let object: ObjectIdentifier?
    /// The lease it was created under: the same fallback is listed once.
    let lease: Lease?
    let shutDown: Registration.OnShutdown
}

/// Whether an environment was shut down, and what has to be when it is.
struct ShutdownList: ~Copyable, Sendable {
    private let hasShut = Atomic<Bool>(false)
    /// The instances in the order of creation; nil after the shutdown.
    private let listed = Lock<Listed?>(Listed())

    struct Listed {
        /// An object of one registration. Both exist as long as the instance is listed, or a weak one is at least looked for.
        struct Object: Hashable {
            let object: ObjectIdentifier
            let shutDown: ObjectIdentifier

            init?(_ instance: ShutdownInstance) {
                guard let object = instance.object else { return nil }
                self.object = object
                shutDown = ObjectIdentifier(instance.shutDown)
            }
        }

        var instances: [ShutdownInstance] = []
        var objects: Set<Object> = []
    }

    /// The number of instances that have to be shut down.
    var count: Int { listed.withLock { $0?.instances.count ?? 0 } }

    /// Whether nothing is resolved any more.
    var isShut: Bool { hasShut.load(ordering: .relaxed) }

    /// Adds an instance, if it is not listed already.
    ///
    /// - Returns: Whether it was in time.
    func add(_ instance: ShutdownInstance) -> Bool {
        let (isInTime, released) = listed.withLock { listed -> (Bool, DeferredRelease) in
            // Those that are gone first: a later object may have the address of one.
            let released =
                instance.instance.isWeak ? Self.removeGone(instance.service, from: &listed) : DeferredRelease()
            return (Self.add(instance, to: &listed), released)
        }
        released.release()
        return isInTime
    }

    private static func add(_ instance: ShutdownInstance, to listed: inout Listed?) -> Bool {
        guard listed != nil else { return false }
        if let lease = instance.lease,
            listed?.instances.contains(where: { $0.lease === lease && $0.service == instance.service }) == true
        {
            return true
        }
        if let object = Listed.Object(instance), listed?.objects.insert(object).inserted == false { return true }
        listed?.instances.append(instance)
        return true
    }

    /// Removes the instances of a weak service that no longer exist.
    ///
    /// - Returns: What was removed, and the instances that do exist, as looking holds them for the moment.
    private static func removeGone(_ service: ServiceIdentity, from listed: inout Listed?) -> DeferredRelease {
        var released = DeferredRelease()
        var gone: [Listed.Object] = []
        listed?.instances.removeAll { instance in
            guard instance.instance.isWeak, instance.service == service else { return false }
            let existing = instance.instance.owned
            released.add(existing)
            if existing == nil {
                released.add(instance)
                if let object = Listed.Object(instance) { gone.append(object) }
            }
            return existing == nil
        }
        listed?.objects.subtract(gone)
        return released
    }

    /// Shuts, and returns what has to be shut down; nothing if that was done before.
    func shut() -> [ShutdownInstance] {
        hasShut.store(true, ordering: .relaxed)
        return listed.withLock { listed in
            defer { listed = nil }
            return listed?.instances ?? []
        }
    }
}
