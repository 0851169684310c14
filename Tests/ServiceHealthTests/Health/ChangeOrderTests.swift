#if Health
import ServiceTesting
import Testing

@testable import ServiceHealth

/// What is told of changes that two threads make, and what runs while they are told.
@Suite(.timeLimit(.minutes(5))) struct ChangeOrderTests {
    /// Runs tasks on the thread that resumes them.
    final class InlineExecutor: TaskExecutor {
        func enqueue(_ job: consuming ExecutorJob) {
            unsafe job.runSynchronously(on: asUnownedTaskExecutor())
        }
    }

    let clock = ManualClock()
    let manager: ServiceHealthManager

    init() {
        manager = ServiceHealthManager(clock: clock)
    }

    @Test func `a circuit's states are told in their order, also when telling takes long`() async {
        let gate = ThreadGate()
        let told = Log<CircuitState>()
        let breaker = CircuitBreaker(
            service: .inventory, policy: CircuitBreakerPolicy(trip: .consecutive(1), openFor: .seconds(60)),
            probeLease: .seconds(30), clock: MonotonicClock(clock), seed: 1
        ) { state in
            if state == .open { gate.pass() }
            told.add(state)
        }
        async let opened: Void = onThread {
            guard let permit = try? breaker.admit() else { return }
            breaker.recordFailure(permit, since: breaker.startTime())
        }
        await onThread { gate.waitForArrivals() }
        breaker.close()
        gate.open()
        await opened
        #expect(told.elements == [.open, .closed])
    }

    @Test func `a subscriber may ask the manager on the thread that changes it`() async {
        let transitions = manager.transitions
        let seen = Log<Bool?>()
        let following = Task(executorPreference: InlineExecutor()) { [manager] in
            for await transition in transitions {
                seen.add(manager.state(of: transition.service)?.isHealthy)
                if seen.elements.count == 2 { return }
            }
        }
        manager.recordSuccess(for: .inventory)
        manager.notifyDegradedMode(service: .inventory)
        await following.value
        #expect(seen.elements == [true, false])
    }

    @Test func `what a subscriber changes is told after what it was told`() async {
        let transitions = manager.transitions
        let (first, second) = (Log<Bool>(), Log<Bool>())
        let others = manager.transitions
        let changing = Task(executorPreference: InlineExecutor()) { [manager] in
            for await transition in transitions {
                first.add(transition.to.isHealthy)
                if first.elements.count == 1 { manager.recordSuccess(for: transition.service) }
                if first.elements.count == 2 { return }
            }
        }
        let following = Task(executorPreference: InlineExecutor()) {
            for await transition in others {
                second.add(transition.to.isHealthy)
                if second.elements.count == 2 { return }
            }
        }
        manager.notifyDegradedMode(service: .inventory)
        await changing.value
        await following.value
        #expect(first.elements == [false, true])
        #expect(second.elements == [false, true])
    }

    @Test func `transitions end with the manager`() async {
        var manager: ServiceHealthManager? = ServiceHealthManager(clock: clock)
        let transitions = manager?.transitions
        manager?.recordSuccess(for: .inventory)
        manager = nil
        var count = 0
        if let transitions {
            for await _ in transitions { count += 1 }
        }
        #expect(count == 1)
    }
}
#endif
