extension ServiceEnv {
    /// Shuts down every service that was registered with `onShutdown` and created, dependants before their dependencies.
    ///
    /// From the first call on, resolving throws ``ServiceError/factoryFailed(serviceType:underlyingError:)`` with an
    /// ``EnvironmentShutDownError``, for good. Services that do not need each other shut down at the same time. A
    /// second call does nothing. Parents and children are not touched.
    ///
    /// - Parameter timeout: The time limit for the whole shutdown; 5 seconds by default. What still runs then is
    ///   cancelled and not awaited.
    /// - Throws: ``ServiceShutdownError`` with every failure and everything that was not finished in time.
    public func shutdown(timeout: Duration = .seconds(5)) async throws(ServiceShutdownError) {
        try await shutdown(timeout: timeout, clock: ContinuousClock())
    }

    /// Shuts down with a time limit that a given clock measures, see ``shutdown(timeout:)``.
    ///
    /// - Parameters:
    ///   - timeout: The time limit for the whole shutdown.
    ///   - clock: Measures the time.
    /// - Throws: ``ServiceShutdownError`` with every failure and everything that was not finished in time.
    public func shutdown(
        timeout: Duration, clock: some Clock<Duration>
    ) async throws(ServiceShutdownError) {
        let error = await storage.beginShutdown().run(timeout: timeout, clock: clock)
        if let error { throw error }
    }
}
