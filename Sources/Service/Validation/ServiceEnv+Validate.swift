extension ServiceEnv {
    /// Checks the whole wiring and reports everything that is wrong with it at once.
    ///
    /// Declared needs are followed without running anything. Synchronous `Sendable` factories that declare none are run in
    /// an environment derived for it, so that their instances are dropped; declare `needs:` for those that must not run in a
    /// check. Factories of the main actor, asynchronous ones and those with arguments are never run.
    ///
    /// ```swift
    /// @Test func `the services are wired`() throws {
    ///     let env = ServiceEnv(name: "check")
    ///     env.assemble(LiveAssembly())
    ///     try env.validate()
    /// }
    /// ```
    ///
    /// - Throws: ``ServiceValidationError`` with every problem.
    public func validate() throws(ServiceValidationError) {
        var validation = Validation(storage)
        try validation.run()
    }
}
