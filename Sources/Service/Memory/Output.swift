/// The variable that a factory writes its instance to, with the type erased.
///
/// The container passes this to the factory instead of boxing what the factory returns. The variable is an optional of
/// the service's type, so whether there is an instance, and who releases it, is up to the language.
///
/// Safe because only the thread that owns the variable uses this, for as long as the variable exists, and every use
/// binds the type of the service it was created for.
@safe
@usableFromInline
package struct Output: @unchecked Sendable {
    @usableFromInline let variable: UnsafeMutableRawPointer

    @inlinable
    init<Value>(_ variable: UnsafeMutablePointer<Value?>) {
        unsafe self.variable = UnsafeMutableRawPointer(variable)
    }

    /// Stores the instance.
    @inlinable
    func set<Value>(_ value: consuming Value) {
        unsafe variable.assumingMemoryBound(to: Value?.self).pointee = value
    }

    /// Replaces the instance by what a decorator returns for it.
    @inlinable
    func replace<Value>(_ type: Value.Type, _ decorate: (Value) throws -> Value) rethrows {
        let variable = unsafe variable.assumingMemoryBound(to: Value?.self)
        guard let inner = unsafe variable.pointee.take() else { return }
        unsafe variable.pointee = try decorate(inner)
    }

    /// Calls a body with the output of a new variable.
    ///
    /// - Parameter body: Writes a value, or throws.
    /// - Returns: The value.
    /// - Throws: What the body throws.
    @inlinable
    static func withVariable<Value, Failure>(
        of type: Value.Type, _ body: (Output) throws(Failure) -> Void
    ) throws(Failure) -> Value {
        var variable: Value?
        unsafe try withUnsafeMutablePointer(to: &variable) { variable throws(Failure) in
            unsafe try body(Output(variable))
        }
        guard let variable else { stopWithoutValue() }
        return variable
    }

    @usableFromInline
    @inline(never)
    static func stopWithoutValue() -> Never {
        preconditionFailure("A factory ended with neither an instance nor an error.")
    }
}
