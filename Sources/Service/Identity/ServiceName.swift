/// Distinguishes services of the same type in one environment.
///
/// ```swift
/// env.register(Database.self, name: "replica") { try Database(path: replicaPath) }
/// let replica = try env.resolve(Database.self, name: "replica")
/// ```
///
/// - Important: Use a fixed set of names. An environment keeps a place in memory for each name that was ever registered or
///   decorated in it, also after ``ServiceEnv/resetAll(isolation:)``. Register what has a name per user or per request in a child
///   environment, which takes everything with it. Asking for a name keeps nothing.
public struct ServiceName: Hashable, Sendable, ExpressibleByStringLiteral {
    /// The name as it was given.
    public let rawValue: String

    /// Creates a name from any string.
    ///
    /// - Parameter rawValue: The name. Upper and lower case count.
    public init(_ rawValue: String) {
        self.rawValue = rawValue
    }

    /// Creates a name from a string literal.
    ///
    /// - Parameter value: The name.
    public init(stringLiteral value: String) {
        rawValue = value
    }
}

extension ServiceName: CustomStringConvertible {
    /// The name as it was given.
    public var description: String { rawValue }
}
