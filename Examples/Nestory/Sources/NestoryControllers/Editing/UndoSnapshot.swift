public import ServicePresentation

/// What a page shows of what it takes back, at one instant.
public struct UndoSnapshot: Sendable, Equatable {
    /// How many times something was taken back, so that the same answer twice is two answers.
    public var runs: Int
    /// How many items that concerned; nil until it is done.
    public var count: Int?
    /// Why it could not be taken back.
    public var error: UserMessage?
}
