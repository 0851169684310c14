/// Injects a main-actor service: resolves it on first access and stores it.
///
/// ```swift
/// @MainActor
/// final class ProfileController {
///     @MainService var viewModel: ProfileViewModel
/// }
/// ```
///
/// Also finds services that were registered with ``ServiceEnv/register(_:name:scope:onShutdown:fileID:line:factory:)``.
/// Otherwise it works like ``Service``.
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
    ///
    /// - Parameters:
    ///   - fileID: The file that messages name. Defaults to the property's.
    ///   - line: The line that messages name. Defaults to the property's.
    @inlinable
    @_disfavoredOverload
    public init(fileID: StaticString = #fileID, line: UInt = #line) {
        // In the type itself: for `@MainService var x: T` the compiler looks nowhere else.
        self.init(Value.self, fileID: fileID, line: line)
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
            injection.environment.stop(error, resolving: injection.service, isMain: true, place: injection.place)
        }
    }
}

extension MainService {
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
                try environment.injected(service, isMain: true)
            }, absence: { nil })
    }
}

extension MainService {
    /// Injects the service of the property's type, if it is registered.
    ///
    /// - Parameters:
    ///   - fileID: The file that messages name. Defaults to the property's.
    ///   - line: The line that messages name. Defaults to the property's.
    @inlinable
    public init<S>(fileID: StaticString = #fileID, line: UInt = #line) where Value == S? {
        self.init(S.self, fileID: fileID, line: line)
    }

    /// Injects one of several services of the property's type, if it is registered.
    ///
    /// - Parameters:
    ///   - name: The name it was registered with.
    ///   - fileID: The file that messages name. Defaults to the property's.
    ///   - line: The line that messages name. Defaults to the property's.
    @inlinable
    public init<S>(name: ServiceName?, fileID: StaticString = #fileID, line: UInt = #line) where Value == S? {
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
    public init<S>(_ type: S.Type, name: ServiceName? = nil, fileID: StaticString = #fileID, line: UInt = #line)
    where Value == S? {
        self.init(
            Injection(ServiceIdentity(type, name: name), isOptional: true, fileID: fileID, line: line) {
                environment, service throws(ServiceError) in
                try environment.injectedIfRegistered(service, as: S.self, isMain: true)
            }, absence: { .some(nil) })
    }
}
