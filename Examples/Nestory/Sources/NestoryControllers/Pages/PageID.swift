/// Tells one open page from all others. The browser makes it up, from 128 random bits.
public struct PageID: Hashable, Sendable, CustomStringConvertible {
    /// 32 hexadecimal digits.
    public let description: String

    /// Reads an id; nil where the text is none.
    public init?(_ text: String) {
        let digits = text.utf8
        guard digits.count == 32, digits.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }) else {
            return nil
        }
        description = text
    }
}
