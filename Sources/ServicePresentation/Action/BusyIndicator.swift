public import Observation

/// Says whether any of several activities runs, for one indicator that they share.
///
/// ```swift
/// let busy = BusyIndicator(load, save)
/// ```
///
/// Nothing is counted, so nothing can be counted wrongly: the activities are asked.
@Observable @MainActor public final class BusyIndicator {
    @ObservationIgnored private let activities: [any RunningActivity]

    /// Creates an indicator.
    ///
    /// - Parameter activities: What to ask. They live as long as the indicator.
    public init(_ activities: any RunningActivity...) {
        self.activities = activities
    }

    /// Whether any of the activities runs now.
    public var isBusy: Bool { activities.contains(where: \.isRunning) }
}
