#if Health
/// A fallback that only pretends to do its work was refused in production. See ``MockService``.
public struct RefusedFallbackError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The type of the fallback.
    public let fallback: String
    /// The service it was registered for.
    public let service: ServiceID

    /// What was refused, and what to do.
    public var description: String {
        """
        \(fallback) is a MockService and was refused as the fallback of '\(service)'. \
        Use a fallback that does what it says, register it with fallbackKind: .substitute, or create the environment with \
        purpose: .testing or .development.
        """
    }
}

extension FallbackKind {
    /// Refuses a fallback that only pretends to do its work, where people rely on it.
    func refuseMock(_ fallback: Any, for service: ServiceID, allowsMocks: Bool) throws(RefusedFallbackError) {
        guard fallback is any MockService, self != .substitute, !allowsMocks else { return }
        throw RefusedFallbackError(fallback: "\(type(of: fallback))", service: service)
    }
}
#endif
