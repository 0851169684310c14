/// How far an import has come.
public struct ImportProgress: Sendable, Equatable {
    /// Lines with items that were read.
    public var rows: Int
    /// Bytes that were read.
    public var bytes: Int
    /// Bytes that there are; nil where that is not known.
    public var totalBytes: Int?

    /// Describes how far an import has come.
    public init(rows: Int, bytes: Int, totalBytes: Int?) {
        self.rows = rows
        self.bytes = bytes
        self.totalBytes = totalBytes
    }
}
