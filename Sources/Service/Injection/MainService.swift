/// Injects a service of the main actor: resolves it on first access and keeps it.
///
/// ```swift
/// @MainActor
/// final class ProfileController {
///     @MainService var viewModel: ProfileViewModel
/// }
/// ```
///
/// Finds what ``ServiceEnv/register(_:scope:fileID:line:factory:)`` registered as well. In all else it is like ``Service``.
@propertyWrapper
public struct MainService<Value>: Sendable {
    @usableFromInline let injection: MainInjection<Value>
    /// Whether the property is nil where the service cannot be had, instead of stopping the process.
    @usableFromInline let absence: @Sendable () -> Value?

    @inlinable
    init(_ injection: MainInjection<Value>, absence: @escaping @Sendable () -> Value?) {
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
        do throws(ServiceError) {
            return try injection.resolve()
        } catch {
            if let absence = absence() { return absence }
            injection.environment.stop(error, resolving: injection.service, isMain: true)
        }
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

    /// Returns the service, or says why there is none.
    ///
    /// - Returns: The service, which the injection keeps. For an optional service nil if nothing is registered.
    /// - Throws: ``ServiceError``, as ``ServiceEnv/resolveMain(_:)`` does.
    @inlinable
    @MainActor
    public func resolve() throws(ServiceError) -> Value {
        try injection.resolve()
    }
}

extension MainService {
    /// Injects a required service by its type.
    ///
    /// - Parameter type: The type that was registered.
    @inlinable
    public init(_ type: Value.Type) {
        self.init(required: ServiceIdentity(type))
    }

    /// Injects a required service, one of several of the property's type.
    ///
    /// - Parameter name: The name it was registered with.
    @inlinable
    @_disfavoredOverload
    public init(name: ServiceName) {
        self.init(Value.self, name: name)
    }

    /// Injects a required service, one of several of a type.
    ///
    /// - Parameters:
    ///   - type: The type that was registered.
    ///   - name: The name it was registered with.
    @inlinable
    public init(_ type: Value.Type, name: ServiceName) {
        self.init(required: ServiceIdentity(type, name: name))
    }

    @inlinable
    init(required service: ServiceIdentity) {
        self.init(
            MainInjection(service, isOptional: false) { environment, service throws(ServiceError) in
                try environment.resolveInjectedMain(service, as: Value.self)
            }, absence: { nil })
    }
}

extension MainService {
    /// Injects the service of the property's type, if it is registered.
    @inlinable
    public init<S>() where Value == S? {
        self.init(S.self)
    }

    /// Injects a service by its type, if it is registered.
    ///
    /// - Parameter type: The type that was registered.
    @inlinable
    @_disfavoredOverload
    public init<S>(_ type: S.Type) where Value == S? {
        self.init(optional: ServiceIdentity(type))
    }

    /// Injects one of several services of the property's type, if it is registered.
    ///
    /// - Parameter name: The name it was registered with.
    @inlinable
    public init<S>(name: ServiceName) where Value == S? {
        self.init(S.self, name: name)
    }

    /// Injects one of several services of a type, if it is registered.
    ///
    /// - Parameters:
    ///   - type: The type that was registered.
    ///   - name: The name it was registered with.
    @inlinable
    @_disfavoredOverload
    public init<S>(_ type: S.Type, name: ServiceName) where Value == S? {
        self.init(optional: ServiceIdentity(type, name: name))
    }

    @inlinable
    init<S>(optional service: ServiceIdentity) where Value == S? {
        self.init(
            MainInjection(service, isOptional: true) { environment, service throws(ServiceError) in
                try environment.resolveOptionalMain(service, as: S.self)
            }, absence: { .some(nil) })
    }
}
