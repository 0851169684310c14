public import Synchronization

/// What the copies of one property injected on the main actor share.
@usableFromInline
@MainActor
final class MainInjection<Value> {
    /// Resolves the service, and says whether to keep it. One that is absent or provisional is looked up again.
    @usableFromInline typealias Resolve =
        @MainActor (EnvironmentStorage, ServiceIdentity) throws(ServiceError) -> (value: Value, isKept: Bool)

    @usableFromInline nonisolated let environment: EnvironmentStorage
    @usableFromInline nonisolated let service: ServiceIdentity
    @usableFromInline nonisolated let resolver: Resolve
    @usableFromInline var value: Value?

    @inlinable
    nonisolated init(_ service: ServiceIdentity, isOptional: Bool, resolver: @escaping Resolve) {
        environment = ServiceEnv.current.storage
        self.service = service
        self.resolver = resolver
        if environment.identity.attention.load(ordering: .relaxed) > 0 {
            environment.observeInjection(of: service, isOptional: isOptional)
        }
    }

    // The properties that share this may be dropped anywhere, the instance only here.
    isolated deinit {}

    /// Returns the kept instance, or resolves and keeps it.
    @inlinable
    func resolve() throws(ServiceError) -> Value {
        if let value { return value }
        let (resolved, isKept) = try resolver(environment, service)
        // Resolving may have run code that read this very property.
        if let value { return value }
        if isKept { value = resolved }
        return resolved
    }
}

extension EnvironmentStorage {
    /// Resolves a service injected on the main actor: never redirected, see ``resolveInjected(_:as:)``.
    @inlinable
    @MainActor
    func resolveInjectedMain<S>(
        _ service: ServiceIdentity, as type: S.Type
    ) throws(ServiceError) -> (value: S, isKept: Bool) {
        if service.variant == .plain {
            do throws(KeptCell.Miss) {
                return (try readKeptMain(type), true)
            } catch {}
        }
        return try resolveForKeeping(ServiceRequest(service, isMain: true, isRedirected: false), as: type)
    }

    /// Resolves a service injected on the main actor that may be missing.
    @inlinable
    @MainActor
    func resolveOptionalMain<S>(
        _ service: ServiceIdentity, as type: S.Type
    ) throws(ServiceError) -> (value: S?, isKept: Bool) {
        guard isRegistered(service, isMain: true) else { return (nil, false) }
        let (value, isKept) = try resolveInjectedMain(service, as: type)
        return (value, isKept)
    }
}
