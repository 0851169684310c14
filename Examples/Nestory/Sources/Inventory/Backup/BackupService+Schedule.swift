extension BackupService {
    /// Makes a copy where the newest is too old or from a time that has not come yet, or where nobody can tell.
    ///
    /// - Parameters:
    ///   - now: The present instant.
    ///   - interval: How old the newest copy may become.
    /// - Returns: How long it takes until the next copy is due.
    /// - Throws: What ``backUp()`` throws.
    public func backUpIfDue(at now: Timestamp, every interval: Duration) async throws -> Duration {
        if let age = try await ageOfNewest(at: now), age >= .zero, age < interval { return interval - age }
        _ = try await backUp()
        return interval
    }

    /// How old the newest copy is; nil where there is none, or where they cannot be listed: the copy that is made then
    /// shows whether anything is wrong.
    private func ageOfNewest(at now: Timestamp) async throws(CancellationError) -> Duration? {
        do {
            return try await backups().first.map { .milliseconds(now.milliseconds - $0.made.milliseconds) }
        } catch let error as CancellationError {
            throw error
        } catch _ {
            return nil
        }
    }
}
