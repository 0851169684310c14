extension ServiceEnv {
    /// Checks the wiring and reports every problem that it finds at once.
    ///
    /// Declared needs are followed without running anything. Synchronous `Sendable` factories that declare none are run in
    /// an environment derived for it, and their instances are dropped. No `onShutdown` is called, as this method cannot wait
    /// for one. Declare `needs:` for factories that must not run in a check, and for those whose every instance must be shut
    /// down. Factories of the main actor, asynchronous ones and those with arguments are not run either.
    ///
    /// - Important: A factory that is run gets what it resolves. That runs the factories of these services, also those that
    ///   declare their needs or take arguments. Where one of them must not run, declare the needs of the services that resolve
    ///   it as well.
    ///
    /// ```swift
    /// @Test func `the services are wired`() throws {
    ///     let env = ServiceEnv(name: "check")
    ///     env.assemble(LiveAssembly())
    ///     try env.validate()
    /// }
    /// ```
    ///
    /// A factory that reads a required injected property without a service stops the process, here as everywhere. The message
    /// has everything else that the check finds.
    ///
    /// - Throws: ``ServiceValidationError`` with every problem that was found.
    public func validate() throws(ServiceValidationError) {
        try Validation(storage, expecting: []).run()
    }

    /// Checks the wiring of an environment whose children register further services.
    ///
    /// ```swift
    /// try app.validate(expecting: User.self)  // each request has an environment of its own, with its user
    /// ```
    ///
    /// An expected service does not count as missing. It is still a problem if a service that this environment creates
    /// and caches needs it, because a child's registrations do not reach that one. Expecting a service that is
    /// registered here as well, or that nothing needs, changes nothing: children may replace the one and need the
    /// other.
    ///
    /// - Parameters:
    ///   - first: The first service that every child registers.
    ///   - rest: The others.
    /// - Throws: ``ServiceValidationError`` with every problem that was found.
    public func validate<First, each Rest>(
        expecting first: First.Type, _ rest: repeat (each Rest).Type
    ) throws(ServiceValidationError) {
        try Validation(storage, expecting: DeclaredNeeds(first, repeat each rest).services).run()
    }

    /// Checks the wiring of an environment whose children register further services, with names.
    ///
    /// - Parameters:
    ///   - first: The first service that every child registers.
    ///   - rest: The others.
    /// - Throws: ``ServiceValidationError`` with every problem that was found.
    public func validate<First, each Rest>(
        expecting first: Need<First>, _ rest: repeat Need<each Rest>
    ) throws(ServiceValidationError) {
        try Validation(storage, expecting: DeclaredNeeds(first, repeat each rest).services).run()
    }
}
