import ServiceHealth
import ServiceMacros

@Resilient
protocol RateService: Sendable {
    @Unguarded func load() async -> Int
}
