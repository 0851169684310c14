import ServiceMacros
import ServiceTesting

@Mock
protocol RateService {
    func load() async throws -> Int
}
