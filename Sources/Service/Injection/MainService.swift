/// Injects a main-actor service: resolves it on first access and stores it.
///
/// ```swift
/// @MainActor
/// final class ProfileController {
///     @MainService var viewModel: ProfileViewModel
/// }
/// ```
///
/// Finds what ``ServiceEnv/register(_:name:scope:onShutdown:fileID:line:factory:)`` registered as well. Otherwise it is like
/// ``Service``.
@frozen
@propertyWrapper
public struct MainService<Value>: Sendable {
    @usableFromInline let injection: Injection
    /// The value of an optional service that cannot be resolved; nil for a required one, which stops the process.
    @usableFromInline let absence: @Sendable () -> Value?

    @inlinable
    init(_ injection: Injection, absence: @escaping @Sendable () -> Value?) {
        self.injection = injection
        self.absence = absence
    }

    /// Injects the required service of the property's type.
    @inlinable
    @_disfavoredOverload
    public init() {
        // In the type itself: for `@MainService var x: T` the compiler looks nowhere else.
        self.init(Value.self)
    }

    /// The service, resolved by the first access.
    @inlinable
    @MainActor
    public var wrappedValue: Value {
        if let stored = injection.stored.load() { return stored.read(as: Value.self) }
        return resolveOrStop()
    }

    /// The injection itself, for `try $property.resolve()`.
    @inlinable
    public var projectedValue: MainService<Value> { self }

    /// Returns the service, resolved by the first access.
    ///
    /// - Returns: The service, like ``wrappedValue``.
    @inlinable
    @MainActor
    public func callAsFunction() -> Value { wrappedValue }

    /// Returns the service, or throws the reason why there is none.
    ///
    /// - Returns: The service, which the injection stores. For an optional service nil if nothing is registered.
    /// - Throws: ``ServiceError``, as ``ServiceEnv/resolveMain(_:)`` does.
    @inlinable
    @MainActor
    public func resolve() throws(ServiceError) -> Value {
        if let stored = injection.stored.load() { return stored.read(as: Value.self) }
        return try injection.resolve().read(as: Value.self)
    }

    @inlinable
    @inline(never)
    @MainActor
    func resolveOrStop() -> Value {
        do throws(ServiceError) {
            return try injection.resolve().read(as: Value.self)
        } catch {
            if let absence = absence() { return absence }
            injection.environment.stop(error, resolving: injection.service, isMain: true)
        }
    }
}

extension MainService {
    /// Injects a required service, one of several of the property's type.
    ///
    /// - Parameter name: The name it was registered with.
    @inlinable
    @_disfavoredOverload
    public init(name: ServiceName?) {
        self.init(Value.self, name: name)
    }

    /// Injects a required service by its type.
    ///
    /// - Parameters:
    ///   - type: The type that was registered.
    ///   - name: The name it was registered with; nil, the default, for the service without a name.
    @inlinable
    public init(_ type: Value.Type, name: ServiceName? = nil) {
        self.init(
            Injection(ServiceIdentity(type, name: name), isOptional: false) {
                environment, service throws(ServiceError) in
                try environment.injected(service, isMain: true)
            }, absence: { nil })
    }
}

extension MainService {
    /// Injects the service of the property's type, if it is registered.
    @inlinable
    public init<S>() where Value == S? {
        self.init(S.self)
    }

    /// Injects one of several services of the property's type, if it is registered.
    ///
    /// - Parameter name: The name it was registered with.
    @inlinable
    public init<S>(name: ServiceName?) where Value == S? {
        self.init(S.self, name: name)
    }

    /// Injects a service by its type, if it is registered.
    ///
    /// - Parameters:
    ///   - type: The type that was registered.
    ///   - name: The name it was registered with; nil, the default, for the service without a name.
    @inlinable
    @_disfavoredOverload
    public init<S>(_ type: S.Type, name: ServiceName? = nil) where Value == S? {
        self.init(
            Injection(ServiceIdentity(type, name: name), isOptional: true) {
                environment, service throws(ServiceError) in
                try environment.injectedIfRegistered(service, as: S.self, isMain: true)
            }, absence: { .some(nil) })
    }
}
