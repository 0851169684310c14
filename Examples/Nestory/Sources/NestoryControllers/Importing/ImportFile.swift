public import struct Foundation.UUID

/// A CSV file that a page has sent.
public struct ImportFile: Sendable {
    /// Which import it is. The browser makes it up.
    public var job: UUID
    /// The file.
    public var bytes: [UInt8]
    /// Whether to import the lines that are right although others are wrong.
    public var skipInvalid: Bool
    /// Whether to change items that the inventory has.
    public var update: Bool

    /// What is kept as long as the file is.
    private let holding: (any AnyObject & Sendable)?

    /// Describes a file.
    ///
    /// - Parameter holding: What is kept as long as the file is.
    public init(
        job: UUID, bytes: [UInt8], skipInvalid: Bool, update: Bool = false, holding: (any AnyObject & Sendable)? = nil
    ) {
        self.holding = holding
        self.job = job
        self.bytes = bytes
        self.skipInvalid = skipInvalid
        self.update = update
    }
}
