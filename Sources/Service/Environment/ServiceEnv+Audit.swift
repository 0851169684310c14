extension ServiceEnv {
    /// Returns the services of a scope whose instances are still held after the scope was reset.
    ///
    /// ```swift
    /// env.resetScope(.custom("session"))
    /// assert(env.audit(.custom("session")).isEmpty)
    /// ```
    ///
    /// Only objects are tracked, without keeping them alive. The environment itself holds an instance that has to be
    /// shut down until then, so that is listed as well.
    ///
    /// - Parameter scope: The scope that was reset, by ``resetScope(_:isolation:)``, ``resetCaches(isolation:)`` or
    ///   ``resetAll(isolation:)``.
    /// - Returns: The name of the service for each instance that still exists, sorted; empty if there is none.
    public func audit(_ scope: ServiceScope) -> [String] {
        storage.leaks.survivors(of: scope).map { storage.name(of: $0) }.sorted()
    }
}
