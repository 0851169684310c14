/// The arguments of one resolution, as its factory reads them.
///
/// Which values these are is part of the service's identity, so a factory never sees the arguments of another type.
@frozen
@usableFromInline
struct ServiceArguments<First, each Rest> {
    @usableFromInline let first: First
    @usableFromInline let rest: (repeat each Rest)

    @inlinable
    init(_ first: First, _ rest: repeat each Rest) {
        self.first = first
        self.rest = (repeat each rest)
    }

    /// The service of a type that is created from these arguments.
    ///
    /// Not by the tuple of their types: one tuple and its parts alone would be the same service, and lie differently in memory.
    @inlinable
    static func identity(of type: any Any.Type, name: ServiceName?) -> ServiceIdentity {
        ServiceIdentity(type, arguments: Self.self, name: name)
    }
}

extension ServiceArguments: DescribedArguments {
    @usableFromInline static var types: String {
        var names = [String(describing: First.self)]
        repeat names.append(String(describing: (each Rest).self))
        return "(\(names.joined(separator: ", ")))"
    }
}
