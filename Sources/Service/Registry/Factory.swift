/// Creates the instances of one service.
@usableFromInline
enum Factory: Sendable {
    case sync(SyncFactory)
    case async(AsyncFactory)

    /// Whether only the main actor may run it.
    var isMain: Bool {
        if case .sync(let factory) = self { factory.isMain } else { false }
    }
}

/// A factory that runs on the calling thread.
@usableFromInline
struct SyncFactory: Sendable {
    /// Whether it runs on the main actor only.
    @usableFromInline let isMain: Bool
    /// Writes an instance, or with a decorator replaces the one that is there.
    @usableFromInline let run: @Sendable (ArgumentPointer, Output) throws -> Void

    @usableFromInline
    init(isMain: Bool, run: @escaping @Sendable (ArgumentPointer, Output) throws -> Void) {
        self.isMain = isMain
        self.run = run
    }

    /// Runs what a typed factory does.
    @inlinable
    init<S>(_ factory: @escaping @Sendable () throws -> S) {
        self.init(isMain: false) { _, output in output.set(try factory()) }
    }

    /// Runs what a typed factory does on the main actor.
    @inlinable
    init<S>(main factory: @escaping @MainActor () throws -> S) {
        let factory = MainInstanceOf(factory)
        self.init(isMain: true) { _, output in
            try MainActor.assumeIsolated { output.set(try factory.value()) }
        }
    }
}

/// A factory that is awaited. What it creates may be used on any thread.
@frozen
@usableFromInline
struct AsyncFactory: Sendable {
    @usableFromInline let run: @Sendable () async throws -> Instance

    init(run: @escaping @Sendable () async throws -> Instance) {
        self.run = run
    }

    /// Runs what a typed factory does.
    @inlinable
    init<S: Sendable>(_ factory: @escaping @Sendable () async throws -> S) {
        run = { InstanceOf(try await factory()) }
    }
}
