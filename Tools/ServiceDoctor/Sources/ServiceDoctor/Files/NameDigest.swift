/// What is kept of a name to find it again: its first and last eight bytes, and its length.
///
/// Longer names that agree in these are taken for one.
struct NameDigest: Sendable, Hashable {
    private let value: UInt64

    /// Digests a name.
    /// - Parameters:
    ///   - head: Its first eight bytes, or all of a shorter one, the last in the lowest place.
    ///   - tail: Its last eight bytes, likewise.
    ///   - length: Its length in bytes.
    init(head: UInt64, tail: UInt64, length: Int) {
        // Two odd numbers without a pattern, as in Knuth's multiplicative hashing (The Art of Computer Programming, 6.4).
        value = (head ^ UInt64(length)) &* 0x9E37_79B9_7F4A_7C15 ^ tail &* 0xC2B2_AE3D_27D4_EB4F
    }

    init(_ name: String) {
        let bytes = Array(name.utf8)
        func packed(_ part: ArraySlice<UInt8>) -> UInt64 { part.reduce(0) { $0 << 8 | UInt64($1) } }
        self.init(head: packed(bytes.prefix(8)), tail: packed(bytes.suffix(8)), length: bytes.count)
    }

    /// A place in a table of so many, a power of two.
    func slot(of count: Int) -> Int { Int(truncatingIfNeeded: value >> 32) & (count - 1) }
}
