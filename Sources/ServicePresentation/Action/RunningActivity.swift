/// Something that runs now and then, and says so.
@MainActor public protocol RunningActivity: AnyObject {
    /// Whether something runs now. Observable by views.
    var isRunning: Bool { get }
}
