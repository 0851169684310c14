import Service

/// What a model environment knows, written down as plainly as possible.
final class ModelEnvironment {
    final class Registration {
        let recipe: Recipe
        let label: String
        let scope: ServiceScope
        let home: ModelEnvironment
        let isHooked: Bool

        init(_ recipe: Recipe, _ label: String, _ scope: ServiceScope, home: ModelEnvironment, isHooked: Bool) {
            self.recipe = recipe
            self.label = label
            self.scope = scope
            self.home = home
            self.isHooked = isHooked
        }
    }

    struct Decorator {
        let recipe: Recipe
        let home: ModelEnvironment
    }

    /// What counts for a service.
    indirect enum Found {
        /// Registered in `owner`.
        case own(Registration, owner: ModelEnvironment, [Decorator])
        /// Registered above `owner`, which only decorates it.
        case inherited(Found, owner: ModelEnvironment, [Decorator])

        var owner: ModelEnvironment {
            switch self {
            case .own(_, let owner, _), .inherited(_, let owner, _): owner
            }
        }

        var registration: Registration {
            switch self {
            case .own(let registration, _, _): registration
            case .inherited(let found, _, _): found.registration
            }
        }

        /// Whether an instance is made from one that `environment` keeps.
        func wraps(_ environment: ModelEnvironment) -> Bool {
            guard case .inherited(let found, _, _) = self else { return false }
            return found.owner === environment || found.wraps(environment)
        }
    }

    let name: String
    let parent: ModelEnvironment?
    private(set) var children: [ModelEnvironment] = []
    var registrations: [Key: Registration] = [:]
    var decorators: [Key: [Decorator]] = [:]
    var contributions: [Int: [Key]] = [:]
    var kept: [Key: Node] = [:]
    /// The creations whose instances will be kept.
    var creating: [Key: Int] = [:]
    /// The instances that must be shut down.
    var hooked: [Node] = []
    var isShut = false

    init(name: String, parent: ModelEnvironment? = nil) {
        self.name = name
        self.parent = parent
        parent?.children.append(self)
    }

    /// Copies what counts in another environment.
    init(name: String, derivedFrom origin: ModelEnvironment) {
        self.name = name
        parent = nil
        var ancestors: [ModelEnvironment] = []
        var ancestor: ModelEnvironment? = origin
        while let current = ancestor {
            ancestors.insert(current, at: 0)
            ancestor = current.parent
        }
        for environment in ancestors {
            for (key, registration) in environment.registrations {
                registrations[key] = registration
                // A decorator wraps what is registered where it is, or above.
                decorators[key] = nil
            }
            for (key, added) in environment.decorators { decorators[key, default: []] += added }
            contributions.merge(environment.contributions) { $0 + $1 }
        }
    }

    func find(_ key: Key) -> Found? {
        if let registration = registrations[key] { return .own(registration, owner: self, decorators[key] ?? []) }
        guard let found = parent?.find(key) else { return nil }
        guard let decorators = decorators[key] else { return found }
        return .inherited(found, owner: self, decorators)
    }

    func allContributions(_ slot: Int) -> [Key] {
        (parent?.allContributions(slot) ?? []) + (contributions[slot] ?? [])
    }

    /// Drops the kept instances whose key satisfies a condition, and those of children that wrap them.
    func drop(where matches: (Key) -> Bool) {
        for key in Set(kept.keys).union(creating.keys) where matches(key) { drop(key) }
        for child in children {
            child.drop { key in matches(key) && child.find(key)?.wraps(self) == true }
        }
    }

    private func drop(_ key: Key) {
        kept[key] = nil
        creating[key] = nil
    }
}
