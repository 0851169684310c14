/// Why a text is not JSON.
public struct JSONError: Error, Sendable, Equatable {
    /// What was expected, in words for people.
    public var message: String
    /// Where, in bytes from the start.
    public var offset: Int
}
