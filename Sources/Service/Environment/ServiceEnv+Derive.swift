extension ServiceEnv {
    /// Creates an environment that asks another where it has nothing registered itself.
    ///
    /// A singleton or custom-scoped service of the parent is made in and kept by the parent, without this environment's
    /// registrations, and shared. A transient or graph one is made for this environment and sees them.
    ///
    /// A lookup asks this environment first and the parent after it. Where another thread registers the same service in
    /// both meanwhile, the answer may be the parent's.
    ///
    /// ```swift
    /// let request = ServiceEnv(name: "request", parent: app)
    /// request.register(User.self) { currentUser }
    /// ```
    ///
    /// - Parameters:
    ///   - name: What messages call the environment.
    ///   - parent: The environment to fall through to. It is kept alive.
    public init(name: String, parent: ServiceEnv) {
        self.init(EnvironmentStorage(name: name, parent: parent.storage))
    }

    /// Returns an environment with the same registrations and no instances, in which everything is made anew.
    ///
    /// It is a snapshot: what is registered later in either is not seen by the other, and what this environment's parents
    /// have registered becomes its own. A factory that names the environment it was registered in is sent to the derived
    /// one while it runs for that.
    ///
    /// - Parameter name: What messages call the new environment.
    /// - Returns: The new environment.
    /// - Complexity: O(1) in the number of registrations, O(n) in the number of parents.
    public func derived(name: String) -> ServiceEnv {
        derived(name: name, onMissing: storage.onMissing)
    }

    /// Returns a derived environment that tells of every resolution in it that finds nothing registered.
    ///
    /// Its children and what is derived from it do the same. An optional wrapper asks first, and is not told of.
    ///
    /// - Parameters:
    ///   - name: What messages call the new environment.
    ///   - onMissing: Receives what the developer should read: the error, the path, and similar names. Called on the thread
    ///     that resolves, without a lock held, before the error is thrown.
    package func derived(name: String, onMissing: (@Sendable (_ explanation: String) -> Void)?) -> ServiceEnv {
        ServiceEnv(
            EnvironmentStorage(
                name: name, layers: storage.snapshot(), onMissing: onMissing,
                isForTestingOrDevelopment: storage.isForTestingOrDevelopment))
    }

    /// Runs an operation in an environment derived from the current one, with registrations of its own.
    ///
    /// Replacing one service rebuilds what depends on it, inside the operation only.
    ///
    /// ```swift
    /// try ServiceEnv.withOverrides({ $0.register(Database.self) { FakeDatabase() } }) {
    ///     try ServiceEnv.current.resolve(Repository.self).load()
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - overrides: Registers in the derived environment.
    ///   - operation: Runs with the derived environment as the current one.
    /// - Returns: What the operation returns.
    /// - Throws: What the operation throws.
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
    ///   - isolation: Where the caller runs; leave it out.
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

    private static func overridden(by overrides: (ServiceEnv) -> Void) -> ServiceEnv {
        let environment = current.derived(name: current.name)
        overrides(environment)
        return environment
    }
}

extension EnvironmentStorage {
    /// What is registered here and in the parents, as layers that can be changed apart from these.
    func snapshot() -> RegistrationLayers {
        let inherited = parent?.snapshot()
        // Merging layers drops registrations whose closures may own instances: they go after unlocking.
        let (snapshot, old) = registry.withLock { registry in
            let old = registry.layers
            return (registry.layers.snapshot(over: inherited), old)
        }
        return withExtendedLifetime(old) { snapshot }
    }
}
