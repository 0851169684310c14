/// One shutdown of an environment's services.
///
/// An instance is shut down after everything that needs it, directly or through others, whichever was created first. Of
/// services that need each other, what was created later is shut down first. If needs are not known, nothing is held back;
/// what depends on an instance was most likely created after it, so instances start in the reverse order of their creation.
final class Shutdown: Sendable {
    private struct State {
        /// The instances whose dependants are not all shut down, by index, with how many are left.
        var waiting: [Int: Int] = [:]
        var unfinished: Set<Int> = []
        var failures: [(service: String, error: any Error)] = []
        var tasks: [Task<Void, Never>] = []
        var done: CheckedContinuation<Void, Never>?
        var isOver = false
    }

    private let instances: [ShutdownInstance]
    /// What keeps the instances that are held weakly until they are shut down: their holders may go before them.
    private let held: [Instance]
    private let storage: EnvironmentStorage
    /// For each instance those that must wait for it.
    private let needed: [[Int]]
    private let state = Lock(State())

    /// Prepares a shutdown.
    ///
    /// - Parameter held: Keeps the instances that are held weakly.
    init(_ instances: [ShutdownInstance], holding held: [Instance], in storage: EnvironmentStorage) {
        self.instances = instances
        self.held = held
        self.storage = storage
        // What was seen since counts as well, such as what injected properties of those it needs will ask for.
        let needs = instances.map { $0.needs.union(storage.dependencies(of: $0.service)) }
        // An instance that was created before another registration counted may need something else than its service does now.
        let cycles = Cycles(Dictionary(zip(instances.map(\.service), needs)) { $0.union($1) }.mapValues(Array.init))
            .groups
        needed = instances.indices.map { index in
            instances.indices.filter { other in
                let service = instances[other].service
                guard needs[index].contains(service) else { return false }
                return cycles[service] != cycles[instances[index].service] || other < index
            }
        }
    }

    /// Runs everything, until it is done or the time is up.
    func run(timeout: Duration, clock: some Clock<Duration>) async -> ServiceShutdownError? {
        guard !instances.isEmpty else { return nil }
        defer { withExtendedLifetime(held) {} }
        let ready = state.withLock { state in
            state.unfinished = Set(instances.indices)
            for others in needed {
                for other in others { state.waiting[other, default: 0] += 1 }
            }
            return instances.indices.filter { state.waiting[$0] == nil }
        }
        for index in ready.reversed() { start(index) }
        // In a task of its own, as the time also runs for a caller that was cancelled.
        let timer = Task {
            do {
                // No clock of the system can sleep for what does not fit its instants.
                let longest = Duration.seconds(Int64(3_155_760_000))  // 100 years
                try await clock.sleep(for: max(.zero, min(timeout, longest)))
                giveUp()
            } catch {
                // Cancelled below: everything was done in time.
            }
        }
        await done()
        timer.cancel()
        return state.withLock { state in
            if state.failures.isEmpty, state.unfinished.isEmpty { return nil }
            return ServiceShutdownError(
                failures: state.failures,
                timedOut: state.unfinished.sorted(by: >).map { storage.name(of: instances[$0].service) })
        }
    }

    private func start(_ index: Int) {
        let instance = instances[index]
        state.withLock { state in
            // Given up meanwhile, it counts as unfinished.
            guard !state.isOver else { return }
            state.tasks.append(
                Task {
                    do {
                        // An instance held weakly that no longer exists needs no shutdown.
                        if case .valid(let held) = await instance.instance.conditionWhereItBelongs {
                            try await instance.shutDown.run(held.instance)
                        }
                        finish(index, nil)
                    } catch {
                        finish(index, error)
                    }
                })
        }
    }

    private func finish(_ index: Int, _ error: (any Error)?) {
        let (ready, done) = state.withLock { state -> ([Int], CheckedContinuation<Void, Never>?) in
            guard !state.isOver else { return ([], nil) }
            state.unfinished.remove(index)
            if let error { state.failures.append((storage.name(of: instances[index].service), error)) }
            var ready: [Int] = []
            for other in needed[index] {
                state.waiting[other, default: 1] -= 1
                if state.waiting[other] == 0 { ready.append(other) }
            }
            guard state.unfinished.isEmpty else { return (ready, nil) }
            state.isOver = true
            defer { state.done = nil }
            return (ready, state.done)
        }
        for index in ready.reversed() { start(index) }
        done?.resume()
    }

    /// Waits until everything is shut down, or given up.
    private func done() async {
        await withCheckedContinuation { continuation in
            let isOver = state.withLock { state in
                if !state.isOver { state.done = continuation }
                return state.isOver
            }
            if isOver { continuation.resume() }
        }
    }

    /// Cancels what still runs, and waits no longer for it or for what was not started.
    private func giveUp() {
        let (tasks, done) = state.withLock { state in
            guard !state.isOver else { return ([Task<Void, Never>](), nil as CheckedContinuation<Void, Never>?) }
            state.isOver = true
            defer { state.done = nil }
            return (state.tasks, state.done)
        }
        for task in tasks { task.cancel() }
        done?.resume()
    }
}

extension EnvironmentStorage {
    /// Refuses to resolve from now on.
    ///
    /// - Returns: The shutdown of what was created; of nothing if one was begun before.
    func beginShutdown() -> Shutdown {
        // For good: what a parent caches must not be read past the shutdown either.
        identity.beginTracking()
        let instances = shutdownList.shut()
        // Before the reset, which may release what holds them.
        let held = instances.filter(\.instance.isWeak).compactMap(\.instance.owned)
        reset { _ in true }
        return Shutdown(instances, holding: held, in: self)
    }
}
