public import Synchronization

/// What the copies of one injected property share: where to resolve, and the instance once it is resolved.
///
/// Nothing is locked while the service is resolved. If two threads read first, both resolve, and the instance of the one
/// that finishes first is everybody's.
///
/// Safe because the value is written before its pointer is published, once, and not changed until the last owner goes.
@safe
@usableFromInline
final class Injection<Value: Sendable>: @unchecked Sendable {
    /// Resolves the service, and says whether to keep it. One that is absent or provisional is looked up again.
    @usableFromInline typealias Resolve =
        @Sendable (EnvironmentStorage, ServiceIdentity) throws(ServiceError) -> (value: Value, isKept: Bool)

    @usableFromInline let environment: EnvironmentStorage
    @usableFromInline let service: ServiceIdentity
    @usableFromInline let resolver: Resolve
    @usableFromInline let value = unsafe Atomic<UnsafeMutablePointer<Value>?>(nil)

    @inlinable
    init(_ service: ServiceIdentity, isOptional: Bool, resolver: @escaping Resolve) {
        environment = ServiceEnv.current.storage
        self.service = service
        self.resolver = resolver
        if environment.identity.attention.load(ordering: .relaxed) > 0 {
            environment.observeInjection(of: service, isOptional: isOptional)
        }
    }

    @inlinable
    deinit {
        if let value = unsafe value.load(ordering: .acquiring) {
            unsafe value.deinitialize(count: 1)
            unsafe value.deallocate()
        }
    }

    /// Returns the instance that is kept.
    ///
    /// - Throws: `Miss` if none is kept yet.
    @inlinable
    @inline(__always)
    func read() throws(KeptCell.Miss) -> Value {
        guard let value = unsafe value.load(ordering: .acquiring) else { throw KeptCell.Miss() }
        return unsafe value.pointee
    }

    /// Resolves the service and keeps it, unless another thread was faster: then its instance is returned.
    @inlinable
    func resolve() throws(ServiceError) -> Value {
        let (resolved, isKept) = try resolver(environment, service)
        guard isKept else { return resolved }
        let new = UnsafeMutablePointer<Value>.allocate(capacity: 1)
        unsafe new.initialize(to: resolved)
        let (isFirst, first) = unsafe value.compareExchange(
            expected: nil, desired: new, ordering: .acquiringAndReleasing)
        if !isFirst, let first = unsafe first {
            unsafe new.deinitialize(count: 1)
            unsafe new.deallocate()
            return unsafe first.pointee
        }
        return resolved
    }
}

extension EnvironmentStorage {
    /// Resolves an injected service: never redirected, as a property belongs to the environment that it captured.
    @inlinable
    func resolveInjected<S: Sendable>(
        _ service: ServiceIdentity, as type: S.Type
    ) throws(ServiceError) -> (value: S, isKept: Bool) {
        if service.variant == .plain {
            do throws(KeptCell.Miss) {
                return (try readKept(type), true)
            } catch {}
        }
        return try resolveForKeeping(ServiceRequest(service, isMain: false, isRedirected: false), as: type)
    }

    /// Resolves an injected service that may be missing.
    @inlinable
    func resolveOptional<S: Sendable>(
        _ service: ServiceIdentity, as type: S.Type
    ) throws(ServiceError) -> (value: S?, isKept: Bool) {
        guard isRegistered(service, isMain: false) else { return (nil, false) }
        let (value, isKept) = try resolveInjected(service, as: type)
        return (value, isKept)
    }

    /// Notes that the instance being made has an injected property, which will need a service once it is read.
    @usableFromInline
    @inline(never)
    func observeInjection(of service: ServiceIdentity, isOptional: Bool) {
        if let frame = unsafe ResolutionFrame.innermost {
            guard unsafe frame.pointee.isRecording else { return }
            unsafe frame.pointee.registration.observe(deferred: service, isOptional: isOptional)
        } else {
            AsyncContext.current?.registration.observe(deferred: service, isOptional: isOptional)
        }
    }

    /// Whether a service can be asked for, on the main actor or elsewhere.
    @usableFromInline
    func isRegistered(_ service: ServiceIdentity, isMain: Bool) -> Bool {
        guard let location = locate(service) else { return false }
        return isMain || !location.registration.isMain
    }
}
