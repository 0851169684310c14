import ServiceHealth
import ServiceMacros

@Resilient
protocol RateService: Sendable {
    @Fallback func load() async -> Int
}
