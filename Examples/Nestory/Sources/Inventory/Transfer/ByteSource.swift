/// A file or a request's body, read from beginning to end.
public protocol ByteSource: Sendable {
    /// How many bytes there are; nil where that is not known.
    var size: Int? { get }

    /// Returns the next bytes, as many as are convenient; nil at the end.
    mutating func next() throws -> [UInt8]?
}
