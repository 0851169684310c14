import Synchronization

/// One service whose asynchronous factory runs.
///
/// Every task that the factory starts counts as part of the creation, until that ends. After that, it is part of what is
/// still being created around it.
final class AsyncFrame: Sendable {
    /// Leads from a task to the creation that it is part of, and holds that only as long as it runs.
    private final class Link: Sendable {
        private struct State {
            var frame: AsyncFrame?
            var outer: Link?
        }

        private let state: Lock<State>

        init(outer: Link?) { state = Lock(State(outer: outer)) }

        /// The creation, while it runs.
        var frame: AsyncFrame? { state.withLock { $0.frame } }

        /// The innermost creation that runs: this one, or one around it.
        var innermost: AsyncFrame? {
            var next: Link? = self
            while let link = next {
                let state = link.state.withLock { $0 }
                if let frame = state.frame { return frame }
                next = state.outer
            }
            return nil
        }

        func begin(_ frame: AsyncFrame) { state.withLock { $0.frame = frame } }

        func end() {
            // What ended already is left out, so that links never form a long chain.
            let outer = state.withLock { $0.outer }?.innermost?.link
            // Released after unlocking, with the instances of a graph.
            let old = state.withLock { state in
                defer { state = State(outer: outer) }
                return state
            }
            withExtendedLifetime(old) {}
        }
    }

    /// What a task inherits.
    private struct Inherited {
        let link: Link
        /// The environment in which the code that runs now was registered: the factory, or after it a decorator.
        let owner: EnvironmentIdentity
        /// The decorator that runs now, if it is not the factory.
        var decorator: Decorator?
        /// Whether an observer runs, which is told of something that the creation caused.
        var isObserver = false
    }

    @TaskLocal private static var inherited: Inherited?

    /// The number of asynchronous factories that run in the process: usually none, so that nobody need look for a frame.
    private static let running = Atomic<Int>(0)

    /// The creation that the current task is part of.
    @inline(__always)
    static var current: AsyncFrame? { running.load(ordering: .relaxed) > 0 ? findCurrent() : nil }

    @inline(never)
    private static func findCurrent() -> AsyncFrame? { inherited?.link.innermost }

    /// Whether the code that runs now was registered in an environment, so that it is redirected when it asks that one.
    ///
    /// Not a task whose own creation has ended: the creation around that may run for another environment.
    static func isOwned(by environment: EnvironmentIdentity) -> Bool {
        guard let inherited else { return false }
        return inherited.owner === environment && inherited.link.frame != nil
    }

    let environment: EnvironmentStorage
    let service: ServiceIdentity
    let registration: Registration
    /// The resolver that waits, if something inside this creation does.
    let resolver: Resolver
    /// Instances of scope ``ServiceScope/graph``, shared by all of one top-level resolution.
    let graph: GraphInstances
    private let slot: Borrowed<ServiceSlot>
    private let collectedLeases = Lock(Leases())
    private let isSubstituted = Atomic<Bool>(false)
    /// Whether there is an instance, so that the creation needs nothing of what its tasks still create.
    private let hasInstance = Atomic<Bool>(false)
    private let link: Link
    /// The creation that this one is part of, also after that has ended without an instance. Where callers leave, a cancellation follows
    /// the creations around a ring: if those that ended counted no longer, it would begin anew ahead of it, for ever.
    private let outer: AsyncFrame?

    init(
        _ found: borrowing ResolvedRegistration, for environment: EnvironmentStorage, outer: AsyncFrame?,
        graph: GraphInstances, resolver: Resolver
    ) {
        self.outer = outer
        link = Link(outer: outer?.link)
        self.environment = environment
        self.resolver = resolver
        service = found.service
        registration = found.registration
        slot = found.borrowedSlot
        self.graph = graph
    }

    /// The services being created, from the outermost to this one.
    var path: [ServiceIdentity] { (outer?.path ?? []) + [service] }

    /// The path as errors show it: see ``ResolutionFrame/currentChain(to:)``.
    func chain(to inner: ServiceIdentity? = nil) -> [ServiceIdentity] {
        let outer = outer?.chain(to: service) ?? []
        return registration.wrapsParents && inner == service ? outer : outer + [service]
    }

