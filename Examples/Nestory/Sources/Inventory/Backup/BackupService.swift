/// Keeps copies of the inventory.
public protocol BackupService: Sendable {
    /// Makes a copy of the inventory as it is now, checks it, and lets go of the oldest copies.
    ///
    /// - Returns: The copy.
    /// - Throws: ``BackupError``, or `CancellationError` where its task was cancelled. No copy was removed then.
    func backUp() async throws -> Backup

    /// Returns the copies that there are, the newest first.
    ///
    /// - Throws: ``BackupError`` where they cannot be listed.
    func backups() async throws -> [Backup]
}
