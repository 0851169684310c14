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
    final let isMain: Bool

    @usableFromInline
    init(of type: any Any.Type, isMain: Bool) {
        self.type = type
        self.isMain = isMain
    }

    /// Returns a copy of the value.
    ///
    /// - Parameter type: The type of this instance.
    @usableFromInline
    final func read<Value>(as type: Value.Type) -> Value {
        unsafe isMain
            ? unsafeDowncast(self, to: MainInstanceOf<Value>.self).value
            : unsafeDowncast(self, to: InstanceOf<Value>.self).value
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

    /// Writes a copy of the value.
    final func copy(to output: Output) {
        func copy<Value>(_ type: Value.Type) { output.set(read(as: type)) }
        _openExistential(type, do: copy)
    }

    /// Returns an instance of what a body makes of this one's value.
    ///
    /// - Parameter body: Receives the output with the value in it, and may replace that.
    final func replaced<Failure>(_ body: (Output) throws(Failure) -> Void) throws(Failure) -> Instance {
        try Instance.make(of: type, isMain: isMain) { output throws(Failure) in
            copy(to: output)
            try body(output)
        }
    }

    /// Returns a new instance.
    ///
    /// - Parameters:
    ///   - type: The type that the service is registered as.
    ///   - isMain: Whether the value belongs to the main actor.
    ///   - body: Writes the value.
    static func make<Failure>(
        of type: any Any.Type, isMain: Bool, _ body: (Output) throws(Failure) -> Void
    ) throws(Failure) -> Instance {
        func make<Value>(_ type: Value.Type) -> Result<Instance, Failure> {
            Result { () throws(Failure) in
                let value = try Output.withVariable(of: type, body)
                return isMain ? MainInstanceOf(value) : InstanceOf(value)
            }
        }
        return try _openExistential(type, do: make).get()
    }
}

/// An instance that any thread may read.
///
/// Safe because ``Instance`` is.
@usableFromInline
final class InstanceOf<Value>: Instance, @unchecked Sendable {
    @usableFromInline let value: Value

    @inlinable
    init(_ value: Value) {
        self.value = value
        super.init(of: Value.self, isMain: false)
    }
}

/// An instance that only the main actor may read. The value is released there, immediately if the last reference is
/// dropped there.
///
/// Safe because ``Instance`` is.
@usableFromInline
@MainActor
final class MainInstanceOf<Value>: Instance, @unchecked Sendable {
    @usableFromInline nonisolated(unsafe) let value: Value

    @usableFromInline
    nonisolated init(_ value: Value) {
        unsafe self.value = value
        super.init(of: Value.self, isMain: true)
    }

    isolated deinit {}
}
