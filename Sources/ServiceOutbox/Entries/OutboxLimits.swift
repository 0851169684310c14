#if OUTBOX
/// How much an ``Outbox`` keeps.
public struct OutboxLimits: Sendable, Hashable {
    /// The maximum number of kept changes.
    public var entries: Int
    /// The maximum size of all kept changes together, in bytes.
    public var bytes: Int
    /// The maximum size of one change, encoded as JSON, in bytes.
    public var bytesPerCommand: Int

    /// Creates limits.
    ///
    /// The defaults are far above what a person enters during an outage, and small enough to be read at startup.
    ///
    /// - Parameters:
    ///   - entries: The maximum number of kept changes; 10,000 by default.
    ///   - bytes: The maximum size of all kept changes together, in bytes; 64 MiB by default.
    ///   - bytesPerCommand: The maximum size of one change, in bytes; 256 KiB by default.
    public init(entries: Int = 10_000, bytes: Int = 64 << 20, bytesPerCommand: Int = 256 << 10) {
        self.entries = entries
        self.bytes = bytes
        self.bytesPerCommand = bytesPerCommand
    }
}
#endif
