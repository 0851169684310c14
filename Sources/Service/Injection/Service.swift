/// Injects a service: resolves it on first access and stores it.
///
/// ```swift
/// struct Repository {
///     @Service var database: Database
///     @Service var analytics: Analytics?
/// }
/// ```
///
/// The environment is the one that is current when the property is initialised, not when it is first read. A required
/// service that cannot be resolved stops the process, with a message that explains why and what to do. An optional one
/// is nil while nothing is registered, and looks again at the next access. If it is registered but fails, it is nil as
/// well, the environment's observers receive the error, and `try $analytics.resolve()` throws it.
///
/// A `final class` that is `Sendable` cannot have a wrapper's `var`. There, store the injection itself and call it:
///
/// ```swift
/// final class Uploader: Sendable {
///     let database = Service(Database.self)
///     func upload() { database().save() }
/// }
/// ```
@frozen
@propertyWrapper
public struct Service<Value: Sendable>: Sendable {
    @usableFromInline let injection: Injection
    /// The value of an optional service that cannot be resolved; nil for a required one, which stops the process.
    @usableFromInline let absence: Value?

    @inlinable
    init(_ injection: Injection, absence: Value?) {
        self.injection = injection
        self.absence = absence
    }

    /// Injects the required service of the property's type.
    ///
    /// - Parameters:
    ///   - fileID: The file that messages name. Defaults to the property's.
    ///   - line: The line that messages name. Defaults to the property's.
    @inlinable
    @_disfavoredOverload
    public init(fileID: StaticString = #fileID, line: UInt = #line) {
        // In the type itself: for `@Service var x: T` the compiler looks nowhere else.
        self.init(Value.self, fileID: fileID, line: line)
    }

    /// The service, resolved by the first access.
    @inlinable
    public var wrappedValue: Value {
        injection.stored.read(Value.self) { resolveOrStop() }
    }

    /// The injection itself, for `try $property.resolve()`.
    @inlinable
    public var projectedValue: Service<Value> { self }

    /// Returns the service, resolved by the first access.
    ///
    /// - Returns: The service, like ``wrappedValue``.
    @inlinable
    public func callAsFunction() -> Value { wrappedValue }

    /// Returns the service, or throws the reason why there is none.
    ///
    /// - Returns: The service, which the injection stores. For an optional service nil if nothing is registered.
    /// - Throws: ``ServiceError``, as ``ServiceEnv/resolve(_:)`` does.
    @inlinable
    public func resolve() throws(ServiceError) -> Value {
        if let stored = injection.stored.load() { return stored.read(as: Value.self) }
        return try injection.resolve().read(as: Value.self)
    }

    @inlinable
    @inline(never)
    func resolveOrStop() -> Value {
        do throws(ServiceError) {
            return try injection.resolve().read(as: Value.self)
        } catch {
            if let absence { return absence }
            injection.environment.stop(error, resolving: injection.service, isMain: false, place: injection.place)
        }
    }
}

extension Service {
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
        self.init(
            Injection(ServiceIdentity(type, name: name), isOptional: false, fileID: fileID, line: line) {
                environment, service throws(ServiceError) in
                try environment.injected(service, isMain: false)
            }, absence: nil)
    }
}

extension Service {
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
        self.init(
            Injection(ServiceIdentity(type, name: name), isOptional: true, fileID: fileID, line: line) {
                environment, service throws(ServiceError) in
                try environment.injectedIfRegistered(service, as: S.self, isMain: false)
            }, absence: .some(nil))
    }
}
