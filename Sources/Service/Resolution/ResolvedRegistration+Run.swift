import Synchronization

extension ResolvedRegistration {
    /// Whether there are decorators.
    var isDecorated: Bool { borrowedSlot.with { $0.isDecorated.load(ordering: .relaxed) } }

    private var decorators: [Decorator] { slot.state.withLock { $0.decorators } }

    /// Replaces what a factory wrote by what the decorators make of it.
    func decorate(_ output: Output) throws {
        for decorator in decorators { try ResolutionFrame.run(decorator, output) }
    }

    /// Writes the instance of the source, which may run the factory for it.
    ///
    /// - Returns: What the source returned, to be confirmed once the instance is in use.
    func runSource(_ factory: SyncFactory, _ output: Output) throws -> SourcedInstance? {
        let sourced = try source?.create {
            try Output.withInstance(isMain: factory.isMain) { try factory.run(ArgumentPointer(), $0) }
        }
        if let sourced { output.set(sourced.instance) }
        return sourced
    }

    /// Runs an asynchronous factory, or what its source runs instead, and then the decorators.
    func run(_ factory: AsyncFactory, in frame: AsyncFrame) async throws -> (Instance, SourcedInstance?) {
        let sourced = try await source?.create { try await factory.run() }
        var instance = if let sourced { sourced.instance } else { try await factory.run() }
        if isDecorated {
            for decorator in decorators { instance = try await frame.apply(decorator, to: instance) }
        }
        return (instance, sourced)
    }
}
