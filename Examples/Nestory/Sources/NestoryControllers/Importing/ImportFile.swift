public import struct Foundation.UUID

/// A CSV file that a page has sent.
public struct ImportFile: Sendable, Equatable {
    /// Which import it is. The browser makes it up.
    public var job: UUID
    /// The file.
    public var bytes: [UInt8]
    /// Whether to import the lines that are right although others are wrong.
    public var skipInvalid: Bool

    /// Describes a file.
    public init(job: UUID, bytes: [UInt8], skipInvalid: Bool) {
        self.job = job
        self.bytes = bytes
        self.skipInvalid = skipInvalid
    }
}
