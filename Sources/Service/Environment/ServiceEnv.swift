/// A set of registered services and their instances.
///
/// Code asks the environment that is current for its task. An app usually has one, and each test its own:
///
/// ```swift
/// ServiceEnv.current.register(Database.self) { try Database(path: "app.db") }
/// let database = try ServiceEnv.current.resolve(Database.self)
///
/// ServiceEnv.$current.withValue(ServiceEnv(name: "test")) {
///     // other registrations, other instances
/// }
/// ```
///
/// An environment is a reference: copies share registrations and instances. Two environments of the same name are equal
/// without sharing anything.
public struct ServiceEnv: Sendable {
    /// The environment of the current task: ``online`` unless `ServiceEnv.$current.withValue` sets another one.
    ///
    /// Child tasks and `Task { … }` inherit it; detached tasks do not. While a factory runs, this is the environment it
    /// runs for.
    @TaskLocal public static var current: ServiceEnv = .online

    /// The number of creations that may be nested in one another; one more fails with
    /// ``ServiceError/maxDepthExceeded(depth:chain:)``. The default is 100. A limit below 1 counts as 1, so a service that needs nothing
    /// is always created.
    @TaskLocal public static var maxResolutionDepth: Int = 100

    /// The limit that counts.
    static var depthLimit: Int { max(1, maxResolutionDepth) }

    /// The environment for production, and the default.
    public static let online = ServiceEnv(name: "online")
    /// An environment for development.
    public static let dev = ServiceEnv(name: "dev", purpose: .development)
    /// An environment for tests. Tests that run in parallel should each create their own.
    public static let test = ServiceEnv(name: "test", purpose: .testing)

    @usableFromInline let storage: EnvironmentStorage

    /// The name given at creation, for messages; it need not be unique.
    public var name: String { storage.name }

    /// Creates an environment without registrations.
    ///
    /// - Parameters:
    ///   - name: The name that messages use, and that `==` compares. It changes nothing else.
    ///   - purpose: What the environment is for; ``Purpose/production`` by default. Environments derived from this one and
    ///     its children inherit it.
    public init(name: String, purpose: Purpose = .production) {
        self.init(EnvironmentStorage(name: name, traits: EnvironmentStorage.Traits(purpose: purpose)))
    }

    /// Creates an environment without registrations, with a clock of its own.
    ///
    /// - Parameters:
    ///   - name: The name that messages use, and that `==` compares. It changes nothing else.
    ///   - purpose: What the environment is for; ``Purpose/production`` by default.
    ///   - clock: Measures how long instances of scope ``ServiceScope/timed(_:)`` are cached. Environments derived from this
    ///     one and its children inherit it.
    public init(name: String, purpose: Purpose = .production, clock: some Clock<Duration>) {
        let traits = EnvironmentStorage.Traits(purpose: purpose, now: EnvironmentStorage.Traits.reading(clock))
        self.init(EnvironmentStorage(name: name, traits: traits))
    }

    init(_ storage: EnvironmentStorage) {
        self.storage = storage
    }
}

extension ServiceEnv: Hashable {
    /// Whether two environments have the same name.
    ///
    /// - Parameters:
    ///   - left: One environment.
    ///   - right: The other.
    public static func == (left: ServiceEnv, right: ServiceEnv) -> Bool {
        left.name == right.name
    }

    /// Hashes the name.
    ///
    /// - Parameter hasher: Receives the name.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(name)
    }
}

extension ServiceEnv: CustomStringConvertible {
    /// The environment by its name: `ServiceEnv(online)`.
    public var description: String { "ServiceEnv(\(name))" }
}
