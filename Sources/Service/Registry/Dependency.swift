/// One service's need of another.
struct Dependency: Hashable {
    /// The kinds, from what must be met first to what may wait longest.
    enum Kind: Int, Comparable {
        case declared
        case observed
        /// Resolved when an injected property of the instance is first read.
        case deferred
        /// Resolved whenever a provider of the instance is asked, which holds nothing.
        case provided

        static func < (left: Kind, right: Kind) -> Bool { left.rawValue < right.rawValue }
    }

    let from: ServiceIdentity
    let to: ServiceIdentity
    let kind: Kind
    /// Whether the service can do without it.
    var isOptional = false

    /// Whether the instance can exist before the need is met.
    var isDeferred: Bool { kind == .deferred || kind == .provided }
}

extension [Dependency] {
    /// Returns the needs of a service with those of its decorators, each once: what must be met earlier counts.
    func adding(_ others: [Dependency]) -> [Dependency] {
        var all = self
        for other in others {
            if let index = all.firstIndex(where: { $0.to == other.to }) {
                if other.kind < all[index].kind { all[index] = other }
            } else {
                all.append(other)
            }
        }
        return all
    }
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
