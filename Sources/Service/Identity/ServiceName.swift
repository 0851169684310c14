/// Tells apart several services of one type in one environment.
///
/// ```swift
/// env.register(Database.self, name: "replica") { try Database(path: replicaPath) }
/// let replica = try env.resolve(Database.self, name: "replica")
/// ```
public struct ServiceName: Hashable, Sendable, ExpressibleByStringLiteral {
    /// The name as it was given.
    public let rawValue: String

    /// Creates a name from any string.
    ///
    /// - Parameter rawValue: The name. Names are compared letter by letter.
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
