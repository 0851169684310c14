import ServiceHealth
import ServiceMacros

@Resilient
protocol RateService: Sendable {
    /// The state.
    @MainActor var state: Int { get async }
}
