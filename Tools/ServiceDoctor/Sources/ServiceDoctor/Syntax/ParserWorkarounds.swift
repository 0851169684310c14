/// Helps the parser where it reads something else than the compiler does.
enum ParserWorkarounds {
    /// A file's bytes, as the parser needs them.
    struct Helped {
        var bytes: [UInt8]
        /// Where each byte stands in ``bytes`` that the file does not have.
        var insertions: [Int] = []
    }

    /// Writes what the compiler accepts in the way that the parser needs it:
    /// - a space in `@MainActor (Item) -> Void`, which the parser takes for an attribute with arguments without it;
    /// - no space before the arguments in `@available (iOS 17, *)`, `@Field (key: "name")` and the like, which Swift 5 allows; it moves
    ///   behind the parenthesis;
    /// - no space in `@ objc`, which Swift 5 allows as well; it moves before the `@`;
    /// - `_ =` before a closure's first `($0`, which the parser takes for parameters where an `in` follows anywhere;
    /// - the member in backticks in ``memory.`internal` / (1024)``: behind a keyword the parser reads a regular expression.
    /// - Returns: Nil if the file has nothing of this.
    static func apply(to bytes: [UInt8]) -> Helped? {
        var source = bytes
        var added: [(index: Int, text: String.UTF8View)] = []
        for index in bytes.indices {
            switch bytes[index] {
            case UInt8(ascii: "("):
                if let text = missing(before: index, in: bytes) { added.append((index, text)) }
                if attributesWithArguments.contains(where: bytes[..<index].ends(with:)) {
                    source.swapAt(index - 1, index)
                } else if let end = endOfAttribute(before: index, in: bytes) {
                    source.swapAt(end, index)
                }
            case UInt8(ascii: "@"):
                let rest = bytes[(index + 1)...]
                if rest.first == UInt8(ascii: " "), attributes.contains(where: rest.dropFirst().starts(with:)) {
                    source.swapAt(index, index + 1)
                }
            case UInt8(ascii: "/"):
                guard let member = divided(before: index, in: bytes) else { continue }
                added.append((member.lowerBound, "`".utf8))
                added.append((member.upperBound, "`".utf8))
            default: continue
            }
        }
        guard !added.isEmpty || source != bytes else { return nil }
        return insert(added, in: source)
    }

    /// Where the name of an attribute ends whose arguments, with a label, stand behind spaces.
    private static func endOfAttribute(before parenthesis: Int, in bytes: [UInt8]) -> Int? {
        let space = UInt8(ascii: " ")
        guard parenthesis > 0, bytes[parenthesis - 1] == space,
            let end = bytes[..<parenthesis].lastIndex(where: { $0 != space }).map({ $0 + 1 }),
            let start = bytes[..<end].lastIndex(where: { !($0 | 0x20).isLetter }), bytes[start] == UInt8(ascii: "@"),
            start + 1 < end, !attributesOfFunctions.contains(Array(bytes[start..<end]))
        else { return nil }
        let label = bytes[(parenthesis + 1)...].prefix { ($0 | 0x20).isLetter }
        return !label.isEmpty && bytes[label.endIndex...].first == UInt8(ascii: ":") ? end : nil
    }

    private static func insert(_ added: [(index: Int, text: String.UTF8View)], in source: [UInt8]) -> Helped {
        var helped = Helped(bytes: [])
        helped.bytes.reserveCapacity(source.count + 4 * added.count)
        var rest = source[...]
        for (index, text) in added {
            helped.bytes += rest[..<index]
            rest = rest[index...]
            for byte in text {
                helped.insertions.append(helped.bytes.count)
                helped.bytes.append(byte)
            }
        }
        helped.bytes += rest
        return helped
    }

    /// What has to stand before a parenthesis.
    private static func missing(before index: Int, in bytes: [UInt8]) -> String.UTF8View? {
        if attributesOfFunctions.contains(where: bytes[..<index].ends(with:)) { return " ".utf8 }
        guard bytes[index...].starts(with: "($0".utf8) else { return nil }
        let before = bytes[..<index].last { $0 > UInt8(ascii: " ") }
        return before == UInt8(ascii: "{") ? "_ = ".utf8 : nil
    }

    /// The member whose value is divided by what follows a slash: `internal` in `memory.internal / 1024`.
    private static func divided(before slash: Int, in bytes: [UInt8]) -> Range<Int>? {
        let next = bytes[(slash + 1)...].first
        guard next != UInt8(ascii: "/"), next != UInt8(ascii: "*") else { return nil }
        let end = bytes[..<slash].lastIndex { $0 != UInt8(ascii: " ") }.map { $0 + 1 } ?? 0
        let start = bytes[..<end].lastIndex { !($0 | 0x20).isLetter }.map { $0 + 1 } ?? 0
        guard end < slash, start < end, start > 0, bytes[start - 1] == UInt8(ascii: ".") else { return nil }
        return notMembers.contains { bytes[start..<end].elementsEqual($0.utf8) } ? nil : start..<end
    }

    private static let attributes = ["objc", "IBAction", "IBOutlet", "escaping", "available", "discardableResult"].map {
        Array($0.utf8)
    }
    private static let attributesOfFunctions = ["@MainActor", "@Sendable", "@escaping"].map { Array($0.utf8) }
    private static let attributesWithArguments = [
        "@available ", "@objc ", "@Environment ", "@convention ", "@Flag ", "@Option ", "@Argument ", "@AppStorage ",
        "@SceneStorage ", "@UIApplicationDelegateAdaptor ", "@NSApplicationDelegateAdaptor ",
    ].map { Array($0.utf8) }
    /// Mean something else in backticks.
    private static let notMembers = ["self", "init", "Type", "Protocol"]
}

extension UInt8 {
    fileprivate var isLetter: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self) }
}

extension ArraySlice<UInt8> {
    fileprivate func ends(with suffix: [UInt8]) -> Bool { reversed().starts(with: suffix.reversed()) }
}
