/// Something that runs now and then, and says so.
@MainActor public protocol RunningActivity: AnyObject {
    /// Whether something runs now. Observable by views.
    var isRunning: Bool { get }
}

extension ServiceAction: RunningActivity {}
extension Pagination: RunningActivity {}
extension OptimisticValue: RunningActivity {}

extension ServiceForm: RunningActivity {
    /// The same as ``isSubmitting``.
    public var isRunning: Bool { isSubmitting }
}
