/// The registrations and instances of one environment.
///
/// Locks are taken in one order, from the registry to one entry, and neither is held while user code runs.
@usableFromInline
final class EnvironmentStorage: Sendable {
    /// What the registry's lock guards.
    struct Registry {
        var layers: RegistrationLayers
        /// The entries of services that have a name, arguments, or are contributions.
        var variants: [ServiceIdentity: Entry] = [:]
        /// Every entry of this environment, which owns them.
        var entries: [Entry] = []
        /// Counts the changes to the layers.
        var version = 0
    }

    let name: String
    @usableFromInline let parent: EnvironmentStorage?
    @usableFromInline let identity = EnvironmentIdentity()
    /// The entries of services that are nothing but a type, which are most.
    @usableFromInline let entries = EntryTable()
    let registry: Lock<Registry>
    let observers = ServiceObservers()
    let followers = Followers()
    let shutdownState = ShutdownState()
    let leaks = LeakLog()
    let names = Lock(ServiceNames())
    /// Called where a resolution finds nothing registered; a child's is its parent's.
    let onMissing: (@Sendable (_ explanation: String) -> Void)?

    /// Whether this, a parent or what it was derived from is an environment for tests or for development.
    let isForTestingOrDevelopment: Bool
    /// Whether what is made here is thrown away, and nobody outside may learn of it.
    let isRehearsal: Bool

    init(
        name: String, parent: EnvironmentStorage? = nil, layers: RegistrationLayers = RegistrationLayers(),
        onMissing: (@Sendable (_ explanation: String) -> Void)? = nil, isForTestingOrDevelopment: Bool = false,
        isRehearsal: Bool = false
    ) {
        self.isForTestingOrDevelopment =
            isForTestingOrDevelopment || parent?.isForTestingOrDevelopment ?? false || name == "test" || name == "dev"
        self.isRehearsal = isRehearsal
        self.name = name
        self.parent = parent
        self.onMissing = onMissing ?? parent?.onMissing
        registry = Lock(Registry(layers: layers))
    }

    // MARK: Entries

    /// Returns the entry of a service that was registered or decorated in this environment.
    ///
    /// - Returns: The entry, which this environment owns for as long as it lives.
    func entry(_ identity: ServiceIdentity) -> Unmanaged<Entry>? {
        if case .plain = identity.variant, let cell = unsafe entries.find(ObjectIdentifier(identity.type)) {
            return unsafe cell.pointee.entry
        }
        return unsafe registry.withLock { registry in
            if let entry = existingEntry(identity, &registry) { return unsafe Unmanaged.passUnretained(entry) }
            let (registration, decorators) = registry.layers.find(identity)
            guard registration != nil || !decorators.isEmpty else { return nil }
            let entry = addEntry(Entry(identity, registration: registration, decorators: decorators), &registry)
            return unsafe Unmanaged.passUnretained(entry)
        }
    }

    private func existingEntry(_ identity: ServiceIdentity, _ registry: inout Registry) -> Entry? {
        guard identity.variant == .plain else { return registry.variants[identity] }
        return unsafe entries.find(ObjectIdentifier(identity.type))?.pointee.entry.takeUnretainedValue()
    }

    private func addEntry(_ entry: Entry, _ registry: inout Registry) -> Entry {
        registry.entries.append(entry)
        if entry.identity.variant == .plain {
            unsafe entries.insert(entry.cell, for: ObjectIdentifier(entry.identity.type))
        } else {
            registry.variants[entry.identity] = entry
        }
        return entry
    }

    /// Every registration that counts here, those of the parents included.
    var registrations: [ServiceIdentity: Registration] {
        let here = registry.withLock { $0.layers.registrations }
        guard let parent else { return here }
        return parent.registrations.merging(here) { _, own in own }
    }

    /// The services registered for everybody and for the main actor, here or in a parent.
    var doublyRegistered: Set<ServiceIdentity> {
        registry.withLock { $0.layers.doubles }.union(parent?.doublyRegistered ?? [])
    }

