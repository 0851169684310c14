/// A change of a file that takes a finding away.
struct Edit: Sendable, Hashable {
    /// The bytes to replace.
    private(set) var range: Range<Int>
    /// What stands there, so that a file that has changed since is left alone.
    let expected: [UInt8]
    /// What comes instead.
    var replacement: [UInt8] = []

    /// Moves the edit towards the end.
    mutating func shift(by count: Int) { range = range.lowerBound + count..<range.upperBound + count }

    /// Removes a range of some bytes.
    init?(removing range: Range<Int>, from bytes: [UInt8]) {
        guard range.lowerBound >= 0, range.upperBound <= bytes.count, !range.isEmpty else { return nil }
        self.range = range
        expected = Array(bytes[range])
    }
}
