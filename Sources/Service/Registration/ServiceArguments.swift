/// The arguments of one resolution, as its factory reads them.
///
/// Which values these are is part of the service's identity, so a factory never sees the arguments of another type.
@usableFromInline
struct ServiceArguments<First, each Rest> {
    @usableFromInline let first: First
    @usableFromInline let rest: (repeat each Rest)

    @inlinable
    init(_ first: First, _ rest: repeat each Rest) {
        self.first = first
        self.rest = (repeat each rest)
    }

    /// The arguments that a request points to. It always does: whoever asks for a service with arguments gives them.
    @inlinable
    static func read(_ pointer: UnsafeRawPointer?) -> Self {
        unsafe pointer.unsafelyUnwrapped.assumingMemoryBound(to: Self.self).pointee
    }

    /// The service of a type that is made from these arguments.
    @inlinable
    static func identity(of type: any Any.Type, name: ServiceName?) -> ServiceIdentity {
        ServiceIdentity(type, arguments: (First, repeat each Rest).self, name: name)
    }
}
