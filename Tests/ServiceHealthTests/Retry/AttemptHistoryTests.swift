#if Health
import ServiceTesting
import Testing

@testable import ServiceHealth

/// What is collected of other attempts for whoever makes several calls.
@Suite struct AttemptHistoryTests {
    private let clock = ManualClock()

    private func pipeline(_ policy: ResiliencePolicy) -> ResiliencePipeline {
        ResiliencePipeline(
            service: .inventory, policy: policy, health: ServiceHealthManager(clock: clock), clock: clock)
    }

    /// Makes a call that is answered in its second attempt, and then another one.
    ///
    /// - Returns: What is known after that, where its answer counts for a failure.
    private func failures(afterNext next: () async -> Void) async -> [CallFailure<any Error>] {
        let history = AttemptHistory()
        await AttemptHistory.$current.withValue(history) {
            let login = pipeline(ResiliencePolicy(retry: RetryPolicy(baseDelay: .zero, jitter: .none, budget: nil)))
            let made = Tally()
            _ = try? await login.call("login", idempotent: true) {
                made.enter()
                if made.total == 1 { throw Down() }
            }
            #expect(made.total == 2)
            #expect(history.take().isEmpty)
            await next()
        }
        return history.take(isAnswerRefused: true)
    }

    @Test func `a call that was answered counts where the answer is refused`() async {
        #expect(await failures {}.count == 1)
    }

    @Test(arguments: [false, true])
    func `a call that only has a breaker begins after what came before was accepted`(isOpen: Bool) async {
        let breaker = CircuitBreakerPolicy(trip: .consecutive(1), openFor: .seconds(9))
        let send = pipeline(ResiliencePolicy(breaker: breaker))
        if isOpen { _ = try? await send.call { throw Down() } }
        let failures = await failures {
            do {
                try await send.call { throw Elsewhere() }
                Issue.record("It was answered.")
            } catch CallFailure<any Error>.rejected {
                #expect(isOpen)
            } catch {
                #expect(!isOpen)
            }
        }
        #expect(failures.isEmpty)
    }

    @Test func `also where its answer is refused`() async {
        let send = pipeline(ResiliencePolicy())
        #expect(await failures { _ = try? await send.call {} }.isEmpty)
    }
}
#endif
