import Service
import Testing

struct PriceTests {
    @Test func prices() async throws {
        let env = ServiceEnv(name: "test")
        env.register(PriceService.self) { FailingPriceService() }
        env.register(PriceService.self) { FixedPriceService() }
        let price = try! await env.resolve(PriceService.self).price(of: .rice)
        print(price)
    }
}
