/// Tells what copies there are, without making any.
public struct BackupShelf: Sendable {
    /// Returns the newest copy; nil where there is none, or none can be read.
    public let newest: @Sendable () -> Backup?

    /// Describes where copies are.
    public init(newest: @escaping @Sendable () -> Backup?) {
        self.newest = newest
    }
}
