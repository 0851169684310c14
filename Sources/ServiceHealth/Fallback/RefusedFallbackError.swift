#if Health
/// Says that a fallback only pretends to do its work, and was refused for it. See ``MockService``.
public struct RefusedFallbackError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The type of the fallback.
    public let fallback: String
    /// The service it was to stand in for.
    public let service: ServiceID

    /// What was refused, and what to do.
    public var description: String {
        """
        \(fallback) is a MockService and was refused as the fallback of '\(service)'. \
        Use a fallback that does what it says, or register it with fallbackKind: .substitute.
        """
    }
}
#endif
