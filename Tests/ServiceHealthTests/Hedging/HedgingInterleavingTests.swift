#if Health
import ServiceTesting
import Testing

@testable import ServiceHealth

/// Runs two and three attempts at once through the whole pipeline, and lets them end in every order, each in every way.
@Suite struct HedgingInterleavingTests {
    enum Way: CaseIterable {
        case success, failure, refusal
    }

    struct Interleaving: Sendable, CustomTestStringConvertible {
        /// Which attempt ends when.
        let order: [Int]
        /// How the attempts end, by their number.
        let ways: [Way]

        var testDescription: String { order.map { "\($0 + 1) \(ways[$0])" }.joined(separator: ", ") }

        /// The place in the order at which the call is decided, where an answer decides it.
        var decision: Int? { order.firstIndex { ways[$0] != .failure } }
    }

    static func orders(_ count: Int) -> [[Int]] {
        guard count > 0 else { return [[]] }
        return orders(count - 1).flatMap { order in
            (0...order.count).map { place in
                var longer = order
                longer.insert(count - 1, at: place)
                return longer
            }
        }
    }

    static func ways(_ count: Int) -> [[Way]] {
        guard count > 0 else { return [[]] }
        return ways(count - 1).flatMap { ways in Way.allCases.map { ways + [$0] } }
    }

    static let all = [2, 3].flatMap { count in
        orders(count).flatMap { order in ways(count).map { Interleaving(order: order, ways: $0) } }
    }

    @Test func `all are there`() {
        #expect(Self.all.count == 2 * 9 + 6 * 27)
    }

    @Test(arguments: all, [false, true])
    func `the first answer is the call's, and attempts that lost count as nothing`(
        interleaving: Interleaving, hasDeadline: Bool
    ) async throws {
        let clock = ManualClock()
        let health = ServiceHealthManager(clock: clock)
        let count = interleaving.order.count
        let pipeline = ResiliencePipeline(
            service: .inventory,
            policy: ResiliencePolicy(
                breaker: CircuitBreakerPolicy(trip: .consecutive(99), openFor: .seconds(1)),
                attemptTimeout: hasDeadline ? .seconds(60) : nil,
                hedging: HedgingPolicy(after: .seconds(1), maxAttempts: count)),
            health: health, clock: clock,
            classifier: .standard.adding { ($0 as? Down)?.number ?? 0 > 100 ? .refusal : nil })
        let gates = (0..<count).map { _ in Gate() }
        let started = Tally()
        let cancelled = Tally()
        let ended = Tally()
        let call = Task { () -> Result<Int, CallFailure<Down>> in
            do throws(CallFailure<Down>) {
                return .success(
                    try await pipeline.call(idempotent: true) { () throws(Down) -> Int in
                        started.enter()
                        let number = started.total - 1
                        await withTaskCancellationHandler {
                            await gates[number].pass()
                        } onCancel: {
                            cancelled.enter()
                        }
                        ended.enter()
                        switch interleaving.ways[number] {
                        case .success: return number
                        case .failure: throw Down(number: number)
                        case .refusal: throw Down(number: number + 101)
                        }
                    })
            } catch {
                return .failure(error)
            }
        }
        for (number, gate) in gates.enumerated() {
            await gate.waitForArrivals()
            guard number < count - 1 else { break }
            await clock.waitForSleepers()
            await clock.advance(by: .seconds(1))
        }
        for (place, number) in interleaving.order.enumerated() {
            gates[number].open()
            if place == interleaving.decision {
                // The others are cancelled, and the call waits for them.
                while cancelled.total < count - place - 1 { await Task.yield() }
            } else if place < interleaving.decision ?? count {
                while health.state(of: .inventory)?.totalFailures ?? 0 < place + 1 { await Task.yield() }
            }
        }
        let result = await call.value
        #expect(ended.total == count)
        let last = interleaving.decision.map { interleaving.order[$0] } ?? interleaving.order[count - 1]
        switch interleaving.ways[last] {
        case .success: #expect(result == .success(last))
        case .failure: #expect(result == .failure(.failed(Down(number: last))))
        case .refusal: #expect(result == .failure(.failed(Down(number: last + 101))))
        }
        let state = try #require(health.state(of: .inventory))
        #expect(state.totalFailures == interleaving.decision ?? count)
        #expect((state.lastSuccess != nil) == (interleaving.decision != nil))
        #expect(clock.sleeperCount == 0)
    }
}
#endif
