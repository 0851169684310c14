/// What a page says about services that do not work as they should, at one instant.
public struct StatusSnapshot: Sendable, Equatable {
    /// Words for people; nil while all is well.
    public var banner: String?
}
