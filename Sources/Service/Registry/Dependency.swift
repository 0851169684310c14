/// One service's need of another.
struct Dependency: Hashable {
    enum Kind: Hashable {
        case declared
        case observed
        /// Resolved when an injected property of the instance is first read.
        case deferred
        /// Resolved whenever a provider of the instance is asked, which holds nothing.
        case provided
    }

    let from: ServiceIdentity
    let to: ServiceIdentity
    let kind: Kind
    /// Whether the service can do without it.
    var isOptional = false

    /// Whether the instance can exist before the need is met.
    var isDeferred: Bool { kind == .deferred || kind == .provided }
}

/// What the injected properties of an instance will resolve of one service.
struct InjectedNeed {
    /// Whether these properties are all optional.
    var isOptional: Bool
    /// Whether they are all providers.
    var isProvided: Bool

    /// Adds another property.
    mutating func add(_ other: InjectedNeed) {
        isOptional = isOptional && other.isOptional
        isProvided = isProvided && other.isProvided
    }
}
