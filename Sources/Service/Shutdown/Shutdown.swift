/// An instance that has to be shut down.
struct ShutdownInstance: Sendable {
    let service: ServiceIdentity
    let isMain: Bool
    /// What it needed when it was made, directly or through others; its registration may be gone by now.
    let needs: Set<ServiceIdentity>
    /// Belongs to this list until it is handed to the shutdown.
    let value: ErasedValue
    let shutDown: Registration.Shutdown
}

/// One shutdown of an environment's services.
///
/// An instance is shut down when everything has been that needs it, directly or through others, and was made after it.
/// Where needs are not known, as of what was never watched being made, nothing is held back; whatever depends on an
/// instance was made after it, so instances start in the reverse order of their making.
final class Shutdown: Sendable {
    private struct State {
        /// The instances whose dependants are not all shut down, by index, with how many are left.
        var waiting: [Int: Int] = [:]
        var started: Set<Int> = []
        var unfinished: Set<Int> = []
        var failures: [(service: String, error: any Error)] = []
        var tasks: [Task<Void, Never>] = []
        var done: CheckedContinuation<Void, Never>?
        var isOver = false
    }

    private let instances: [ShutdownInstance]
    private let storage: EnvironmentStorage
    /// For each instance those that must wait for it.
    private let needed: [[Int]]
    private let state = Lock(State())

    init(_ instances: [ShutdownInstance], in storage: EnvironmentStorage) {
        self.instances = instances
        self.storage = storage
        needed = instances.indices.map { index in
            // What was seen since counts as well, such as what injected properties of those it needs will ask for.
            let needs = instances[index].needs.union(storage.allNeeds(of: instances[index].service))
            return instances.indices.filter { $0 < index && needs.contains(instances[$0].service) }
        }
    }

    /// Runs everything, until it is done or the time is up.
    func run(timeout: Duration, clock: some Clock<Duration>) async -> ServiceShutdownError? {
        guard !instances.isEmpty else { return nil }
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
                try await clock.sleep(for: min(timeout, .seconds(3_155_760_000)))  // 100 years
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
            state.started.insert(index)
            state.tasks.append(
                Task {
                    do {
                        try await instance.shutDown(instance.value)
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

    /// Cancels what still runs, and lets go of it and of what was not begun.
    private func giveUp() {
        let (tasks, unstarted, done) = state.withLock { state in
            guard !state.isOver else {
                return ([Task<Void, Never>](), [Int](), nil as CheckedContinuation<Void, Never>?)
            }
            state.isOver = true
            defer { state.done = nil }
            return (state.tasks, instances.indices.filter { !state.started.contains($0) }, state.done)
        }
        for task in tasks { task.cancel() }
        var garbage = Garbage()
        for index in unstarted { garbage.add(instances[index].value, isMain: instances[index].isMain) }
        garbage.destroy()
        done?.resume()
    }
}

extension EnvironmentStorage {
    /// Everything that a service needs, directly or through others, as far as it is known and registered.
    func allNeeds(of service: ServiceIdentity) -> Set<ServiceIdentity> {
        var seen: Set<ServiceIdentity> = []
        var queue = [service]
        while let next = queue.popLast() {
            guard let registration = locate(next)?.registration else { continue }
            for need in registration.needs(of: next) where seen.insert(need.to).inserted { queue.append(need.to) }
        }
        return seen
    }
}
