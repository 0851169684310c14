public import Synchronization

extension EnvironmentStorage {
    /// Copies the kept instance of an unnamed service, without a lock and without looking at the path.
    ///
    /// This is nearly every resolution, so it is compiled into the caller.
    ///
    /// - Throws: `Miss` if there is more to it.
    @inlinable
    @inline(__always)
    func readKept<S>(_ type: S.Type) throws(KeptCell.Miss) -> S {
        guard identity.attention.load(ordering: .relaxed) == 0 else { throw KeptCell.Miss() }
        if let cell = unsafe entries.find(ObjectIdentifier(type)) { return try unsafe cell.pointee.read(type) }
        guard let parent else { throw KeptCell.Miss() }
        return try parent.readInheritedKept(type)
    }

    /// Copies the kept instance of the nearest parent that has an entry for a service.
    @inlinable
    @inline(never)
    func readInheritedKept<S>(_ type: S.Type) throws(KeptCell.Miss) -> S {
        try readKept(type)
    }

    /// Copies the kept instance of an unnamed service for a caller on the main actor.
    @inlinable
    @inline(__always)
    func readKeptMain<S>(_ type: S.Type) throws(KeptCell.Miss) -> S {
        guard identity.attention.load(ordering: .relaxed) == 0 else { throw KeptCell.Miss() }
        if let cell = unsafe entries.find(ObjectIdentifier(type)) {
            do throws(KeptCell.Miss) {
                return try unsafe cell.pointee.readMain(type)
            } catch {
                return try unsafe cell.pointee.read(type)
            }
        }
        guard let parent else { throw KeptCell.Miss() }
        return try parent.readInheritedKeptMain(type)
    }

    /// Copies what the nearest parent that has an entry keeps, for a caller on the main actor.
    @inlinable
    @inline(never)
    func readInheritedKeptMain<S>(_ type: S.Type) throws(KeptCell.Miss) -> S {
        try readKeptMain(type)
    }

    /// Resolves a service of a static type.
    @inlinable
    func resolve<S>(_ request: ServiceRequest, as type: S.Type) throws(ServiceError) -> S {
        try resolveForKeeping(request, as: type).value
    }

    /// Resolves a service of a static type, and says whether to keep it: not what is provisional.
    @inlinable
    func resolveForKeeping<S>(
        _ request: ServiceRequest, as type: S.Type
    ) throws(ServiceError) -> (value: S, isKept: Bool) {
        try unsafe withUnsafeTemporaryAllocation(of: type, capacity: 1) { memory throws(ServiceError) in
            // The base of a temporary allocation of one element is never nil.
            let base = unsafe memory.baseAddress.unsafelyUnwrapped
            let isProvisional = try unsafe resolve(request, into: UnsafeMutableRawPointer(base))
            return (unsafe base.move(), !isProvisional)
        }
    }
}
