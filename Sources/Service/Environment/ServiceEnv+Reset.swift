extension ServiceEnv {
    /// Drops every cached instance, so that the next resolution creates a new one. Registrations stay.
    ///
    /// An instance that is being created now goes to the callers that wait for it and is not cached. Instances that were
    /// registered as such are returned again. Parents keep their instances; children drop those that were created from a dropped one.
    ///
    /// - Parameter isolation: The actor that the caller runs on. Defaults to the call site's. Main-actor instances are
    ///   released immediately if that is the main actor, and by a task there otherwise.
    /// - Complexity: O(n) in the number of services of this environment.
    public func resetCaches(isolation: isolated (any Actor)? = #isolation) {
        storage.reset { _ in true }
    }

    /// Drops every cached instance and every registration.
    ///
    /// - Parameter isolation: The actor that the caller runs on, as for ``resetCaches(isolation:)``.
    /// - Complexity: O(n) in the number of services of this environment.
    public func resetAll(isolation: isolated (any Actor)? = #isolation) {
        storage.resetAll()
    }

    /// Drops the cached instances of one scope, for example those of `.custom("session")` when a user signs out.
    ///
    /// - Parameters:
    ///   - scope: The scope that ends. ``ServiceScope/transient`` and ``ServiceScope/graph`` services are not cached.
    ///   - isolation: The actor that the caller runs on, as for ``resetCaches(isolation:)``.
    /// - Complexity: O(n) in the number of services of this environment.
    public func resetScope(_ scope: ServiceScope, isolation: isolated (any Actor)? = #isolation) {
        storage.reset { $0 == scope }
    }
}
