/// The registrations of an environment, shared with the environments derived from it until one of them changes.
///
/// Deriving freezes what was registered so far into a layer that both sides read; each then writes into content of its
/// own above it. So deriving copies nothing, however many registrations there are.
struct RegistrationLayers: Sendable {
    /// What one layer says.
    struct Content: Sendable {
        var registrations: [ServiceIdentity: Registration] = [:]
        /// Those this layer adds, to be applied after those of the layers below.
        var decorators: [ServiceIdentity: [Decorator]] = [:]

        /// Services that this layer registers both for any thread and for the main actor.
        var registeredTwice: Set<ServiceIdentity> = []
        /// Those this layer adds to a type, in order.
        var contributions: [ObjectIdentifier: [ServiceIdentity]] = [:]
        /// Where those were registered that were replaced, each place once.
        private(set) var replaced: [ServiceIdentity: [SourceLocation]] = [:]

        var isEmpty: Bool { registrations.isEmpty && decorators.isEmpty }
        var count: Int { registrations.count + decorators.count }

        /// Writes the content of the layer above over this one.
        mutating func merge(_ upper: Content) {
            replaced.merge(upper.replaced) { $0 + $1 }
            for (service, registration) in upper.registrations { add(registration, for: service) }
            decorators.merge(upper.decorators) { $0 + $1 }
            contributions.merge(upper.contributions) { $0 + $1 }
            registeredTwice.formUnion(upper.registeredTwice)
        }

        /// Makes a registration the one that counts, and remembers the place of the other.
        ///
        /// - Returns: The one that it replaced.
        @discardableResult
        mutating func add(_ registration: Registration, for service: ServiceIdentity) -> Registration? {
            guard let old = registrations.updateValue(registration, forKey: service) else { return nil }
            if !replaced[service, default: []].contains(where: { $0.description == old.location.description }) {
                replaced[service, default: []].append(old.location)
            }
            return old
        }
    }

    /// A layer that does not change any more, and those below it.
    private final class Frozen: Sendable {
        let content: Content
        let below: Frozen?

        init(_ content: Content, below: Frozen?) {
            self.content = content
            self.below = below
        }

        /// The registration of a service, in this layer or below.
        func registration(of service: ServiceIdentity) -> Registration? {
            content.registrations[service] ?? below?.registration(of: service)
        }
    }

    /// What a child environment had, and what it saw of its parent, when it was derived from.
    private final class Flattened: Sendable {
        let child: RegistrationLayers
        let parent: RegistrationLayers

        init(_ child: RegistrationLayers, over parent: RegistrationLayers) {
            self.child = child
            self.parent = parent
        }
    }

    /// What was registered since this environment was last derived from.
    private(set) var own = Content()
    /// Whether any layer has decorators. Most environments have none, and need not look for them.
    private(set) var hasDecorators = false
    private var frozen: Frozen?
    /// Whether this environment froze registrations of its own. One that was just derived did not, and need not look for them.
    private var hasFrozen = false
    /// What lies below all layers, where this environment was derived from a child.
    private var base: Flattened?

    private var isEmpty: Bool { own.isEmpty && frozen == nil && base == nil }

    /// The layers above the base from the top down.
    private var upperContents: [Content] {
        var contents = [own]
        var layer = frozen
        while let current = layer {
            contents.append(current.content)
            layer = current.below
        }
        return contents
    }

    /// All layers from the top down.
    private var contents: [Content] {
        upperContents + (base.map { $0.child.contents + $0.parent.contents } ?? [])
    }

    // MARK: Reading

    /// Returns what counts for a service: the uppermost registration, and every decorator from the bottom up.
    ///
    /// - Complexity: O(log n) in the number of times the environment was derived from and changed, and O(m) in the number of
    ///   children in the line that it was derived from.
    func find(_ identity: ServiceIdentity) -> (registration: Registration?, decorators: [Decorator]) {
        var registration: Registration?
        var decorators: [Decorator] = []
        for content in upperContents {
            if registration == nil { registration = content.registrations[identity] }
            if let added = content.decorators[identity] { decorators = added + decorators }
        }
        guard let base else { return (registration, decorators) }
        let child = base.child.find(identity)
        guard child.registration == nil else {
            return (registration ?? child.registration, child.decorators + decorators)
        }
        // A decorator wraps what is registered where it is, or above: a parent's never what a child registered.
        let parent = base.parent.find(identity)
        return (registration ?? parent.registration, parent.decorators + child.decorators + decorators)
    }

