#if Health
import Service
import ServiceHealth
import ServiceTesting
import Testing

struct Day: Sendable {}
struct Rates: Sendable, Equatable { var dollar = 1.1 }

enum ByHand {
    // snippet: protect-before
    protocol RateService: Sendable {
        func rates(for day: Day) async throws -> Rates
        func publish(_ rates: Rates) async throws
    }

    final class GuardedRates: RateService {
        private let live: any RateService
        private let shipped: any RateService
        private let pipeline: ResiliencePipeline

        init(_ live: any RateService, shipped: any RateService, pipeline: ResiliencePipeline) {
            self.live = live
            self.shipped = shipped
            self.pipeline = pipeline
        }

        func rates(for day: Day) async throws -> Rates {
            try await pipeline.call("rates", idempotent: true) {
                try await live.rates(for: day)
            } recover: { _ in
                try await shipped.rates(for: day)
            }.value
        }

        func publish(_ rates: Rates) async throws {
            try await pipeline.call("publish") { try await live.publish(rates) }
        }
    }
    // snippet end
}

#if Macros
import ServiceMacros

// snippet: protect-resilient
@Resilient
protocol RateService: Sendable {
    @Idempotent @Fallback func rates(for day: Day) async throws -> Rates
    func publish(_ rates: Rates) async throws(RateError)
}
// snippet end

// snippet: protect-error
enum RateError: Error, CallFailureRepresentable {
    case notPublished
    case unanswered(CallFailure<Never>)

    init(unanswered failure: CallFailure<Never>) { self = .unanswered(failure) }
}
// snippet end

struct LiveRates: RateService {
    func rates(for day: Day) async throws -> Rates { throw Down() }
    func publish(_ rates: Rates) async throws(RateError) { throw .notPublished }
}

struct ShippedRates: RateService {
    func rates(for day: Day) async throws -> Rates { Rates() }
    func publish(_ rates: Rates) async throws(RateError) { throw .notPublished }
}

// A protocol of another module.
protocol ExportService: Sendable { func export(_ name: String) async throws -> [String] }

// snippet: protect-of
@Resilient(of: (any ExportService).self)
protocol Exports {
    func export(_ name: String) async throws -> [String]
}
// snippet end

@Suite struct ProtectAServiceSnippets {
    struct Unavailable: Error {}

    @Test func `a protected service is resolved like any other`() async throws {
        let env = ServiceEnv(name: "protect")
        let health = ServiceHealthManager()
        // snippet: protect-register
        env.registerResilient(
            ResilientRateService.self, health: "rates", policy: .server, manager: health, fallback: { ShippedRates() }
        ) { LiveRates() }

        let service = try env.resolve((any RateService).self)
        let rates = try await service.rates(for: Day())
        // snippet end
        #expect(rates == Rates())
        await #expect(throws: RateError.self) { try await service.publish(rates) }
    }

    @Test func `errors are told apart`() async throws {
        let env = ServiceEnv(name: "protect")
        // snippet: protect-errors
        env.registerResilient(
            ResilientExports.self, health: "exports", policy: .server,
            refusals: { $0 is CancellationError },
            failures: { _ in Unavailable() }
        ) { DiskExports() }
        // snippet end
        await #expect(throws: Unavailable.self) { try await env.resolve((any ExportService).self).export("a") }
    }

    @Test func `any other registration is decorated`() async throws {
        let env = ServiceEnv(name: "protect")
        // snippet: protect-decorate
        let calls = ResilientCalls(ResiliencePipeline(service: "exports", policy: .server))
        env.registerAsync((any ExportService).self) { await DiskExports.open() }
        env.decorate((any ExportService).self) { ResilientExports($0, calls: calls) }
        // snippet end
        #expect(try await env.resolveAsync((any ExportService).self) is ResilientExports)
    }

    struct DiskExports: ExportService {
        static func open() async -> DiskExports { DiskExports() }
        func export(_ name: String) async throws -> [String] { throw Down() }
    }
}
#endif
#endif
