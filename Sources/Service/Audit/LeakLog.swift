/// The instances that resets dropped, for as long as anybody else holds them.
final class LeakLog: Sendable {
    /// Safe because the object is never used, only looked at whether it is still there.
    private struct Dropped: @unchecked Sendable {
        let service: ServiceIdentity
        let scope: ServiceScope
        weak var instance: AnyObject?
    }

    private let dropped = Lock<[Dropped]>([])

    /// Remembers an instance that is about to be dropped, if it is an object; others cannot outlive anything.
    func add(_ value: ErasedValue, of service: ServiceIdentity, scope: ServiceScope) {
        guard let object = value.object else { return }
        let entry = Dropped(service: service, scope: scope, instance: object)
        // Looking at an instance holds it for the moment: the last reference must not go under the lock.
        let living = dropped.withLock { dropped in
            let living = Living(prune(&dropped))
            dropped.append(entry)
            return living
        }
        withExtendedLifetime(living) {}
    }

    /// The services of a scope whose dropped instances are still there, one for each instance.
    func survivors(of scope: ServiceScope) -> [ServiceIdentity] {
        let (living, services) = dropped.withLock { dropped in
            (Living(prune(&dropped)), dropped.filter { $0.scope == scope }.map(\.service))
        }
        withExtendedLifetime(living) {}
        return services
    }

    /// Takes out what is gone and returns the instances of the rest.
    private func prune(_ dropped: inout [Dropped]) -> [AnyObject] {
        let instances = dropped.map(\.instance)
        dropped = zip(dropped, instances).filter { $0.1 != nil }.map(\.0)
        return instances.compactMap(\.self)
    }

    /// Safe because the objects are only held.
    private struct Living: @unchecked Sendable {
        private let instances: [AnyObject]

        init(_ instances: [AnyObject]) {
            self.instances = instances
        }
    }
}

extension ErasedValue {
    /// The value, if it is an object.
    fileprivate var object: AnyObject? {
        func object<T>(_: T.Type) -> AnyObject? {
            let value = unsafe pointer.assumingMemoryBound(to: T.self).pointee as Any
            return Swift.type(of: value) is AnyClass ? value as AnyObject : nil
        }
        return _openExistential(type, do: object)
    }
}
