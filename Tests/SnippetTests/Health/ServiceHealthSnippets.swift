#if Health
import ServiceHealth
import Testing

@Suite struct ServiceHealthSnippets {
    struct Client: Sendable {
        func fetchRates() async throws -> [String: Double] { throw Down() }
    }

    @Test func `a call that fails is answered by what is known`() async throws {
        let client = Client()
        let lastKnownRates = ["EUR": 1.0]
        // snippet: health-overview
        let pipeline = ResiliencePipeline(service: .rates, policy: .server)
        let rates = try await pipeline.call(idempotent: true) {
            try await client.fetchRates()
        } fallback: { _ in
            lastKnownRates
        }
        // snippet end
        #expect(rates == lastKnownRates)
        ServiceHealthManager.shared.reset(.rates)
    }
}
#endif
