extension Registration {
    /// What shuts down an instance whose type only the registering call knows.
    @inlinable
    static func shutdown<S: Sendable>(_ onShutdown: (@Sendable (S) async throws -> Void)?) -> OnShutdown? {
        guard let onShutdown else { return nil }
        return OnShutdown { instance in try await onShutdown(instance.read(as: S.self)) }
    }

    /// What shuts down an instance on the main actor.
    @inlinable
    @MainActor
    static func mainShutdown<S>(_ onShutdown: (@MainActor (S) async throws -> Void)?) -> OnShutdown? {
        guard let onShutdown else { return nil }
        let owned = MainInstanceOf(onShutdown)
        return OnShutdown { instance in try await run(owned, on: instance) }
    }

    @inlinable
    @MainActor
    static func run<S>(
        _ onShutdown: MainInstanceOf<@MainActor (S) async throws -> Void>, on instance: Instance
    ) async throws {
        try await onShutdown.value(instance.read(as: S.self))
    }
}
