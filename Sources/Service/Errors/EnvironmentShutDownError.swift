/// Says that a service was asked of an environment after its shutdown.
public struct EnvironmentShutDownError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The name of the environment.
    public let environment: String

    /// The message for developers.
    public var description: String {
        "The environment '\(environment)' was shut down, and stays so. Make a new one, or resolve before shutdown()."
    }
}
