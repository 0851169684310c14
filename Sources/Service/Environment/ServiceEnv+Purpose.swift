extension ServiceEnv {
    /// What an environment is for. Decides whether mocks may take the place of services; a name never does.
    public enum Purpose: Sendable, Hashable {
        /// People rely on what services do. The default.
        case production
        /// An app under development.
        case development
        /// Tests.
        case testing

        /// Whether a type that only pretends to do its work may be a fallback.
        package var allowsMocks: Bool { self != .production }
    }

    /// What this environment is for: given when it was created, or inherited from the environment it was derived from.
    public var purpose: Purpose { storage.traits.purpose }
}
