public import Synchronization

extension EnvironmentStorage {
    /// Copies the cached instance of an unnamed service, without a lock and without looking at the path.
    ///
    /// This is nearly every resolution, so it is compiled into the caller.
    ///
    /// - Throws: `Miss` if there is more to do.
    @inlinable
    @inline(__always)
    func readCached<S>(_ type: S.Type) throws(InstanceCell.Miss) -> S {
        guard identity.trackingCount.load(ordering: .relaxed) == 0 else { throw InstanceCell.Miss() }
        if let slot = table.find(ObjectIdentifier(type)) { return try slot.object.cell.read(type) }
        guard let parent else { throw InstanceCell.Miss() }
        return try parent.readInherited(type)
    }

    /// Copies the cached instance of the nearest parent that has a slot for a service.
    @inlinable
    @inline(never)
    func readInherited<S>(_ type: S.Type) throws(InstanceCell.Miss) -> S {
        try readCached(type)
    }

    /// Copies the cached instance of an unnamed service for a caller on the main actor.
    @inlinable
    @inline(__always)
    func readCachedMain<S>(_ type: S.Type) throws(InstanceCell.Miss) -> S {
        guard identity.trackingCount.load(ordering: .relaxed) == 0 else { throw InstanceCell.Miss() }
        if let slot = table.find(ObjectIdentifier(type)) {
            do throws(InstanceCell.Miss) {
                return try slot.object.cell.readMain(type)
            } catch {
                return try slot.object.cell.read(type)
            }
        }
        guard let parent else { throw InstanceCell.Miss() }
        return try parent.readInheritedMain(type)
    }

    /// Copies what the nearest parent that has a slot caches, for a caller on the main actor.
    @inlinable
    @inline(never)
    func readInheritedMain<S>(_ type: S.Type) throws(InstanceCell.Miss) -> S {
        try readCachedMain(type)
    }

    /// Resolves a service of a static type.
    @inlinable
    func resolve<S>(_ request: ServiceRequest, as type: S.Type) throws(ServiceError) -> S {
        try Output.withVariable(of: type) { output throws(ServiceError) in
            try resolve(request, into: output)
        }
    }
}
