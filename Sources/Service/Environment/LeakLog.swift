/// The instances that resets dropped, for as long as something else holds them.
struct LeakLog: ~Copyable, Sendable {
    /// Safe because the object is never used, only checked for existence.
    struct Dropped: @unchecked Sendable {
        let service: ServiceIdentity
        let scope: ServiceScope
        weak var object: AnyObject?
    }

    /// Safe because the objects are only held.
    private struct Living: @unchecked Sendable {
        let objects: [AnyObject]
    }

    private let dropped = Lock<[Dropped]>([])

    /// Remembers those of the instances that are objects; values cannot outlive anything. Called without a lock held.
    func add(_ instances: [Instance], of service: ServiceIdentity, scope: ServiceScope) {
        let new = instances.compactMap(\.object).map { Dropped(service: service, scope: scope, object: $0) }
        guard !new.isEmpty else { return }
        let living = dropped.withLock { dropped in
            let living = Living(objects: prune(&dropped))
            dropped += new
            return living
        }
        withExtendedLifetime(living) {}
    }

    /// The services of a scope whose dropped instances still exist, one for each instance.
    func survivors(of scope: ServiceScope) -> [ServiceIdentity] {
        let (living, services) = dropped.withLock { dropped in
            (Living(objects: prune(&dropped)), dropped.filter { $0.scope == scope }.map(\.service))
        }
        withExtendedLifetime(living) {}
        return services
    }

    /// Removes what no longer exists, and returns the objects of the rest: as reading a weak reference holds the object for
    /// the moment, they are released after unlocking.
    private func prune(_ dropped: inout [Dropped]) -> [AnyObject] {
        let objects = dropped.map(\.object)
        dropped = zip(dropped, objects).filter { $0.1 != nil }.map(\.0)
        return objects.compactMap(\.self)
    }
}
