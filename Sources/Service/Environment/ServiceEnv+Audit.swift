extension ServiceEnv {
    /// Returns the services of a scope whose instances outlived its reset: somebody still holds them.
    ///
    /// ```swift
    /// env.resetScope(.custom("session"))
    /// assert(env.audit(.custom("session")).isEmpty)
    /// ```
    ///
    /// Only objects are followed, and without keeping them alive. An instance that has to be shut down is held by the
    /// environment until then, and so is listed as well.
    ///
    /// - Parameter scope: The scope that was reset, by ``resetScope(_:isolation:)``, ``resetCaches(isolation:)`` or
    ///   ``resetAll(isolation:)``.
    /// - Returns: The name of the service for each instance that is still there, sorted; empty if there is none.
    public func audit(_ scope: ServiceScope) -> [String] {
        storage.leaks.survivors(of: scope).map { storage.name(of: $0) }.sorted()
    }
}
