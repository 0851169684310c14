/// How a caller came by the instance of a slot, or why it did not.
enum Obtained: Sendable {
    /// The instance was cached.
    case cached(LeasedInstance)
    /// The caller created it.
    case created(LeasedInstance)
    /// The caller waited for another one's creation of the service, and while it did, another caller may have closed a cycle.
    /// A failure may be news to the observers of the environment that the caller asked.
    case joined(Result<LeasedInstance, ServiceError>, WaitGraph.Cycle?, isNews: Bool)
    /// Waiting would never have ended.
    case cycle(WaitGraph.Cycle)
    /// The caller was cancelled while it waited.
    case cancelled
    /// Another registration counts by now: look it up again.
    case replaced
}
