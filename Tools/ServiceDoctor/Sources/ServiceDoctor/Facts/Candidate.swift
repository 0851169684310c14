/// A finding that depends on other files, with what it is decided by.
struct Candidate: Sendable {
    var finding: Finding
    var names: [String] = []
    /// The task that it stands in, for rules about cancellation.
    var context: TaskContext?
    /// Where the errors come from that a text shows by their own messages; nil where it shows more of them.
    var sources: [String]?
}
