public import Observation

/// Tells whether any of several activities runs, for one indicator that they share.
///
/// ```swift
/// let busy = BusyIndicator(load, save)
/// ```
///
/// It asks the activities instead of counting starts and ends, so it cannot get out of step.
@Observable @MainActor public final class BusyIndicator {
    @ObservationIgnored private let activities: [any RunningActivity]

    /// Creates an indicator.
    ///
    /// - Parameter activities: The activities to ask. The indicator keeps them alive.
    public init(_ activities: any RunningActivity...) {
        self.activities = activities
    }

    /// Whether any of the activities runs now.
    public var isBusy: Bool { activities.contains(where: \.isRunning) }
}
