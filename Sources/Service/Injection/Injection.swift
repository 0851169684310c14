import Synchronization

/// What the copies of one injected property share: where to resolve, and the instance once it is resolved.
///
/// Nothing is locked while the service is resolved. If two threads read first, both resolve, and both get the instance of the
/// one that finishes first.
@usableFromInline
final class Injection: Sendable {
    /// What resolving an injected service came to.
    @usableFromInline
    struct Resolved: Sendable {
        /// Of the property's type.
        let instance: Instance
        /// Whether the property keeps the instance. One that is missing or leased is looked up again.
        let isStored: Bool

        @usableFromInline
        init(_ instance: Instance, isStored: Bool) {
            self.instance = instance
            self.isStored = isStored
        }
    }

    @usableFromInline typealias Resolve =
        @Sendable (EnvironmentStorage, ServiceIdentity) throws(ServiceError) -> Resolved

    @usableFromInline let environment: EnvironmentStorage
    @usableFromInline let service: ServiceIdentity
    /// Where the property is.
    @usableFromInline let place: SourceLocation
    @usableFromInline let stored = PublishedInstance()
    private let resolver: Resolve

    @usableFromInline
    init(
        _ service: ServiceIdentity, isOptional: Bool, fileID: StaticString, line: UInt, resolver: @escaping Resolve
    ) {
        environment = ServiceEnv.current.storage
        self.service = service
        place = SourceLocation(fileID: fileID, line: line)
        self.resolver = resolver
        environment.recordInjection(of: service, isOptional: isOptional)
    }

    /// Resolves the service and stores it, unless another thread was faster: then its instance is returned.
    @usableFromInline
    func resolve() throws(ServiceError) -> Instance {
        let resolved = try resolver(environment, service)
        return resolved.isStored ? stored.store(resolved.instance) : resolved.instance
    }
}

extension EnvironmentStorage {
    /// Resolves an injected service: never redirected, as a property belongs to the environment that it captured.
    @usableFromInline
    func injected(_ service: ServiceIdentity, isMain: Bool) throws(ServiceError) -> Injection.Resolved {
        if let cached = cachedInstance(of: service, isMain: isMain) {
            return Injection.Resolved(cached, isStored: true)
        }
        var resolved = Resolved()
        let request = ServiceRequest(service, isMain: isMain, isRedirected: false)
        let instance = try Output.withInstance(isMain: isMain) { output throws(ServiceError) in
            resolved = try resolve(request, into: output)
            if let shared = resolved.instance { output.set(shared) }
        }
        return Injection.Resolved(instance, isStored: !resolved.isLeased)
    }

    /// The cached instance of an unnamed service, here or in the nearest parent that has a slot for it.
    private func cachedInstance(of service: ServiceIdentity, isMain: Bool) -> Instance? {
        guard case .plain = service.variant, identity.trackingCount.load(ordering: .relaxed) == 0 else { return nil }
        guard let slot = table.find(ObjectIdentifier(service.type)) else {
            return parent?.cachedInstance(of: service, isMain: isMain)
        }
        return slot.with { $0.cell.load(isMain: isMain) }
    }

    /// Resolves an injected service that may be missing.
    @inlinable
    func injectedIfRegistered<S>(
        _ service: ServiceIdentity, as type: S.Type, isMain: Bool
    ) throws(ServiceError) -> Injection.Resolved {
        var resolved: (value: S?, isLeased: Bool) = (nil, true)
        if isRegistered(service, isMain: isMain) {
            let request = ServiceRequest(service, isMain: isMain, isRedirected: false)
            resolved = try resolveNew(request, as: type)
        }
        let instance = isMain ? MainInstanceOf(resolved.value) : InstanceOf(resolved.value)
        return Injection.Resolved(instance, isStored: !resolved.isLeased)
    }

    /// Resolves a service for one access of a provider.
    @inlinable
    func provided<S>(
        _ service: ServiceIdentity, as type: S.Type, isMain: Bool
    ) throws(ServiceError) -> S {
        if service.variant == .plain, let cached = isMain ? readCachedMain(type) : readCached(type) { return cached }
        return try resolveNew(ServiceRequest(service, isMain: isMain, isRedirected: false), as: type).value
    }

    /// Resolves a service that may be missing for one access of a provider.
    @inlinable
    func providedIfRegistered<S>(
        _ service: ServiceIdentity, as type: S.Type, isMain: Bool
    ) throws(ServiceError) -> S? {
        guard isRegistered(service, isMain: isMain) else { return nil }
        return try provided(service, as: type, isMain: isMain)
    }

    /// Records that the instance being created has an injected property, which will resolve a service when it is read.
    ///
    /// - Parameter isProvided: Whether the property is a provider, which keeps nothing.
    @usableFromInline
    func recordInjection(of service: ServiceIdentity, isOptional: Bool, isProvided: Bool = false) {
        guard identity.trackingCount.load(ordering: .relaxed) > 0 else { return }
        let need = InjectedNeed(isOptional: isOptional, isProvided: isProvided)
        if let frame = ResolutionFrame.innermost {
            if frame.value.isRecording { frame.value.record(need, of: service) }
        } else {
            AsyncFrame.current?.record(need, of: service)
        }
    }
}