    /// All registrations that count.
    var registrations: [ServiceIdentity: Registration] { merged.registrations }

    /// The decorators of each service that has any, in the order in which they are applied.
    var decorators: [ServiceIdentity: [Decorator]] {
        guard hasDecorators else { return [:] }
        return Dictionary(uniqueKeysWithValues: merged.decorators.keys.map { ($0, find($0).decorators) })
            .filter { !$0.value.isEmpty }
    }

    /// Where the registrations of a service were made that others replaced, the oldest first.
    func replaced(_ identity: ServiceIdentity) -> [SourceLocation] { merged.replaced[identity] ?? [] }

    private var merged: Content {
        var merged = Content()
        for content in contents.reversed() { merged.merge(content) }
        return merged
    }

    /// The services that one environment registered both for any thread and for the main actor.
    var registeredTwice: Set<ServiceIdentity> {
        contents.reduce(into: []) { $0.formUnion($1.registeredTwice) }
    }

    /// The contributions to a type, in the order in which they were made.
    func contributions(to type: any Any.Type) -> [ServiceIdentity] {
        contents.reversed().flatMap { $0.contributions[ObjectIdentifier(type)] ?? [] }
    }

    // MARK: Writing

    /// Adds a registration that replaces any other of the same service.
    ///
    /// - Parameter released: Receives the registrations that nothing here needs any more.
    mutating func add(
        _ registration: Registration, for identity: ServiceIdentity, releasing released: inout DeferredRelease
    ) {
        if identity.isContribution {
            own.contributions[ObjectIdentifier(identity.type), default: []].append(identity)
        }
        let isOwn = hasFrozen && frozen?.registration(of: identity)?.owner === registration.owner
        thaw(upTo: identity, isOwn: isOwn, releasing: &released)
        let replaced = own.add(registration, for: identity)
        if let replaced { released.add(replaced) }
        let earlier = hasFrozen ? replaced ?? frozen?.registration(of: identity) : replaced
        if let earlier, earlier.owner === registration.owner, earlier.isMain != registration.isMain {
            own.registeredTwice.insert(identity)
        }
    }

    /// Takes back frozen layers, down to those that have a service: what replaces its registration lets go of the old one. Of
    /// layers that others still read, they keep what they need as long as they exist.
    ///
    /// - Parameters:
    ///   - identity: The service.
    ///   - isOwn: Whether this environment registered it. What it was derived with is taken back only if no other environment
    ///     reads it: copying that for each override would cost too much.
    ///   - released: Receives what is released after unlocking.
    /// - Complexity: O(n) in the number of registrations of the layers.
    private mutating func thaw(
        upTo identity: ServiceIdentity, isOwn: Bool, releasing released: inout DeferredRelease
    ) {
        while isOwn || isKnownUniquelyReferenced(&frozen), frozen?.registration(of: identity) != nil {
            guard var (content, below) = frozen.map({ ($0.content, $0.below) }) else { break }
            frozen = below
            below = nil
            for service in own.registrations.keys { released.add(content.registrations[service]) }
            content.merge(own)
            own = content
        }
    }

    /// Adds a decorator behind those that are there.
    mutating func add(_ decorator: Decorator, for identity: ServiceIdentity) {
        own.decorators[identity, default: []].append(decorator)
        hasDecorators = true
    }

    /// Returns layers that say the same and can be changed apart from these.
    ///
    /// - Parameter parent: Layers that count where these say nothing, flattened into the result.
    /// - Complexity: O(1) where nothing changed since the last snapshot; amortised O(log n) for each change otherwise.
    mutating func snapshot(over parent: RegistrationLayers?) -> RegistrationLayers {
        freeze()
        guard let parent, !parent.isEmpty else {
            var copy = self
            copy.hasFrozen = false
            return copy
        }
        if isEmpty { return parent }
        var flattened = RegistrationLayers()
        flattened.base = Flattened(self, over: parent)
        flattened.hasDecorators = hasDecorators || parent.hasDecorators
        return flattened
    }

    private mutating func freeze() {
        guard !own.isEmpty else { return }
        hasFrozen = true
        var content = Content()
        swap(&content, &own)
        // As a layer only ever lies on one more than twice its size, there are O(log n) of them.
        while let below = frozen, below.content.count <= 2 * content.count {
            var merged = below.content
            merged.merge(content)
            content = merged
            frozen = below.below
        }
        frozen = Frozen(content, below: frozen)
    }
}
