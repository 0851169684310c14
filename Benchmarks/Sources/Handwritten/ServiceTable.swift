public import Synchronization

/// The baseline: what a careful programmer writes by hand instead of taking a container.
///
/// A task-local reference to a table of typed boxes under one mutex. It has singletons and transients and none of the
/// guarantees: no single creation, no cycle detection, no scopes, no errors but a missing entry.
public final class ServiceTable: Sendable {
    /// The table of the present task.
    @TaskLocal public static var current = ServiceTable()

    /// Says that the table has nothing for a type.
    public struct Missing: Error {
        @usableFromInline init() {}
    }

    @usableFromInline
    final class Instance<S: Sendable>: Sendable {
        @usableFromInline let value: S
        @inlinable init(_ value: S) { self.value = value }
    }

    @usableFromInline
    final class Factory<S: Sendable>: Sendable {
        @usableFromInline let make: @Sendable () throws -> S
        @inlinable init(_ make: @escaping @Sendable () throws -> S) { self.make = make }
    }

    @usableFromInline let instances = Mutex<[ObjectIdentifier: any Sendable & AnyObject]>([:])
    @usableFromInline let factories = Mutex<[ObjectIdentifier: any Sendable & AnyObject]>([:])

    /// Makes an empty table.
    public init() {}

    /// Returns a table with the same content, to override some of it.
    @inlinable
    public func copy() -> ServiceTable {
        let copy = ServiceTable()
        let (instances, factories) = (instances.withLock { $0 }, factories.withLock { $0 })
        copy.instances.withLock { $0 = instances }
        copy.factories.withLock { $0 = factories }
        return copy
    }

    /// Stores an instance.
    @inlinable
    public func set<S: Sendable>(_ type: S.Type, _ value: S) {
        instances.withLock { $0[ObjectIdentifier(type)] = Instance(value) }
    }

    /// Stores a factory.
    @inlinable
    public func setFactory<S: Sendable>(_ type: S.Type, _ make: @escaping @Sendable () throws -> S) {
        factories.withLock { $0[ObjectIdentifier(type)] = Factory(make) }
    }

    /// Returns the stored instance.
    @inlinable
    public func get<S: Sendable>(_ type: S.Type) throws(Missing) -> S {
        let box = instances.withLock { $0[ObjectIdentifier(type)] }
        guard let box else { throw Missing() }
        return unsafe unsafeDowncast(box, to: Instance<S>.self).value
    }

    /// Runs the stored factory.
    @inlinable
    public func make<S: Sendable>(_ type: S.Type) throws -> S {
        let box = factories.withLock { $0[ObjectIdentifier(type)] }
        guard let box else { throw Missing() }
        return try unsafe unsafeDowncast(box, to: Factory<S>.self).make()
    }
}
