#if Health
import Logging
@_spi(Lock) import Service
import Synchronization

/// Runs one check: never twice at once, never again while its result is good, and never longer than allowed.
final class HealthCheckRunner: Sendable {
    struct Finding: Sendable {
        let result: HealthCheckResult
        let time: MonotonicInstant
    }

    private struct State {
        var last: Finding?
        var run: Run?
    }

    /// One run of the check, which everyone who asks in the meantime waits for.
    private struct Run {
        let id: UInt64
        var waiters: [CheckedContinuation<Finding, Never>] = []
        /// Set when the time was over before the check was. Nobody waits any more, and no other run is
        /// started beside it.
        var isOverdue = false
    }

    private enum Answer {
        case finding(Finding)
        case wait
        case start(UInt64)
    }

    private let name: String
    private let timeout: Duration
    private let cacheFor: Duration
    private let clock: MonotonicClock
    private let check: @Sendable () async throws -> HealthCheckResult
    private let state = Lock(State())
    private let lastRun = Atomic<UInt64>(0)

    init(
        name: String, timeout: Duration, cacheFor: Duration, clock: MonotonicClock,
        check: @escaping @Sendable () async throws -> HealthCheckResult
    ) {
        self.name = name
        self.timeout = timeout
        self.cacheFor = cacheFor
        self.clock = clock
        self.check = check
    }

    /// What the check finds now, or found a moment ago.
    func finding() async -> Finding {
        let now = clock.now
        return await withCheckedContinuation { continuation in
            let answer = state.withLock { state -> Answer in
                if let last = state.last, now < last.time.advanced(by: cacheFor) { return .finding(last) }
                if let run = state.run {
                    // Still hanging since an earlier report: it has failed, and waiting again would not help.
                    if run.isOverdue { return .finding(overdueFinding(at: now)) }
                    state.run?.waiters.append(continuation)
                    return .wait
                }
                let id = lastRun.add(1, ordering: .relaxed).newValue
                state.run = Run(id: id, waiters: [continuation])
                return .start(id)
            }
            switch answer {
            case .finding(let finding): continuation.resume(returning: finding)
            case .wait: break
            case .start(let id): start(id)
            }
        }
    }

    /// Unstructured, because a check that does not end must not hold up the report; what is left of it is one
    /// task.
    private func start(_ id: UInt64) {
        // A detached task has none of the caller's task-local values.
        let environment = ServiceEnv.current
        let work = Task.detached { [self] in
            let result: HealthCheckResult
            do {
                result = try await ServiceEnv.$current.withValue(environment) { try await check() }
            } catch {
                Logger.service.warning(
                    "health check failed", metadata: ["check": "\(name)", "error": "\(type(of: error))"])
                result = HealthCheckResult(.fail, detail: "The check failed: \(error)")
            }
            finish(id, with: result)
        }
        let limit = clock.now.advanced(by: timeout)
        let alarm = Task.detached { [self] in
            do { try await clock.sleep(until: limit) } catch { return }
            timeOut(id)
            work.cancel()
        }
        Task.detached {
            await work.value
            alarm.cancel()
        }
    }

    private func finish(_ id: UInt64, with result: HealthCheckResult) {
        let finding = Finding(result: result, time: clock.now)
        let waiters = state.withLock { state -> [CheckedContinuation<Finding, Never>] in
            guard let run = state.run, run.id == id else { return [] }
            state.run = nil
            // What comes after the time is over has failed, and was reported so.
            if run.isOverdue { return [] }
            state.last = finding
            return run.waiters
        }
        for waiter in waiters { waiter.resume(returning: finding) }
    }

    private func timeOut(_ id: UInt64) {
        let finding = overdueFinding(at: clock.now)
        let waiters = state.withLock { state -> [CheckedContinuation<Finding, Never>] in
            guard var run = state.run, run.id == id else { return [] }
            defer { state.run = run }
            state.last = finding
            run.isOverdue = true
            defer { run.waiters = [] }
            return run.waiters
        }
        for waiter in waiters { waiter.resume(returning: finding) }
    }

    private func overdueFinding(at now: MonotonicInstant) -> Finding {
        Finding(result: HealthCheckResult(.fail, detail: "The check took longer than \(timeout)."), time: now)
    }
}
#endif
