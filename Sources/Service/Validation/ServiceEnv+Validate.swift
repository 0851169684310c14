extension ServiceEnv {
    /// Checks the wiring and reports every problem that it finds at once.
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
    /// A factory that reads a required injected property without a service stops the process, here as everywhere. The message
    /// has everything else that the check finds.
    ///
    /// - Throws: ``ServiceValidationError`` with every problem that was found.
    public func validate() throws(ServiceValidationError) {
        try Validation(storage, expecting: []).run()
    }

    /// Checks the wiring of an environment whose children will register some services more.
    ///
    /// ```swift
    /// try app.validate(expecting: User.self)  // each request has an environment of its own, with its user
    /// ```
    ///
    /// What is expected is not missing. It is a problem nevertheless where a service needs it that this environment creates
    /// and caches, as a child's registrations do not reach that. Expecting what is registered here as well, or what nothing
    /// needs, changes nothing: a child may replace the one and need the other.
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

    /// Checks the wiring of an environment whose children will register some services more, with names.
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