    /// The resolvers that wait while something inside this creation does, from this one's outwards.
    var resolvers: [Resolver] {
        (hasInstance.load(ordering: .acquiring) ? [] : [resolver]) + (outer?.resolvers ?? [])
    }

    var depth: Int { (outer?.depth ?? 0) + 1 }

    /// Whether this creation, or one that it is part of, creates a service for an environment.
    func isCreating(_ found: borrowing ResolvedRegistration, for environment: EnvironmentStorage) -> Bool {
        slot == found.borrowedSlot && self.environment === environment && !hasInstance.load(ordering: .acquiring)
            || outer?.isCreating(found, for: environment) ?? false
    }

    /// The leases of the instances that the factory got; none for nearly every one.
    var leases: Leases { collectedLeases.withLock { $0 } }

    func add(_ leases: Leases) {
        if !leases.isEmpty, isAsking { collectedLeases.withLock { $0.add(leases) } }
    }

    /// Notes the time of the parent's instance that is to be decorated.
    func end(when isExpired: @escaping @Sendable () -> Bool) {
        collectedLeases.withLock { $0.isExpired = isExpired }
    }

    /// Notes that the factory did not return, and something else took the place of its instance: not all of its needs are
    /// known.
    func markSubstituted() { isSubstituted.store(true, ordering: .relaxed) }

    /// Records that the code that runs now asked an environment for a service, as long as that is recorded.
    func record(_ service: ServiceIdentity, from asked: EnvironmentStorage, isRedirected: Bool) {
        observe { needs in
            guard needs.isRecording else { return }
            needs.record(service)
            if isRedirected, asked !== environment, !Self.isOwned(by: asked.identity), !asked.isCurrent {
                needs.record(service, askedIn: asked.name)
            }
        }
    }

    /// Records that the code that runs now injected a property.
    func record(_ need: InjectedNeed, of service: ServiceIdentity) {
        observe { $0.record(need, of: service) }
    }

    private func observe(_ body: (borrowing ObservedNeeds) -> Void) {
        guard isAsking else { return }
        if let decorator = Self.inherited?.decorator { body(decorator.observed) } else { registration.observe(body) }
    }

    /// Whether it is the factory or a decorator that asks, and neither an observer nor a task of an inner creation that has ended.
    private var isAsking: Bool { Self.inherited?.link === link && !Self.isInObserver }

    private static var isInObserver: Bool { inherited?.isObserver ?? false }

    /// Runs an observer. What that resolves, or a task that it starts, is no need of the creation that the current task is
    /// part of, and gives it no lease.
    static func runObserver(_ body: () -> Void) {
        guard current != nil, var observer = inherited else { return body() }
        observer.isObserver = true
        $inherited.withValue(observer, operation: body)
    }

    /// Runs a body as part of this creation, and for its environment.
    func run<Success: Sendable>(_ body: @Sendable () async throws -> Success) async throws -> Success {
        environment.identity.beginTracking()
        registration.owner.beginTracking()
        link.begin(self)
        Self.running.add(1, ordering: .relaxed)
        defer {
            Self.running.subtract(1, ordering: .relaxed)
            link.end()
            registration.owner.endTracking()
            environment.identity.endTracking()
        }
        return try await ServiceEnv.$current.withValue(ServiceEnv(environment)) {
            try await Self.$inherited.withValue(Inherited(link: link, owner: registration.owner)) {
                let success = try await body()
                hasInstance.store(true, ordering: .releasing)
                if !isSubstituted.load(ordering: .relaxed) { registration.observe { $0.endRecording() } }
                return success
            }
        }
    }

    /// Applies a decorator to an instance, on the main actor if the decorator belongs to it.
    ///
    /// - Returns: What the decorator made of the instance.
    func apply(_ decorator: Decorator, to instance: Instance) async throws -> Instance {
        decorator.owner.beginTracking()
        defer { decorator.owner.endTracking() }
        let inherited = Inherited(link: link, owner: decorator.owner, decorator: decorator)
        let decorated = try await Self.$inherited.withValue(inherited) {
            if decorator.factory.isMain {
                try await MainActor.run { try instance.decorated { try decorator.factory.run(ArgumentPointer(), $0) } }
            } else {
                try instance.decorated { try decorator.factory.run(ArgumentPointer(), $0) }
            }
        }
        decorator.observed.endRecording()
        return decorated
    }
}
