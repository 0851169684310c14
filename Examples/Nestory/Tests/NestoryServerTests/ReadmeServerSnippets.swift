// What the repository's README shows begins with these imports alone.
// swift-format-ignore: OrderedImports
import HummingbirdTesting
// swift-format-ignore: OrderedImports
import Testing

// snippet: readme-server
import Hummingbird
import Logging
import Service
import ServiceHealth
import ServiceLifecycleAdapter
import UnixSignals
// snippet end

@Suite struct ReadmeServerSnippets {
    protocol Prices: Sendable {
        func price(of item: String) async throws -> Int
    }

    struct LastKnownPrices: Prices {
        func price(of item: String) async throws -> Int { 12 }
    }

    struct PartnerPrices: Prices {
        struct Unreachable: Error {}

        init() throws { throw Unreachable() }
        func price(of item: String) async throws -> Int { 15 }
    }

    struct PriceServer {
        // snippet: readme-server
        func makeRouter(env: ServiceEnv, health: ServiceHealthManager = .shared) -> Router<BasicRequestContext> {
            env.register((any Prices).self, health: "prices", manager: health, fallback: { LastKnownPrices() }) {
                try PartnerPrices()
            }
            let checks = HealthChecks(health: health)
            let router = Router()
            router.get("/prices/{item}") { _, context in
                try await "\(env.resolve((any Prices).self).price(of: context.parameters.require("item")))"
            }
            router.get("/ready") { _, _ in
                let report = await checks.report(.readiness)
                return Response(
                    status: .init(code: report.httpStatus), body: .init(byteBuffer: ByteBuffer(bytes: report.json())))
            }
            return router
        }

        func run(env: ServiceEnv, logger: Logger) async throws {
            try await EnvironmentServiceGroup(
                environment: env, services: [.instance(Application(router: makeRouter(env: env)))],
                gracefulShutdownSignals: [.sigterm, .sigint], logger: logger
            ).run()
        }
        // snippet end
    }

    @Test func `the last known price is served while the live service cannot be created`() async throws {
        let router = PriceServer().makeRouter(env: ServiceEnv(name: "readme"), health: ServiceHealthManager())
        try await Application(router: router).test(.router) { client in
            let price = try await client.execute(uri: "/prices/lamp", method: .get)
            #expect(String(buffer: price.body) == "12")

            let ready = try await client.execute(uri: "/ready", method: .get)
            #expect(ready.status == .ok)
            #expect(String(buffer: ready.body).contains("prices"))
        }
    }
}
