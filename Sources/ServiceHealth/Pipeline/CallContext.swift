/// What the stages of one call hand on to each other.
struct CallContext: Sendable {
    let method: StaticString
    let isIdempotent: Bool
    /// Returns the answer of a body that throws an injected error, or nil where the body cannot throw it.
    let injecting: @Sendable (any Error) -> Answer?
    /// The nearest of the deadlines of the stages passed so far.
    var deadline: Deadline?
}
