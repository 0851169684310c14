/// The registration that counts for a service, and the environment and slot it was found in.
///
/// The registration may be replaced during the resolution, so it alone is retained. Not copyable, as copies would count
/// references for every transient service.
struct ResolvedRegistration: ~Copyable {
    let borrowedEnvironment: Borrowed<EnvironmentStorage>
    let borrowedSlot: Borrowed<ServiceSlot>
    let registration: Registration

    init(_ registration: Registration, in environment: EnvironmentStorage, slot: Borrowed<ServiceSlot>) {
        borrowedEnvironment = Borrowed(environment)
        borrowedSlot = slot
        self.registration = registration
    }

    /// Copies a resolved registration for a closure, which cannot borrow one.
    init(copying other: borrowing ResolvedRegistration) {
        borrowedEnvironment = other.borrowedEnvironment
        borrowedSlot = other.borrowedSlot
        registration = other.registration
    }

    /// The environment whose registration it is: the one that was asked, or one of its parents.
    var environment: EnvironmentStorage { borrowedEnvironment.object }
    var slot: ServiceSlot { borrowedSlot.object }
    var service: ServiceIdentity { slot.identity }

    /// Whether only the main actor may create and hold the service.
    var isMain: Bool { registration.isMain }

    /// What decides where instances come from, if the registration has such a source.
    var source: (any CreationSource)? {
        guard registration.makeSource != nil else { return nil }
        let traits = environment.traits
        return slot.source(
            for: registration,
            CreationSourceContext(isDryRun: traits.isDryRun, allowsMocks: traits.purpose.allowsMocks))
    }

    /// Refuses to create an instance for a child once the environment that the registration was found in was shut down.
    func checkNotShutDown() throws(ServiceError) {
        guard environment.shutdownList.isShut else { return }
        throw environment.shutDownError(for: service)
    }

    /// Whether an instance's time is over that a child has got from here to decorate; nil if the scope sets none.
    func expiry(of instance: Instance) -> (@Sendable () -> Bool)? {
        guard case .timed = registration.scope else { return nil }
        return slot.expiry(of: instance)
    }

    /// How long a new instance stays cached.
    ///
    /// - Throws: ``WeakScopeError`` if the instance cannot be held as its scope says.
    func retention(of leased: LeasedInstance) throws -> CachedInstance.Retention {
        switch registration.scope {
        case .singleton, .custom, .transient, .graph:
            return .untilReset
        case .weak:
            guard leased.instance.object != nil else {
                throw WeakScopeError(serviceType: environment.name(of: service))
            }
            return .weakly
        case .timed(let duration):
            if let isExpired = leased.leases.isExpired { return .until(isExpired) }
            let now = environment.traits.now
            let created = now()
            return .until { now() - created >= duration }
        }
    }
}
