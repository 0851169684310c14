#if Health
import ServiceHealth

struct WritingAFallbackThatDoesNotLieSnippets {
    // snippet: fallbacks-1
    struct LastKnownInventory: Inventory {
        struct ReadOnly: Error {}

        let known: [String]

        init(known: [String] = []) { self.known = known }

        func items() -> [String] { known }

        func add(_ item: String) throws { throw ReadOnly() }
    }
    // snippet end

    // snippet: fallbacks-2
    struct MockInventory: Inventory, MockService {
        func items() -> [String] { ["Sample item"] }
        func add(_ item: String) {}
    }
    // snippet end

    // snippet: fallbacks-3
    enum Price: Sendable, Equatable {
        case current(Double)
        case old(Double)
        case unknown
    }

    func price(
        _ pipeline: ResiliencePipeline, last: Double?, fetch: @Sendable () async throws -> Double
    ) async throws -> Price {
        try await pipeline.call("price", idempotent: true) {
            .current(try await fetch())
        } fallback: { _ in
            last.map { .old($0) } ?? .unknown
        }
    }
    // snippet end
}
#endif
