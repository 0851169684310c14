#if Tracing
import InMemoryTracing
import Service
import ServiceTesting
import Testing
import Tracing

@testable import ServiceHealth

@Suite struct TracingTests {
    let clock = ManualClock()
    let tracer = InMemoryTracer()

    func pipeline(_ policy: ResiliencePolicy = ResiliencePolicy()) -> ResiliencePipeline {
        ResiliencePipeline(
            service: .inventory, policy: policy, health: ServiceHealthManager(clock: clock), clock: clock,
            classifier: .standard.adding { $0 is Elsewhere ? .refusal : nil })
    }

    /// Makes a call and returns the span that it was.
    func span(
        _ policy: ResiliencePolicy = ResiliencePolicy(), isolated: Bool = false,
        _ body: @Sendable () async throws -> Void
    ) async throws -> FinishedInMemorySpan {
        let pipeline = pipeline(policy)
        if isolated { pipeline.isolate() }
        await withTracer(tracer) {
            do throws(CallFailure<any Error>) {
                try await pipeline.call("fetch", idempotent: true, body)
            } catch {
                // Its span says what it came to.
            }
        }
        let spans = tracer.popFinishedSpans()
        try #require(spans.count == 1)
        return spans[0]
    }

    static func text(_ span: FinishedInMemorySpan, _ key: String) -> String? {
        if case .string(let text) = span.attributes[key]?.toSpanAttribute() { text } else { nil }
    }

    static func attempts(_ span: FinishedInMemorySpan) -> Int64? {
        switch span.attributes["attempts"]?.toSpanAttribute() {
        case .int64(let number): number
        case .int32(let number): Int64(number)
        default: nil
        }
    }

    @Test func `a call is a span of kind client, named after service and method`() async throws {
        let span = try await span {}
        #expect(span.operationName == "inventory.fetch")
        #expect(span.kind == .client)
        #expect(Self.text(span, "outcome") == "success")
        #expect(Self.attempts(span) == 1)
        #expect(Self.text(span, "error.type") == nil)
        #expect(span.status == nil)
    }

    @Test func `a failure is an error, with the type of what was thrown and nothing of its content`() async throws {
        let span = try await span { throw Down(number: 4711) }
        #expect(Self.text(span, "outcome") == "failed")
        #expect(Self.text(span, "error.type") == "Down")
        #expect(span.status?.code == .error)
        #expect(!"\(span.attributes) \(span.events)".contains("4711"))
    }

    @Test func `a refusal is an answer`() async throws {
        let span = try await span { throw Elsewhere() }
        #expect(Self.text(span, "outcome") == "refused")
        #expect(span.status == nil)
    }

    @Test func `retries and hedges are events, and every attempt is counted`() async throws {
        let retried = try await span(
            ResiliencePolicy(retry: RetryPolicy(baseDelay: .zero, jitter: .none))
        ) { throw Down() }
        #expect(retried.events.map(\.name) == ["retry", "retry"])
        #expect(Self.attempts(retried) == 3)
        let hedged = try await span(ResiliencePolicy(hedging: HedgingPolicy(after: .seconds(1)))) { throw Down() }
        #expect(hedged.events.map(\.name) == ["hedge"])
        #expect(Self.attempts(hedged) == 2)
    }

    @Test func `a rejection is an event, and no attempt`() async throws {
        let span = try await span(isolated: true) {}
        #expect(span.events.map(\.name) == ["rejection"])
        #expect(Self.text(span, "outcome") == "rejected")
        #expect(Self.attempts(span) == 0)
    }

    @Test(arguments: [ResiliencePolicy(), .server])
    func `the body runs in the span's context`(policy: ResiliencePolicy) async throws {
        let pipeline = pipeline(policy)
        try await withTracer(tracer) {
            try await pipeline.call("fetch") { withSpan("query") { _ in } }
        }
        let spans = tracer.popFinishedSpans()
        let call = try #require(spans.first { $0.operationName == "inventory.fetch" })
        let query = try #require(spans.first { $0.operationName == "query" })
        #expect(query.parentSpanID == call.spanID)
        #expect(query.traceID == call.traceID)
    }

    @Test func `creating the live service of a degraded registration is a span`() async throws {
        let health = ServiceHealthManager(clock: clock)
        let env = ServiceEnv(name: "recovering")
        let made = Tally()
        env.register(
            (any Inventory).self, health: .inventory, manager: health,
            fallback: { try DiskInventory(path: "fallback") }
        ) {
            made.enter()
            return try DiskInventory(path: made.total < 3 ? "" : "live")
        }
        func resolve() throws -> [String] {
            let items = try withTracer(tracer) { try env.resolve((any Inventory).self) }
            return items.items()
        }
        // The first creation is no recovery.
        #expect(try resolve() == ["from fallback"])
        #expect(tracer.popFinishedSpans().isEmpty)
        await clock.advance(by: .seconds(300))
        #expect(try resolve() == ["from fallback"])
        await clock.advance(by: .seconds(300))
        #expect(try resolve() == ["from live"])
        let spans = tracer.popFinishedSpans()
        #expect(spans.map(\.operationName) == ["inventory.recovery", "inventory.recovery"])
        #expect(spans.map(\.errors.count) == [1, 0])
    }

    @Test func `the live service of a degraded registration that is created asynchronously too`() async throws {
        let spans = await withTracer(tracer) {
            _ = await RecoverySpan.run(.inventory, isRecovery: true) { () async in 2 }
            _ = await RecoverySpan.run(.inventory, isRecovery: false) { () async in 3 }
            return tracer.popFinishedSpans()
        }
        #expect(spans.map(\.operationName) == ["inventory.recovery"])
    }
}
#endif
