/// A service was resolved in an environment that was shut down.
public struct EnvironmentShutDownError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The name of the environment.
    public let environment: String

    /// The message for developers.
    public var description: String {
        "The environment '\(environment)' was shut down. Create a new one, or resolve before shutdown()."
    }
}