    // MARK: Registration

    /// Makes a registration the one that counts, and drops what was made by the one before.
    @usableFromInline
    func register(
        _ identity: ServiceIdentity, scope: ServiceScope, factory: Registration.Factory,
        needs: [ServiceIdentity]? = nil, place: RegistrationPlace, onShutdown: Registration.Shutdown? = nil,
        isolation: (any Actor)? = nil
    ) {
        let registration = Registration(
            scope: scope, factory: factory, needs: needs, home: self.identity, place: place, onShutdown: onShutdown)
        register(identity, registration, isolation: isolation)
    }

    /// Makes a registration the one that counts, and drops what was made by the one before.
    func register(_ identity: ServiceIdentity, _ registration: Registration, isolation: (any Actor)?) {
        let garbage = registry.withLock { registry in
            var garbage = Garbage()
            garbage.add(registry.layers.add(registration, for: identity))
            registry.version += 1
            if let entry = existingEntry(identity, &registry) {
                garbage.add(
                    entry.state.withLock { state in
                        var garbage = entry.invalidate(&state)
                        garbage.add(state.registration)
                        garbage.add(state.inherited)
                        state.registration = registration
                        state.inherited = nil
                        return garbage
                    })
            } else {
                let decorators = registry.layers.find(identity).decorators
                _ = addEntry(Entry(identity, registration: registration, decorators: decorators), &registry)
            }
            return garbage
        }
        followers.tell(of: identity)
        garbage.destroy(isolation: isolation)
    }

    /// Adds a decorator, and drops what was made without it.
    @usableFromInline
    func decorate(_ identity: ServiceIdentity, with apply: Registration.Factory, isolation: (any Actor)? = nil) {
        let decorator = Decorator(apply, home: self.identity)
        followParents()
        let garbage = registry.withLock { registry in
            registry.layers.add(decorator, for: identity)
            registry.version += 1
            guard let entry = existingEntry(identity, &registry) else {
                let (registration, decorators) = registry.layers.find(identity)
                _ = addEntry(Entry(identity, registration: registration, decorators: decorators), &registry)
                return Garbage()
            }
            return entry.state.withLock { state in
                state.decorators.append(decorator)
                entry.noteDecorators(state.decorators)
                return entry.invalidate(&state)
            }
        }
        followers.tell(of: identity)
        garbage.destroy(isolation: isolation)
    }

    // MARK: Resetting

    /// Drops the kept instances whose scope satisfies a condition; what is being made now will not be kept.
    func reset(isolation: (any Actor)?, where matches: (ServiceScope) -> Bool) {
        let garbage = registry.withLock { registry in
            var garbage = Garbage()
            for entry in registry.entries {
                garbage.add(
                    entry.state.withLock { state in
                        guard let scope = state.effective?.scope, matches(scope) else { return Garbage() }
                        let garbage = entry.invalidate(&state)
                        garbage.log(in: leaks, as: entry.identity, scope: scope)
                        return garbage
                    })
            }
            return garbage
        }
        followers.tell(of: nil)
        garbage.destroy(isolation: isolation)
    }

    /// Drops all instances and all registrations.
    func resetAll(isolation: (any Actor)?) {
        let garbage = registry.withLock { registry in
            var garbage = Garbage()
            garbage.add(registry.layers)
            registry.layers = RegistrationLayers()
            registry.version += 1
            for entry in registry.entries {
                garbage.add(
                    entry.state.withLock { state in
                        var garbage = entry.invalidate(&state)
                        if let scope = state.effective?.scope {
                            garbage.log(in: leaks, as: entry.identity, scope: scope)
                        }
                        garbage.add(state.registration)
                        garbage.add(state.inherited)
                        garbage.add(state.decorators)
                        state.registration = nil
                        state.inherited = nil
                        state.decorators = []
                        entry.noteDecorators([])
                        return garbage
                    })
            }
            return garbage
        }
        followers.tell(of: nil)
        garbage.destroy(isolation: isolation)
    }
}
