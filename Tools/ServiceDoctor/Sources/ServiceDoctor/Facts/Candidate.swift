/// A finding that depends on other files, with what it is decided by.
struct Candidate: Sendable {
    var finding: Finding
    var names: [String] = []
    /// The task that it stands in, for rules about cancellation.
    var context: TaskContext?
    /// A view's own state, which the work clears before it waits.
    var isClearedFirst = false
}
