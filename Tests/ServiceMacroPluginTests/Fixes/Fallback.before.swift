import ServiceHealth
import ServiceMacros

@Resilient
protocol RateService: Sendable {
    func load() async -> Int
}
