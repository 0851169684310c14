/// The registrations and instances of one environment.
///
/// Locks are taken in one order, from the registry to one slot, and neither is held while user code runs.
@usableFromInline
final class EnvironmentStorage: Sendable {
    /// What the registry's lock guards.
    struct Registry {
        var layers: RegistrationLayers
        /// The slots of services that have a name or arguments, or are contributions.
        var variants: [ServiceIdentity: ServiceSlot] = [:]
        /// Every slot of this environment, which owns them.
        var slots: [ServiceSlot] = []
        /// The contributions to each type that were removed with everything else: the next ones take their slots over.
        var spareContributions: [ObjectIdentifier: [ServiceIdentity]] = [:]
        /// Counts the changes to the layers.
        var version = 0
    }

    /// Called with the environment that was asked when a resolution finds nothing registered.
    typealias MissingObserver = @Sendable (EnvironmentStorage, ServiceError, FailureLog.Failure) -> Void
    /// Called before a required property stops the process. Returns the text to stop with instead.
    typealias StopObserver = @Sendable (ServiceError, _ text: String) -> String

    /// What an environment is created with, and hands on to environments derived from it.
    struct Traits: Sendable {
        var purpose = ServiceEnv.Purpose.production
        /// The time on the environment's clock. A clock is not ours: not to be called under a lock.
        var now = Traits.reading(ContinuousClock())
        /// Whether everything created here is thrown away, and nothing outside may learn of it.
        var isDryRun = false
        var onMissing: MissingObserver?
        var onStop: StopObserver?

        /// Reads a clock as the time since now, which has a known size.
        static func reading(_ clock: some Clock<Duration>) -> @Sendable () -> Duration {
            let start = clock.now
            return { start.duration(to: clock.now) }
        }
    }

    let name: String
    @usableFromInline let parent: EnvironmentStorage?
    @usableFromInline let identity = EnvironmentIdentity()
    /// The slots of services that are nothing but a type, which are most.
    @usableFromInline let table = InstanceTable<ServiceSlot>()
    let traits: Traits
    let registry: Lock<Registry>
    let observers = ServiceObservers()
    let decoratingChildren = DecoratingChildren()
    let shutdownList = ShutdownList()
    let leaks = LeakLog()
    let failures = FailureLog()
    let names = Lock(ServiceNames())

    init(
        name: String, traits: Traits, parent: EnvironmentStorage? = nil,
        layers: RegistrationLayers = RegistrationLayers()
    ) {
        self.name = name
        self.traits = traits
        self.parent = parent
        registry = Lock(Registry(layers: layers))
    }

    // MARK: Slots

    /// Returns the slot of a service that was registered or decorated in this environment.
    ///
    /// - Returns: The slot, which this environment owns for as long as it exists.
    @inline(__always)
    func slot(_ identity: ServiceIdentity) -> Borrowed<ServiceSlot>? {
        if case .plain = identity.variant, let slot = table.find(ObjectIdentifier(identity.type)) { return slot }
        return findSlot(identity)
    }

    @inline(never)
    private func findSlot(_ identity: ServiceIdentity) -> Borrowed<ServiceSlot>? {
        registry.withLock { registry in
            if let slot = existingSlot(identity, &registry) { return slot }
            let (registration, decorators) = registry.layers.find(identity)
            guard registration != nil || !decorators.isEmpty else { return nil }
            return add(ServiceSlot(identity, registration, Decoration.of(decorators)), &registry)
        }
    }

    private func existingSlot(_ identity: ServiceIdentity, _ registry: inout Registry) -> Borrowed<ServiceSlot>? {
        guard identity.variant == .plain else { return registry.variants[identity].map(Borrowed.init) }
        return table.find(ObjectIdentifier(identity.type))
    }

    @discardableResult
    private func add(_ slot: ServiceSlot, _ registry: inout Registry) -> Borrowed<ServiceSlot> {
        registry.slots.append(slot)
        let borrowed = Borrowed(slot)
        if slot.identity.variant == .plain {
            table.insert(borrowed, for: ObjectIdentifier(slot.identity.type))
        } else {
            registry.variants[slot.identity] = slot
        }
        return borrowed
    }

    // MARK: Registrations

    /// Every registration that counts here, those of the parents included.
    var registrations: [ServiceIdentity: Registration] {
        let here = registry.withLock { $0.layers.registrations }
        guard let parent else { return here }
        return parent.registrations.merging(here) { _, own in own }
    }

    /// The services registered both for any thread and for the main actor, here or in a parent.
    var registeredTwice: Set<ServiceIdentity> {
        registry.withLock { $0.layers.registeredTwice }.union(parent?.registeredTwice ?? [])
    }

    /// What is registered here and in the parents, as layers that can be changed apart from these.
    func snapshot() -> RegistrationLayers {
        let inherited = parent?.snapshot()
        // Merging layers drops registrations whose closures may own instances: they are released after unlocking. Nothing is
        // merged where nothing was registered since the last snapshot.
        let (snapshot, old) = registry.withLock { registry -> (RegistrationLayers, RegistrationLayers?) in
            let old = registry.layers.own.isEmpty ? nil : registry.layers
            return (registry.layers.snapshot(over: inherited), old)
        }
        return withExtendedLifetime(old) { snapshot }
    }

