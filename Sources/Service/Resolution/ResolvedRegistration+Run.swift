import Synchronization

extension ResolvedRegistration {
    /// Whether there are decorators.
    var isDecorated: Bool { borrowedSlot.with { $0.isDecorated.load(ordering: .relaxed) } }

    private var decorators: [Decorator] { slot.state.withLock { $0.decorators } }

    /// Replaces what a factory wrote by what the decorators make of it.
    func decorate(_ output: Output) throws {
        for decorator in decorators { try ResolutionFrame.run(decorator, output) }
    }

    /// Writes the decorated instance of the source, which may run the factory for it.
    ///
    /// - Returns: What the source returned, to be confirmed once the instance is in use; nil, and nothing is written or
    ///   decorated, where there is no source.
    func runSource(_ factory: SyncFactory, _ output: Output) throws -> SourcedInstance? {
        let sourced = try source?.create {
            try Output.withInstance(isMain: factory.isMain) { try factory.run(ArgumentPointer(), $0) }
        }
        guard let sourced else { return nil }
        output.set(sourced.instance)
        guard isDecorated else { return sourced }
        do {
            try decorate(output)
            return sourced
        } catch {
            guard let replacement = sourced.reject?(error) else { throw error }
            output.set(replacement.instance)
            try decorate(output)
            return replacement
        }
    }

    /// Runs an asynchronous factory, or what its source runs instead, and then the decorators.
    func run(_ factory: AsyncFactory, in frame: AsyncFrame) async throws -> (Instance, SourcedInstance?) {
        guard let sourced = try await source?.create({ try await factory.run() }) else {
            return (try await decorate(factory.run(), in: frame), nil)
        }
        do {
            return (try await decorate(sourced.instance, in: frame), sourced)
        } catch {
            guard let replacement = sourced.reject?(error) else { throw error }
            return (try await decorate(replacement.instance, in: frame), replacement)
        }
    }

    private func decorate(_ instance: Instance, in frame: AsyncFrame) async throws -> Instance {
        guard isDecorated else { return instance }
        var instance = instance
        for decorator in decorators { instance = try await frame.apply(decorator, to: instance) }
        return instance
    }
}
