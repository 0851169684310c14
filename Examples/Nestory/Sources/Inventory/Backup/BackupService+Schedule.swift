extension BackupService {
    /// Makes a copy where the newest is too old, or from a time that has not come yet.
    ///
    /// - Parameters:
    ///   - now: The present instant.
    ///   - interval: How old the newest copy may become.
    /// - Returns: How long it takes until the next copy is due.
    /// - Throws: What ``backUp()`` and ``backups()`` throw.
    public func backUpIfDue(at now: Timestamp, every interval: Duration) async throws -> Duration {
        if let newest = try await backups().first {
            let age = Duration.milliseconds(now.milliseconds - newest.made.milliseconds)
            if age >= .zero, age < interval { return interval - age }
        }
        _ = try await backUp()
        return interval
    }
}
