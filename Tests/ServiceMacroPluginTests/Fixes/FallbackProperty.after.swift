import ServiceHealth
import ServiceMacros

@Resilient
protocol RateService: Sendable {
    /// The state.
    @Fallback @MainActor var state: Int { get async }
}
