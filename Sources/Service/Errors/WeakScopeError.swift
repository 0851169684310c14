/// A service of scope ``ServiceScope/weak`` turned out to be a value, which nothing can hold weakly.
public struct WeakScopeError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The service.
    public let serviceType: String

    /// The message for developers, with what to do.
    public var description: String {
        """
        '\(serviceType)' is registered with scope .weak, but its factory creates a value, not an object. Use .singleton, \
        .custom or .timed, or make the service a class.
        """
    }
}
