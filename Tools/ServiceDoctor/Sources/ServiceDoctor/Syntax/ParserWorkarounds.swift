/// Helps the parser where it reads something else than the compiler does.
enum ParserWorkarounds {
    /// Puts in what the parser needs and the compiler does not: a space in `@MainActor (Item) -> Void`, which the parser takes for
    /// an attribute with arguments without it, and `_ =` before a closure's first `($0`, which it takes for parameters where
    /// an `in` follows anywhere.
    /// - Returns: The bytes, and where each one stands in them that was not there.
    static func apply(to bytes: [UInt8]) -> (bytes: [UInt8], insertions: [Int]) {
        let words: [StaticString] = ["@MainActor(", "@Sendable(", "@escaping(", "($0"]
        guard words.contains(where: bytes.contains(word:)) else { return (bytes, []) }
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count + 8)
        var insertions: [Int] = []
        for index in bytes.indices {
            if bytes[index] == UInt8(ascii: "(") {
                for byte in missing(before: index, in: bytes) {
                    insertions.append(result.count)
                    result.append(byte)
                }
            }
            result.append(bytes[index])
        }
        return (result, insertions)
    }

    /// What has to stand before a parenthesis.
    private static func missing(before index: Int, in bytes: [UInt8]) -> String.UTF8View {
        if attributes.contains(where: bytes[..<index].ends(with:)) { return " ".utf8 }
        guard bytes[index...].starts(with: "($0".utf8) else { return "".utf8 }
        let before = bytes[..<index].last { $0 > UInt8(ascii: " ") }
        return before == UInt8(ascii: "{") ? "_ = ".utf8 : "".utf8
    }

    private static let attributes = ["@MainActor", "@Sendable", "@escaping"].map { Array($0.utf8) }
}

extension ArraySlice<UInt8> {
    fileprivate func ends(with suffix: [UInt8]) -> Bool { reversed().starts(with: suffix.reversed()) }
}
