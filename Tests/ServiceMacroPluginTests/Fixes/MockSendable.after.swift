import ServiceMacros
import ServiceTesting

@Mock
protocol RateService: Sendable {
    func load() async throws -> Int
}