    // MARK: Changing

    /// Makes a registration the one that counts, and drops what the one before created.
    @usableFromInline
    func register(_ service: ServiceIdentity, _ factory: Factory, _ options: Registration.Options) {
        register(factory, options) { _ in service }
    }

    /// Adds a contribution to a type.
    @usableFromInline
    func contribute(to type: any Any.Type, _ factory: Factory, _ options: Registration.Options) {
        register(factory, options) { registry in
            registry.spareContributions[ObjectIdentifier(type)]?.popLast() ?? ServiceIdentity(contributionTo: type)
        }
    }

    @inline(__always)
    private func register(
        _ factory: Factory, _ options: Registration.Options, as identify: (inout Registry) -> ServiceIdentity
    ) {
        let registration = Registration(factory, owner: identity, options)
        let (service, released) = registry.withLock { registry in
            let service = identify(&registry)
            var released = DeferredRelease()
            registry.layers.add(registration, for: service, releasing: &released)
            registry.version += 1
            if let slot = existingSlot(service, &registry) {
                released.add(slot.object.state.withLock { slot.object.replace(with: registration, &$0) })
            } else {
                let decoration =
                    registry.layers.hasDecorators ? Decoration.of(registry.layers.find(service).decorators) : nil
                add(ServiceSlot(service, registration, decoration), &registry)
            }
            return (service, released)
        }
        decoratingChildren.dropInherited(.one(service))
        released.release()
    }

    /// Adds a decorator, and drops what was created without it.
    @usableFromInline
    func decorate(_ service: ServiceIdentity, with factory: SyncFactory) {
        let decorator = Decorator(factory, owner: identity)
        followParents()
        let released = registry.withLock { registry in
            registry.layers.add(decorator, for: service)
            registry.version += 1
            if let slot = existingSlot(service, &registry) { return slot.object.decorate(with: decorator) }
            let (registration, decorators) = registry.layers.find(service)
            add(ServiceSlot(service, registration, Decoration.of(decorators)), &registry)
            return DeferredRelease()
        }
        decoratingChildren.dropInherited(.one(service))
        released.release()
    }

    /// Drops the cached instances whose scope satisfies a condition; what is being created now will not be cached.
    func reset(where matches: (ServiceScope) -> Bool) {
        drop { slot, state, _ in
            guard let scope = state.machine.registration?.scope, matches(scope) else { return nil }
            return slot.reset(&state)
        }
    }

    /// Drops all instances and all registrations.
    func resetAll() {
        drop(clearing: true) { slot, state, registry in slot.clear(&state) }
    }

    /// Drops what a body takes out of each slot, all at one moment, and what children made of that.
    ///
    /// - Parameters:
    ///   - clearing: Whether all registrations go, too.
    ///   - body: Returns what it took out of a slot, or nil if it left that alone.
    private func drop(
        clearing: Bool = false,
        _ body: (ServiceSlot, inout ServiceSlot.State, inout Registry) -> DeferredRelease?
    ) {
        let (released, layers) = registry.withLock { registry in
            let layers = registry.layers
            if clearing {
                registry.layers = RegistrationLayers()
                registry.version += 1
                registry.spareContributions = Dictionary(
                    grouping: registry.slots.map(\.identity).filter(\.isContribution)
                ) { ObjectIdentifier($0.type) }
            }
            let released = registry.slots.compactMap { slot in
                slot.state.withLock { state in
                    let scope = state.machine.registration?.scope
                    return body(slot, &state, &registry).map { (slot.identity, scope, $0) }
                }
            }
            return (released, layers)
        }
        for case (let service, let scope?, let released) in released {
            leaks.add(released.instances, of: service, scope: scope)
        }
        decoratingChildren.dropInherited(clearing ? .all : .some(Set(released.map(\.0))))
        withExtendedLifetime((released, layers)) {}
    }

    // MARK: Parents

    /// The environments above this one, from the nearest on.
    var parents: [EnvironmentStorage] { parent.map { [$0] + $0.parents } ?? [] }

    /// Makes this environment learn of changes in its parents, since it wraps what they registered. Each parent tells the
    /// next one down, which may decorate the service itself.
    private func followParents() {
        var child = self
        while let parent = child.parent {
            parent.decoratingChildren.add(child)
            child = parent
        }
    }

    /// Drops what was created from a parent's registrations of changed services, here and in the environments below.
    func dropInherited(_ changed: ChangedServices) {
        let slots = registry.withLock { $0.slots }
        var released = DeferredRelease()
        for slot in slots where changed.contains(slot.identity) {
            let old = slot.state.withLock { state in
                state.isInherited ? slot.replace(with: nil, &state) : DeferredRelease()
            }
            released.add(old)
        }
        // After this environment, so that none below can wrap the old registration again unnoticed.
        decoratingChildren.dropInherited(changed)
        released.release()
    }

    /// Counts the changes in the parents that this environment was told of.
    var changesInParents: Int { parents.reduce(0) { $0 + $1.decoratingChildren.changeCount } }
}
