/// Creates instances of a type from an environment and arguments. See ``ArgumentInjectable``.
@frozen
public struct ArgumentCreation<Instance: Sendable>: Sendable {
    /// The types of the arguments, as a ``ServiceArguments``.
    @usableFromInline let arguments: any Any.Type
    @usableFromInline let factory: SyncFactory

    /// Takes a function that creates an instance.
    ///
    /// - Parameter make: Creates an instance from the environment that it is created for and one or more arguments.
    @inlinable
    public init<First, each Rest>(
        _ make: @escaping @Sendable (ServiceEnv, First, repeat each Rest) throws -> Instance
    ) {
        arguments = ServiceArguments<First, repeat each Rest>.self
        factory = SyncFactory(isMain: false) { arguments, output in
            let values = arguments.read(as: ServiceArguments<First, repeat each Rest>.self)
            output.set(try make(ServiceEnv.current, values.first, repeat each values.rest))
        }
    }
}
