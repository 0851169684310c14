extension Duration {
    /// A limit that no busy machine reaches, for tests that are not about time.
    static let unhurried = Duration.seconds(3600)
}
