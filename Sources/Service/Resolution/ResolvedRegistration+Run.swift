extension ResolvedRegistration {
    /// Replaces what a factory wrote by what the decorators make of it, if there are any.
    @inline(__always)
    func decorate(_ output: Output) throws {
        if let decoration = registration.decoration { try Self.apply(decoration, output) }
    }

    @inline(never)
    private static func apply(_ decoration: Decoration, _ output: Output) throws {
        for decorator in decoration.decorators { try ResolutionFrame.run(decorator, output) }
    }

    /// Writes the decorated instance of the source, which may run the factory for it.
    ///
    /// - Returns: What the source returned, to be confirmed once the instance is in use; nil, and nothing is written or
    ///   decorated, where there is no source.
    func runSource(_ factory: SyncFactory, _ output: Output) throws -> SourcedInstance? {
        guard let source else { return nil }
        var hasReturned = false
        let sourced = try source.create {
            // What takes the place of an instance is created after the factory has failed, if it is created now.
            ResolutionFrame.innermost?.value.beginTracking()
            let instance = try Output.withInstance(isMain: factory.isMain) { try factory.run(ArgumentPointer(), $0) }
            hasReturned = true
            return instance
        }
        if !hasReturned { ResolutionFrame.innermost?.value.isSubstituted = true }
        output.set(sourced.instance)
        do {
            try decorate(output)
            return sourced
        } catch {
            guard case .sync(let reject) = sourced.reject, let replacement = reject(error) else { throw error }
            output.set(replacement.instance)
            try decorate(output)
            return replacement
        }
    }

    /// Runs an asynchronous factory, or what its source runs instead, and then the decorators.
    func run(_ factory: AsyncFactory, in frame: AsyncFrame) async throws -> (Instance, SourcedInstance?) {
        var hasReturned = false
        let sourced = try await source?.create {
            let instance = try await factory.run()
            hasReturned = true
            return instance
        }
        guard let sourced else { return (try await decorate(factory.run(), in: frame), nil) }
        if !hasReturned { frame.markSubstituted() }
        do {
            return (try await decorate(sourced.instance, in: frame), sourced)
        } catch {
            let replacement =
                switch sourced.reject {
                case .sync(let reject): reject(error)
                case .async(let reject): await reject(error)
                case nil: SourcedInstance?.none
                }
            guard let replacement else { throw error }
            return (try await decorate(replacement.instance, in: frame), replacement)
        }
    }

    private func decorate(_ instance: Instance, in frame: AsyncFrame) async throws -> Instance {
        guard let decoration = registration.decoration else { return instance }
        var instance = instance
        for decorator in decoration.decorators { instance = try await frame.apply(decorator, to: instance) }
        return instance
    }
}
