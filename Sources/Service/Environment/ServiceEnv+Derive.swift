extension ServiceEnv {
    /// Creates an environment that asks its parent for what it has not registered itself.
    ///
    /// The parent creates and caches its singleton and custom-scoped services, without this environment's registrations,
    /// and shares them. Transient and graph services are created for this environment and see its registrations. The
    /// purpose and the clock are the parent's.
    ///
    /// An instance with injected properties holds the environment that they captured, which holds the instance. So an environment
    /// that has such instances does not end with the last of your references: call ``shutdown(timeout:)`` or
    /// ``resetCaches(isolation:)`` at the end of the request, window or document that it is for.
    ///
    /// A lookup asks this environment first and the parent after it. If another thread registers the same service in both
    /// meanwhile, the answer may be the parent's.
    ///
    /// ```swift
    /// let request = ServiceEnv(name: "request", parent: app)
    /// request.register(User.self) { currentUser }
    /// ```
    ///
    /// - Parameters:
    ///   - name: The name that messages use.
    ///   - parent: The environment to ask. This environment keeps it alive.
    public init(name: String, parent: ServiceEnv) {
        self.init(EnvironmentStorage(name: name, traits: parent.storage.traits, parent: parent.storage))
    }

    /// Returns an environment with the same registrations and no instances, in which everything is created again.
    ///
    /// The new environment is a snapshot: neither environment sees what is registered in the other later, and what this
    /// environment's parents have registered becomes the new one's own. A factory that captured the environment it was
    /// registered in is redirected to the derived one while it runs for that. The purpose and the clock are the same.
    ///
    /// - Parameter name: The name that messages use for the new environment.
    /// - Returns: The new environment.
    /// - Complexity: O(1) in the number of registrations, O(n) in the number of parents.
    public func derived(name: String) -> ServiceEnv {
        derived(name: name, storage.traits)
    }

    func derived(name: String, _ traits: EnvironmentStorage.Traits) -> ServiceEnv {
        ServiceEnv(EnvironmentStorage(name: name, traits: traits, layers: storage.snapshot()))
    }

    /// Runs an operation in an environment derived from the current one, with registrations of its own.
    ///
    /// Replacing one service rebuilds what depends on it, inside the operation only. What a framework creates after the
    /// operation, such as a sheet of SwiftUI, gets the environment that is current then.
    ///
    /// ```swift
    /// try ServiceEnv.withOverrides({ $0.register((any Database).self) { FakeDatabase() } }) {
    ///     try ServiceEnv.current.resolve(Repository.self).load()
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - overrides: Registers in the derived environment.
    ///   - operation: Runs with the derived environment as the current one.
    /// - Returns: What the operation returns.
    /// - Throws: What the operation throws.
    @inlinable
    public static func withOverrides<Result, Failure>(
        _ overrides: (ServiceEnv) -> Void, operation: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let environment = overridden(by: overrides)
        // `withValue` forgets the type of the error, the result does not.
        let result = $current.withValue(environment) {
            Swift.Result { () throws(Failure) in try operation() }
        }
        return try result.get()
    }

    /// Runs an asynchronous operation in an environment derived from the current one, with registrations of its own.
    ///
    /// - Parameters:
    ///   - overrides: Registers in the derived environment.
    ///   - isolation: The actor that the caller runs on. Defaults to the call site's.
    ///   - operation: Runs with the derived environment as the current one, also in the tasks it starts.
    /// - Returns: What the operation returns.
    /// - Throws: What the operation throws.
    public static func withOverrides<Result, Failure>(
        _ overrides: (ServiceEnv) -> Void, isolation: isolated (any Actor)? = #isolation,
        operation: () async throws(Failure) -> Result
    ) async throws(Failure) -> Result {
        let environment = overridden(by: overrides)
        let result: Swift.Result<Result, Failure> = await $current.withValue(environment) {
            do throws(Failure) {
                return .success(try await operation())
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }

    @usableFromInline
    static func overridden(by overrides: (ServiceEnv) -> Void) -> ServiceEnv {
        let environment = current.derived(name: current.name)
        overrides(environment)
        return environment
    }
}
