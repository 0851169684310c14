/// An instance of a service, with its type erased.
///
/// Reference counting owns the value: it is released with the last reference.
///
/// Safe because the value never changes, and that of a main-actor service is read and released only on the main actor.
@usableFromInline
package class Instance: @unchecked Sendable {
    /// The type that the service is registered as, which the value was stored as.
    final let type: any Any.Type
    /// Whether the value belongs to the main actor.
    @usableFromInline final let isMain: Bool

    @usableFromInline
    init(of type: any Any.Type, isMain: Bool) {
        self.type = type
        self.isMain = isMain
    }

    /// Returns a copy of the value.
    ///
    /// - Parameter type: The type of this instance.
    @inlinable
    @inline(__always)
    final func read<Value>(as type: Value.Type) -> Value {
        if isMain { return readMain(as: type) }
        return unsafe unsafeDowncast(self, to: InstanceOf<Value>.self).value
    }

    @inlinable
    @inline(never)
    final func readMain<Value>(as type: Value.Type) -> Value {
        unsafe unsafeDowncast(self, to: MainInstanceOf<Value>.self).value
    }

    /// The value, for a dynamic cast.
    package final var erased: Any {
        func open<Value>(_ type: Value.Type) -> Any { read(as: type) }
        return _openExistential(type, do: open)
    }

    /// The value, if it is an object.
    final var object: AnyObject? {
        let value = erased
        return Swift.type(of: value) is AnyClass ? value as AnyObject : nil
    }

    /// Returns an instance of what a decorator makes of this one's value.
    ///
    /// - Parameter decorate: Receives the output with this instance in it, and may replace it.
    final func decorated(_ decorate: (Output) throws -> Void) throws -> Instance {
        try Output.withInstance(isMain: isMain) { output in
            output.set(self)
            try decorate(output)
        }
    }
}

/// An instance that any thread may read.
///
/// Safe because ``Instance`` is.
@_fixed_layout
@usableFromInline
final class InstanceOf<Value>: Instance, @unchecked Sendable {
    @usableFromInline let value: Value

    @inlinable
    init(_ value: Value) {
        self.value = value
        super.init(of: Value.self, isMain: false)
    }
}

/// An instance that only the main actor may read, or what one of its closures owns. References to this may be dropped on
/// any thread. The value is released on the main actor, immediately if the last reference is dropped there.
///
/// Safe because ``Instance`` is.
@usableFromInline
final class MainInstanceOf<Value>: Instance, @unchecked Sendable {
    /// The value, until it is released. Written only by the initialiser and `deinit`, so nothing has to check that nobody
    /// reads it meanwhile.
    @exclusivity(unchecked) @usableFromInline var owned: Value?

    @usableFromInline
    init(_ value: Value) {
        unsafe owned = value
        super.init(of: Value.self, isMain: true)
    }

    /// A copy of the value.
    @inlinable
    @inline(__always)
    var value: Value {
        // Nothing takes it out while there is a reference.
        unsafe owned.unsafelyUnwrapped
    }

    // Not an isolated one, which needs the systems of spring 2025.
    deinit { unsafe MainActor.release(&owned) }
}
