extension EnvironmentStorage {
    /// Stops the process because a required injected service cannot be resolved.
    ///
    /// A missing required service is a mistake in the wiring. Nothing but this stops the process.
    @usableFromInline
    @inline(never)
    func stop(_ error: ServiceError, resolving service: ServiceIdentity, isMain: Bool) -> Never {
        fatalError(explanation(of: error, resolving: service, isMain: isMain))
    }
}
