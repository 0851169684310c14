/// One service's need of another.
struct Dependency: Hashable {
    enum Kind: Hashable {
        case declared
        case observed
        /// Resolved when an injected property of the instance is first read.
        case deferred
    }

    let from: ServiceIdentity
    let to: ServiceIdentity
    let kind: Kind
    /// Whether the service can do without it.
    var isOptional = false
}
