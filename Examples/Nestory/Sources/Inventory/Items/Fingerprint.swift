/// A short text that differs for different bytes, unless somebody takes pains to make it equal.
public struct Fingerprint: Sendable, Equatable {
    /// Letters and digits.
    public let text: String

    /// Computes the fingerprint of bytes, by FNV-1a.
    public init(_ bytes: some Sequence<UInt8>) {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        text = String(hash, radix: 36)
    }
}
