extension ServiceEnv {
    /// Shuts down every service that was registered with `onShutdown` and created, dependants before their dependencies.
    ///
    /// From the first call on the environment resolves nothing any more: it throws
    /// ``ServiceError/factoryFailed(serviceType:underlyingError:)`` with an ``EnvironmentShutDownError``, and stays so.
    /// Services that do not need each other shut down at the same time. A second call does nothing. Parents and children
    /// are not touched.
    ///
    /// - Parameter timeout: The time for all of it; 5 seconds by default. What runs then is cancelled and not waited for.
    /// - Throws: ``ServiceShutdownError`` with every failure and everything that was not finished in time.
    public func shutdown(timeout: Duration = .seconds(5)) async throws(ServiceShutdownError) {
        try await shutdown(timeout: timeout, clock: ContinuousClock())
    }

    /// Shuts down by another clock, see ``shutdown(timeout:)``.
    ///
    /// - Parameters:
    ///   - timeout: The time for all of it.
    ///   - clock: Measures the time.
    /// - Throws: ``ServiceShutdownError`` with every failure and everything that was not finished in time.
    public func shutdown(
        timeout: Duration, clock: some Clock<Duration>
    ) async throws(ServiceShutdownError) {
        let instances = storage.beginShutdown()
        let shutdown = Shutdown(instances, in: storage)
        let error = await shutdown.run(timeout: timeout, clock: clock)
        if let error { throw error }
    }
}
