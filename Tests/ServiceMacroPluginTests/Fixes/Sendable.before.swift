import ServiceHealth
import ServiceMacros

@Resilient
protocol RateService {
    func load() async throws -> Int
}
