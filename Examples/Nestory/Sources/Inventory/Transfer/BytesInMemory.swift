/// Bytes that are there already, such as a request's body.
public struct BytesInMemory: ByteSource {
    private static let pieceLength = 1 << 16
    private let bytes: [UInt8]
    private var position = 0

    /// Wraps bytes.
    public init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// How many bytes there are.
    public var size: Int? { bytes.count }

    /// Returns the next 64 KiB; nil at the end.
    public mutating func next() -> [UInt8]? {
        guard position < bytes.count else { return nil }
        let end = min(position + Self.pieceLength, bytes.count)
        defer { position = end }
        return Array(bytes[position..<end])
    }
}
