/// The arguments of one resolution, with their types erased; nothing for a service that takes none.
///
/// Safe because a resolution ends before its arguments do, and their types are part of the identity of the service that
/// reads them.
@safe
@usableFromInline
struct ArgumentPointer: @unchecked Sendable {
    @usableFromInline let pointer: UnsafeRawPointer?

    /// No arguments.
    @usableFromInline static var none: ArgumentPointer { unsafe ArgumentPointer(nil) }

    @inlinable
    init(_ pointer: UnsafeRawPointer?) {
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
