/// Where a factory writes its instance, with the type erased: a variable of the service's type, or a new ``Instance``.
///
/// The variable is an optional of that type, so whether there is a value, and who releases it, is up to the language.
///
/// Safe because only the thread that owns the variable uses this, for as long as the variable exists, and every use
/// binds the type of the service it was created for.
@safe
@frozen
@usableFromInline
package struct Output: @unchecked Sendable {
    @usableFromInline
    enum Kind: Sendable {
        /// The variable has the service's type.
        case value
        /// The variable is an instance that any thread may read.
        case instance
        /// The variable is an instance that only the main actor may read.
        case mainInstance
    }

    @usableFromInline let variable: UnsafeMutableRawPointer
    @usableFromInline let kind: Kind

    /// The output of a variable of the service's type.
    @inlinable
    init<Value>(_ variable: UnsafeMutablePointer<Value?>) {
        unsafe self.variable = UnsafeMutableRawPointer(variable)
        kind = .value
    }

    private init(_ variable: UnsafeMutablePointer<Instance?>, isMain: Bool) {
        unsafe self.variable = UnsafeMutableRawPointer(variable)
        kind = isMain ? .mainInstance : .instance
    }

    private var instance: UnsafeMutablePointer<Instance?> {
        unsafe variable.assumingMemoryBound(to: Instance?.self)
    }

    /// Stores the instance of a service.
    @inlinable
    func set<Value>(_ value: consuming Value) {
        switch kind {
        case .value: unsafe variable.assumingMemoryBound(to: Value?.self).pointee = value
        case .instance: setInstance(InstanceOf(value))
        case .mainInstance: setInstance(MainInstanceOf(value))
        }
    }

    @usableFromInline
    func setInstance(_ new: Instance) { unsafe instance.pointee = new }

    /// Stores an instance that exists.
    func set(_ existing: Instance) {
        guard kind == .value else { return setInstance(existing) }
        func open<Value>(_ type: Value.Type) { set(existing.read(as: type)) }
        _openExistential(existing.type, do: open)
    }

    /// Replaces what is stored by what a decorator returns for it.
    @inlinable
    func replace<Value>(_ type: Value.Type, _ decorate: (Value) throws -> Value) rethrows {
        guard let inner = take(type) else { return }
        set(try decorate(inner))
    }

    /// Takes out what is stored.
    @usableFromInline
    func take<Value>(_ type: Value.Type) -> Value? {
        switch kind {
        case .value: unsafe variable.assumingMemoryBound(to: Value?.self).pointee.take()
        case .instance, .mainInstance: unsafe instance.pointee.take()?.read(as: type)
        }
    }

    /// Calls a body with the output of a variable.
    @inlinable
    @inline(__always)
    static func with<Value, Result, Failure>(
        _ variable: inout Value?, _ body: (Output) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try unsafe withUnsafeMutablePointer(to: &variable) { variable throws(Failure) in
            try unsafe body(Output(variable))
        }
    }

    /// Calls a body with the output of a new instance.
    ///
    /// - Parameters:
    ///   - isMain: Whether the instance belongs to the main actor.
    ///   - body: Writes the instance, or throws.
    /// - Returns: The instance.
    /// - Throws: What the body throws.
    static func withInstance<Failure>(
        isMain: Bool, _ body: (Output) throws(Failure) -> Void
    ) throws(Failure) -> Instance {
        var instance: Instance?
        try unsafe withUnsafeMutablePointer(to: &instance) { instance throws(Failure) in
            try unsafe body(Output(instance, isMain: isMain))
        }
        guard let instance else { stopWithoutInstance() }
        return instance
    }

    @usableFromInline
    @inline(never)
    static func stopWithoutInstance() -> Never {
        preconditionFailure("A factory ended with neither an instance nor an error.")
    }
}

/// The arguments of one resolution, with their types erased; nothing for a service that takes none.
///
/// Safe because a resolution ends before its arguments do, and their types are part of the identity of the service that
/// reads them.
@safe
@frozen
@usableFromInline
struct ArgumentPointer: @unchecked Sendable {
    @usableFromInline let pointer: UnsafeRawPointer?

    /// No arguments.
    @inlinable
    init() {
        unsafe pointer = nil
    }

    @inlinable
    init(_ pointer: UnsafeRawPointer) {
        unsafe self.pointer = unsafe pointer
    }

    /// Calls a body with a pointer to arguments.
    @inlinable
    static func with<Arguments, Result, Failure>(
        _ arguments: Arguments, _ body: (ArgumentPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try unsafe withUnsafePointer(to: arguments) { pointer throws(Failure) in
            try unsafe body(ArgumentPointer(pointer))
        }
    }

    /// The arguments. There always are some: the identity of a service with arguments contains their types.
    @inlinable
    func read<Arguments>(as type: Arguments.Type) -> Arguments {
        unsafe pointer.unsafelyUnwrapped.assumingMemoryBound(to: type).pointee
    }
}
