extension ServiceEnv {
    /// Drops every kept instance, so that the next resolution makes a new one. Registrations stay.
    ///
    /// What is being made while this runs goes to those who wait for it and is not kept. Instances that were registered as
    /// such are returned again. Parents and children keep theirs.
    ///
    /// - Parameter isolation: Where the caller runs; leave it out. Instances of the main actor are released at once if the
    ///   caller is on it, and by a task there otherwise.
    /// - Complexity: O(n) in the number of services of this environment.
    public func resetCaches(isolation: isolated (any Actor)? = #isolation) {
        storage.reset(isolation: isolation) { _ in true }
    }

    /// Drops every kept instance and every registration.
    ///
    /// - Parameter isolation: Where the caller runs; leave it out, see ``resetCaches(isolation:)``.
    /// - Complexity: O(n) in the number of services of this environment.
    public func resetAll(isolation: isolated (any Actor)? = #isolation) {
        storage.resetAll(isolation: isolation)
    }

    /// Drops the kept instances of one scope, for example at sign-out those of `.custom("session")`.
    ///
    /// - Parameters:
    ///   - scope: The scope that ends. Nothing is kept of ``ServiceScope/transient`` and ``ServiceScope/graph`` services.
    ///   - isolation: Where the caller runs; leave it out, see ``resetCaches(isolation:)``.
    /// - Complexity: O(n) in the number of services of this environment.
    public func resetScope(_ scope: ServiceScope, isolation: isolated (any Actor)? = #isolation) {
        storage.reset(isolation: isolation) { $0 == scope }
    }
}
