/// A service was resolved with arguments of types that it is not registered with.
public struct ArgumentMismatchError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The service that was resolved.
    public let serviceType: String
    /// The types of the arguments that were given, as a tuple: `(Int, String)`.
    public let given: String
    /// The types of arguments it is registered with.
    public let registered: [String]

    /// The message for developers: what was given, and what would have been right.
    public var description: String {
        """
        '\(serviceType)' was asked for with arguments \(given), but is registered with \
        \(registered.joined(separator: " and with ")). Argument types must match exactly: an Int is not an Int?.
        """
    }
}
