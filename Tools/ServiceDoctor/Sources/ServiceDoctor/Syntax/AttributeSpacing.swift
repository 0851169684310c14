/// Helps the parser with `@MainActor(Item) -> Void`, which it takes for an attribute with arguments.
///
/// The compiler knows that these attributes have none.
enum AttributeSpacing {
    /// Puts a space behind each attribute without arguments that a parenthesis follows at once.
    /// - Returns: The bytes, and where spaces stand in them that were not there.
    static func insertSpaces(in bytes: [UInt8]) -> (bytes: [UInt8], insertions: [Int]) {
        let words: [StaticString] = ["@MainActor(", "@Sendable(", "@escaping("]
        guard words.contains(where: bytes.contains(word:)) else { return (bytes, []) }
        let patterns = ["@MainActor(", "@Sendable(", "@escaping("].map { Array($0.utf8) }
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count + 8)
        var insertions: [Int] = []
        for index in bytes.indices {
            if bytes[index] == UInt8(ascii: "("),
                patterns.contains(where: { pattern in
                    index + 1 >= pattern.count && bytes[(index + 1 - pattern.count)...index].elementsEqual(pattern)
                })
            {
                insertions.append(result.count)
                result.append(UInt8(ascii: " "))
            }
            result.append(bytes[index])
        }
        return (result, insertions)
    }
}
