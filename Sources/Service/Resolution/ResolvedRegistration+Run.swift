extension ResolvedRegistration {
    /// Runs the factory, or what its source runs instead, and then the decorators.
    ///
    /// - Returns: What the source returned, to be confirmed once the instance is in use; nil without a source.
    func run(_ factory: SyncFactory, _ arguments: ArgumentPointer, _ output: Output) throws -> SourcedInstance? {
        let sourced = try source?.create {
            try Instance.make(of: service.type, isMain: factory.isMain) { try factory.run(arguments, $0) }
        }
        if let sourced {
            sourced.instance.copy(to: output)
        } else {
            try factory.run(arguments, output)
        }
        for decorator in decorators { try ResolutionFrame.run(decorator, output) }
        return sourced
    }

    /// Runs an asynchronous factory, or what its source runs instead, and then the decorators.
    func run(_ factory: AsyncFactory, in frame: AsyncFrame) async throws -> (Instance, SourcedInstance?) {
        let sourced = try await source?.create { try await factory.run() }
        var instance = if let sourced { sourced.instance } else { try await factory.run() }
        for decorator in decorators { instance = try await frame.apply(decorator, to: instance) }
        return (instance, sourced)
    }
}
