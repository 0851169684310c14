/// Injects a main-actor service that is resolved on every access.
///
/// ```swift
/// @MainActor
/// final class Coordinator {
///     @MainProvider var sheet: SheetModel  // registered with scope .transient: a new one each time
/// }
/// ```
///
/// What an access returns follows the registration's scope, as for ``Provider``.
@frozen
@propertyWrapper
public struct MainProvider<Value>: Sendable {
    @usableFromInline typealias Resolve =
        @MainActor (EnvironmentStorage, ServiceIdentity) throws(ServiceError) -> Value

    @usableFromInline let environment: EnvironmentStorage
    @usableFromInline let service: ServiceIdentity
    @usableFromInline let resolver: Resolve
    /// The value of an optional service that cannot be resolved; nil for a required one, which stops the process.
    @usableFromInline let absence: @Sendable () -> Value?

    @inlinable
    init(
        _ service: ServiceIdentity, absence: @escaping @Sendable () -> Value?,
        resolver: @escaping Resolve
    ) {
        environment = ServiceEnv.current.storage
        self.service = service
        self.absence = absence
        self.resolver = resolver
    }

    /// Injects the required service of the property's type.
    @inlinable
    @_disfavoredOverload
    public init() {
        // In the type itself: for `@MainProvider var x: T` the compiler looks nowhere else.
        self.init(Value.self)
    }

    /// The service, resolved by this access.
    @inlinable
    @MainActor
    public var wrappedValue: Value {
        do throws(ServiceError) {
            return try resolver(environment, service)
        } catch {
            if let absence = absence() { return absence }
            environment.stop(error, resolving: service, isMain: true)
        }
    }

    /// The provider itself, for `try $property.resolve()`.
    @inlinable
    public var projectedValue: MainProvider<Value> { self }

    /// Returns the service, resolved by this call.
    ///
    /// - Returns: The service, like ``wrappedValue``.
    @inlinable
    @MainActor
    public func callAsFunction() -> Value { wrappedValue }

    /// Returns the service, or throws the reason why there is none.
    ///
    /// - Returns: The service, resolved by this call. For an optional service nil if nothing is registered.
    /// - Throws: ``ServiceError``, as ``ServiceEnv/resolveMain(_:)`` does.
    @inlinable
    @MainActor
    public func resolve() throws(ServiceError) -> Value {
        try resolver(environment, service)
    }
}

extension MainProvider {
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
        self.init(ServiceIdentity(type, name: name), absence: { nil }) { environment, service throws(ServiceError) in
            try environment.provided(service, as: Value.self, isMain: true)
        }
    }
}

extension MainProvider {
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
        self.init(ServiceIdentity(type, name: name), absence: { .some(nil) }) {
            environment, service throws(ServiceError) in
            try environment.providedIfRegistered(service, as: S.self, isMain: true)
        }
    }
}
