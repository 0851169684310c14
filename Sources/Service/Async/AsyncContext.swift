import Synchronization

/// One service whose asynchronous factory runs: where resolutions inside it stand.
///
/// Every task that the factory starts inherits the context and counts as part of the creation, until that ends. After
/// that, the context means nothing to whoever still has it.
final class AsyncContext: Sendable {
    /// What a task inherits.
    private struct Inherited {
        let context: AsyncContext
        /// The environment in which what runs now was registered: the factory, or after it a decorator.
        let home: EnvironmentIdentity
    }

    @TaskLocal private static var inherited: Inherited?

    /// How many asynchronous factories run in the process: mostly none, so that nobody need look for a context.
    private static let running = Atomic<Int>(0)

    /// The creation that the current task is part of.
    static var current: AsyncContext? {
        guard running.load(ordering: .relaxed) > 0 else { return nil }
        guard let context = inherited?.context, !context.isFinished.load(ordering: .sequentiallyConsistent) else {
            return nil
        }
        return context
    }

    /// Whether what runs now was registered in an environment, so that it is sent elsewhere when it asks that one.
    static func isMade(in environment: EnvironmentIdentity) -> Bool { inherited?.home === environment }

    let outer: AsyncContext?
    let environment: EnvironmentStorage
    let entry: Entry
    let registration: Registration
    /// Who waits, where something inside this creation does.
    let resolver: Resolver
    /// Instances of the graph scope, shared by all of one top-level resolution.
    let graph: AsyncGraph
    /// What the instance stands on.
    private let standing = Lock<Provisos>([])
    private let isFinished = Atomic<Bool>(false)

    init(
        _ location: borrowing Location, for environment: EnvironmentStorage, outer: AsyncContext?, resolver: Resolver
    ) {
        self.outer = outer
        self.environment = environment
        entry = location.entry
        registration = location.registration
        self.resolver = resolver
        graph = outer?.graph ?? AsyncGraph()
    }

    /// The services being created, from the outermost to this one.
    var path: [ServiceIdentity] { (outer?.path ?? []) + [entry.identity] }

    var depth: Int { (outer?.depth ?? 0) + 1 }

    /// Whether a service is being created for an environment, by this creation or one it is part of.
    func isCreating(_ other: Entry, for environment: EnvironmentStorage) -> Bool {
        entry === other && self.environment === environment || outer?.isCreating(other, for: environment) ?? false
    }

    /// What the instance stands on; none for nearly every one.
    var provisos: Provisos { standing.withLock { $0 } }

    /// Notes what an instance that the factory got stands on.
    func add(_ provisos: Provisos) {
        if !provisos.isEmpty { standing.withLock { $0 += provisos } }
    }

    /// Notes that the factory asked for a service, if that is still being found out.
    func observe(_ service: ServiceIdentity) {
        if !registration.isObserved.load(ordering: .relaxed) { registration.observe(dependency: service) }
    }

    /// Runs the factory as part of this context and of the environment it is for.
    func run<Success: Sendable>(
        _ body: @Sendable () async throws -> Success
    ) async -> Result<Success, any Error> {
        let isAway = registration.home !== environment.identity
        environment.payAttention(1, isAway ? registration.home : nil)
        Self.running.add(1, ordering: .relaxed)
        defer {
            Self.running.subtract(1, ordering: .relaxed)
            isFinished.store(true, ordering: .sequentiallyConsistent)
            environment.payAttention(-1, isAway ? registration.home : nil)
        }
        return await ServiceEnv.$current.withValue(ServiceEnv(environment)) {
            await Self.$inherited.withValue(Inherited(context: self, home: registration.home)) {
                do {
                    let success = try await body()
                    registration.isObserved.store(true, ordering: .relaxed)
                    return .success(success)
                } catch {
                    return .failure(error)
                }
            }
        }
    }

    /// Runs a decorator of the instance, which may have been added elsewhere than the service was registered.
    static func asMade(in home: EnvironmentIdentity, _ body: () async throws -> Void) async rethrows {
        guard let context = inherited?.context else { return try await body() }
        home.attention.add(1, ordering: .relaxed)
        defer { home.attention.subtract(1, ordering: .relaxed) }
        try await $inherited.withValue(Inherited(context: context, home: home)) { try await body() }
    }
}
