/// Injects a service that is resolved on every access.
///
/// ```swift
/// struct Handler {
///     @Provider var request: Request  // registered with scope .transient: a new one each time
/// }
/// ```
///
/// What an access returns follows the registration's scope: a singleton is the same each time, and a new one after a
/// reset. Otherwise it is like ``Service``. As it keeps nothing, a singleton may have one of a service with a shorter life.
@frozen
@propertyWrapper
public struct Provider<Value: Sendable>: Sendable {
    @usableFromInline typealias Resolve =
        @Sendable (EnvironmentStorage, ServiceIdentity) throws(ServiceError) -> Value

    @usableFromInline let environment: EnvironmentStorage
    @usableFromInline let service: ServiceIdentity
    /// Where the property is.
    @usableFromInline let place: SourceLocation
    @usableFromInline let resolver: Resolve
    /// The value of an optional service that cannot be resolved; nil for a required one, which stops the process.
    @usableFromInline let absence: Value?

    @inlinable
    init(
        _ service: ServiceIdentity, absence: Value?, fileID: StaticString, line: UInt, resolver: @escaping Resolve
    ) {
        environment = ServiceEnv.current.storage
        self.service = service
        self.absence = absence
        place = SourceLocation(fileID: fileID, line: line)
        self.resolver = resolver
        environment.recordInjection(of: service, isOptional: absence != nil, isProvided: true)
    }

    /// Injects the required service of the property's type.
    ///
    /// - Parameters:
    ///   - fileID: The file that messages name. Defaults to the property's.
    ///   - line: The line that messages name. Defaults to the property's.
    @inlinable
    @_disfavoredOverload
    public init(fileID: StaticString = #fileID, line: UInt = #line) {
        // In the type itself: for `@Provider var x: T` the compiler looks nowhere else.
        self.init(Value.self, fileID: fileID, line: line)
    }

    /// The service, resolved by this access.
    @inlinable
    public var wrappedValue: Value {
        do throws(ServiceError) {
            return try resolver(environment, service)
        } catch {
            if let absence { return absence }
            environment.stop(error, resolving: service, isMain: false, place: place)
        }
    }

    /// The provider itself, for `try $property.resolve()`.
    @inlinable
    public var projectedValue: Provider<Value> { self }

    /// Returns the service, resolved by this call.
    ///
    /// - Returns: The service, like ``wrappedValue``.
    @inlinable
    public func callAsFunction() -> Value { wrappedValue }

    /// Returns the service, or throws the reason why there is none.
    ///
    /// - Returns: The service, resolved by this call. For an optional service nil if nothing is registered.
    /// - Throws: ``ServiceError``, as ``ServiceEnv/resolve(_:)`` does.
    @inlinable
    public func resolve() throws(ServiceError) -> Value {
        try resolver(environment, service)
    }
}

extension Provider {
    /// Injects a required service, one of several of the property's type.
    ///
    /// - Parameters:
    ///   - name: The name it was registered with.
    ///   - fileID: The file that messages name. Defaults to the property's.
    ///   - line: The line that messages name. Defaults to the property's.
    @inlinable
    @_disfavoredOverload
    public init(name: ServiceName?, fileID: StaticString = #fileID, line: UInt = #line) {
        self.init(Value.self, name: name, fileID: fileID, line: line)
    }

    /// Injects a required service by its type.
    ///
    /// - Parameters:
    ///   - type: The type that was registered.
    ///   - name: The name it was registered with; nil, the default, for the service without a name.
    ///   - fileID: The file that messages name. Defaults to the property's.
    ///   - line: The line that messages name. Defaults to the property's.
    @inlinable
    public init(_ type: Value.Type, name: ServiceName? = nil, fileID: StaticString = #fileID, line: UInt = #line) {
        self.init(ServiceIdentity(type, name: name), absence: nil, fileID: fileID, line: line) {
            environment, service throws(ServiceError) in
            try environment.provided(service, as: Value.self, isMain: false)
        }
    }
}

extension Provider {
    /// Injects the service of the property's type, if it is registered.
    ///
    /// - Parameters:
    ///   - fileID: The file that messages name. Defaults to the property's.
    ///   - line: The line that messages name. Defaults to the property's.
    @inlinable
    public init<S: Sendable>(fileID: StaticString = #fileID, line: UInt = #line) where Value == S? {
        self.init(S.self, fileID: fileID, line: line)
    }

    /// Injects one of several services of the property's type, if it is registered.
    ///
    /// - Parameters:
    ///   - name: The name it was registered with.
    ///   - fileID: The file that messages name. Defaults to the property's.
    ///   - line: The line that messages name. Defaults to the property's.
    @inlinable
    public init<S: Sendable>(name: ServiceName?, fileID: StaticString = #fileID, line: UInt = #line) where Value == S? {
        self.init(S.self, name: name, fileID: fileID, line: line)
    }

    /// Injects a service by its type, if it is registered.
    ///
    /// - Parameters:
    ///   - type: The type that was registered.
    ///   - name: The name it was registered with; nil, the default, for the service without a name.
    ///   - fileID: The file that messages name. Defaults to the property's.
    ///   - line: The line that messages name. Defaults to the property's.
    @inlinable
    @_disfavoredOverload
    public init<S: Sendable>(
        _ type: S.Type, name: ServiceName? = nil, fileID: StaticString = #fileID, line: UInt = #line
    ) where Value == S? {
        self.init(ServiceIdentity(type, name: name), absence: .some(nil), fileID: fileID, line: line) {
            environment, service throws(ServiceError) in
            try environment.providedIfRegistered(service, as: S.self, isMain: false)
        }
    }
}
