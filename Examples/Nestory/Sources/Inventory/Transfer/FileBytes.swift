public import Foundation

/// The bytes of a file, 64 KiB at a time.
public struct FileBytes: ByteSource {
    private let handle: FileHandle
    /// The file's size when it was opened.
    public let size: Int?

    /// Opens a file.
    ///
    /// - Throws: Foundation's error where it cannot be read.
    public init(_ url: URL) throws {
        handle = try FileHandle(forReadingFrom: url)
        size = try url.resourceValues(forKeys: [.fileSizeKey]).fileSize
    }

    /// Returns the next bytes; nil at the end.
    ///
    /// - Throws: Foundation's error where it cannot be read.
    public mutating func next() throws -> [UInt8]? {
        guard let data = try handle.read(upToCount: 1 << 16), !data.isEmpty else { return nil }
        return Array(data)
    }
}
