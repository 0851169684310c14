/// A service that another one needs, for `needs:`: one with a name, or one that may be missing.
///
/// ```swift
/// env.register(Report.self, needs: Need(Database.self, name: "replica"), Need.optional(Analytics.self)) {
///     database, analytics in Report(database, analytics)
/// }
/// ```
///
/// If you write one need of a call like this, write all of them like this: `Need(Log.self)` is the same as `Log.self`.
public struct Need<Value>: Sendable {
    @usableFromInline typealias Resolve =
        @Sendable (EnvironmentStorage, ServiceIdentity, _ isMain: Bool) throws(ServiceError) -> Value

    @usableFromInline let service: ServiceIdentity
    @usableFromInline let isOptional: Bool
    @usableFromInline let resolver: Resolve
    /// Reads an instance of the service as what the factory receives.
    @usableFromInline let read: @Sendable (Instance) -> Value

    @usableFromInline
    init(
        _ service: ServiceIdentity, isOptional: Bool, resolver: @escaping Resolve,
        read: @escaping @Sendable (Instance) -> Value
    ) {
        self.service = service
        self.isOptional = isOptional
        self.resolver = resolver
        self.read = read
    }

    /// A service that must be registered.
    ///
    /// - Parameters:
    ///   - type: The type that is registered.
    ///   - name: The name it is registered with; nil, the default, for the service without a name.
    @inlinable
    public init(_ type: Value.Type, name: ServiceName? = nil) {
        self.init(ServiceIdentity(type, name: name), isOptional: false) {
            environment, service, isMain throws(ServiceError) in
            try environment.provided(service, as: Value.self, isMain: isMain)
        } read: {
            $0.read(as: Value.self)
        }
    }

    /// A service that may be missing: then the factory receives nil. If it is registered but fails, that is an error.
    ///
    /// - Parameters:
    ///   - type: The type that is registered, if any.
    ///   - name: The name it is registered with; nil, the default, for the service without a name.
    /// - Returns: The need of an optional value.
    @inlinable
    public static func optional<S>(_ type: S.Type, name: ServiceName? = nil) -> Need<S?> where Value == S? {
        Need<S?>(ServiceIdentity(type, name: name), isOptional: true) {
            environment, service, isMain throws(ServiceError) in
            try environment.providedIfRegistered(service, as: S.self, isMain: isMain)
        } read: {
            $0.read(as: S.self)
        }
    }

    /// Returns the service for a factory that runs now.
    @inlinable
    package func resolve(isMain: Bool = false) throws(ServiceError) -> Value {
        try resolver(ServiceEnv.current.storage, service, isMain)
    }
}

extension Need where Value: Sendable {
    /// Returns the service for an asynchronous factory that runs now.
    @usableFromInline
    package func resolveAsync() async throws(ServiceError) -> Value {
        let environment = ServiceEnv.current.storage
        while true {
            if let instance = try await environment.resolveAsync(service) { return read(instance) }
            do throws(ServiceError) {
                return try resolver(environment, service, false)
            } catch {
                guard EnvironmentStorage.becameAsync(service, error) else { throw error }
            }
        }
    }
}

extension DeclaredNeeds {
    /// Needs with a name, or of what may be missing.
    @usableFromInline
    package init<each Value>(_ needs: repeat Need<each Value>) {
        self.init(services: [])
        for need in repeat each needs { add(need.service, isOptional: need.isOptional) }
    }
}
