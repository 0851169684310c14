public import Synchronization

extension EnvironmentStorage {
    /// Copies the cached instance of an unnamed service, without a lock and without looking at the path.
    ///
    /// This is nearly every resolution, so it is compiled into the caller.
    ///
    /// - Returns: The instance; nil if there is more to do.
    @inlinable
    @inline(__always)
    func readCached<S>(_ type: S.Type) -> S? {
        guard identity.trackingCount.load(ordering: .relaxed) == 0 else { return nil }
        if let slot = table.find(ObjectIdentifier(type)) { return slot.with { $0.cell.read(type) } }
        return parent?.readInherited(type)
    }

    /// Copies the cached instance of the nearest parent that has a slot for a service.
    @inlinable
    @inline(never)
    func readInherited<S>(_ type: S.Type) -> S? { readCached(type) }

    /// Copies the cached instance of an unnamed service for a caller on the main actor.
    @inlinable
    @inline(__always)
    func readCachedMain<S>(_ type: S.Type) -> S? {
        guard identity.trackingCount.load(ordering: .relaxed) == 0 else { return nil }
        if let slot = table.find(ObjectIdentifier(type)) {
            return slot.with { $0.cell.readMain(type) ?? $0.cell.read(type) }
        }
        return parent?.readInheritedMain(type)
    }

    /// Copies what the nearest parent that has a slot caches, for a caller on the main actor.
    @inlinable
    @inline(never)
    func readInheritedMain<S>(_ type: S.Type) -> S? { readCachedMain(type) }

    /// Resolves a service of a static type.
    @inlinable
    func resolve<S>(_ request: borrowing ServiceRequest, as type: S.Type) throws(ServiceError) -> S {
        try resolveNew(request, as: type).value
    }

    /// Resolves a service of a static type.
    ///
    /// - Returns: The service, and whether it is leased, so that no wrapper should store it.
    @inlinable
    func resolveNew<S>(
        _ request: borrowing ServiceRequest, as type: S.Type
    ) throws(ServiceError) -> (value: S, isLeased: Bool) {
        var variable: S?
        let resolved = try Output.with(&variable) { output throws(ServiceError) in
            try resolve(request, into: output)
        }
        if let shared = resolved.instance { return (shared.read(as: type), resolved.isLeased) }
        guard let variable else { Output.stopWithoutInstance() }
        return (variable, resolved.isLeased)
    }
}
