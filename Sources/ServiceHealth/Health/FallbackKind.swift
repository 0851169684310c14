#if Health
/// What a fallback can do, so that it is not mistaken for the live service.
public enum FallbackKind: String, Sendable, Codable, CaseIterable {
    /// Reads from the last known data; every write throws.
    case readOnly
    /// Answers from cached data, which may be out of date.
    case cached
    /// Does the work in another way.
    case substitute
}
#endif
