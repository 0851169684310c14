/// Reads JSON as RFC 8259 defines it, and refuses what it leaves open: repeated names, half surrogates, deep
/// nesting.
struct JSONParser {
    /// How deep values may nest, so that a hostile text does not exhaust the stack.
    static let deepest = 32

    private let bytes: [UInt8]
    private var position = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    mutating func document() throws(JSONError) -> JSONValue {
        skipBlanks()
        let value = try value(depth: 0)
        skipBlanks()
        guard position == bytes.count else { throw error("the end behind the value") }
        return value
    }

    private mutating func value(depth: Int) throws(JSONError) -> JSONValue {
        guard depth < Self.deepest else { throw error("less than \(Self.deepest) levels") }
        switch peek {
        case UInt8(ascii: "{"): return try object(depth: depth)
        case UInt8(ascii: "["): return try array(depth: depth)
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        default: return try number()
        }
    }

    private mutating func object(depth: Int) throws(JSONError) -> JSONValue {
        var members: [JSONValue.Member] = []
        var names: Set<String> = []
        position += 1
        skipBlanks()
        if take("}") { return .object([]) }
        repeat {
            skipBlanks()
            guard peek == UInt8(ascii: "\"") else { throw error("a name in quotes") }
            let name = try string()
            guard names.insert(name).inserted else { throw error("each name once") }
            skipBlanks()
            guard take(":") else { throw error("a colon behind the name") }
            skipBlanks()
            members.append(JSONValue.Member(name: name, value: try value(depth: depth + 1)))
            skipBlanks()
        } while take(",")
        guard take("}") else { throw error("a comma or a closing brace") }
        return .object(members)
    }

    private mutating func array(depth: Int) throws(JSONError) -> JSONValue {
        var values: [JSONValue] = []
        position += 1
        skipBlanks()
        if take("]") { return .array([]) }
        repeat {
            skipBlanks()
            values.append(try value(depth: depth + 1))
            skipBlanks()
        } while take(",")
        guard take("]") else { throw error("a comma or a closing bracket") }
        return .array(values)
    }

    private mutating func word(_ word: String, _ value: JSONValue) throws(JSONError) -> JSONValue {
        guard bytes[position...].starts(with: word.utf8) else { throw error("a value") }
        position += word.utf8.count
        return value
    }

    private mutating func number() throws(JSONError) -> JSONValue {
        let start = position
        _ = take("-")
        if !take("0") { guard digits() else { throw error("a value") } }
        if take(".") { guard digits() else { throw error("digits behind the point") } }
        if take("e") || take("E") {
            _ = take("+") || take("-")
            guard digits() else { throw error("digits in the exponent") }
        }
        return .number(String(decoding: bytes[start..<position], as: UTF8.self))
    }

    private mutating func digits() -> Bool {
        let start = position
        while let byte = peek, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { position += 1 }
        return position > start
    }

    private mutating func string() throws(JSONError) -> String {
        var text: [UInt8] = []
        position += 1
        while let byte = peek {
            position += 1
            switch byte {
            case UInt8(ascii: "\""):
                guard let text = String(validating: text, as: UTF8.self) else { throw error("text in UTF-8") }
                return text
            case UInt8(ascii: "\\"): text.append(contentsOf: String(try escape()).utf8)
            case 0..<0x20: throw error("no control characters within quotes")
            default: text.append(byte)
            }
        }
        throw error("a closing quote")
    }

    private mutating func escape() throws(JSONError) -> Character {
        defer { position += 1 }
        switch peek {
        case UInt8(ascii: "\""): return "\""
        case UInt8(ascii: "\\"): return "\\"
        case UInt8(ascii: "/"): return "/"
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{c}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"): return Character(try scalar())
        default: throw error("an escape of JSON behind the backslash")
        }
    }

    /// Reads the digits behind `\u`, two of them for a pair of surrogates, and stops at the last one.
    private mutating func scalar() throws(JSONError) -> Unicode.Scalar {
        let unit = try codeUnit()
        if let scalar = Unicode.Scalar(unit) { return scalar }
        guard (0xD800..<0xDC00).contains(unit),
            bytes[min(position + 1, bytes.count)...].starts(with: #"\u"#.utf8)
        else {
            throw error("a pair of surrogates")
        }
        position += 2
        let low = try codeUnit()
        guard (0xDC00..<0xE000).contains(low),
            let scalar = Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00))
        else { throw error("a pair of surrogates") }
        return scalar
    }

    private mutating func codeUnit() throws(JSONError) -> UInt32 {
        var unit: UInt32 = 0
        for _ in 0..<4 {
            position += 1
            guard let byte = peek, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
                throw error("four hexadecimal digits")
            }
            unit = unit << 4 | UInt32(digit)
        }
        return unit
    }

    private var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard let byte = peek, UInt32(byte) == character.value else { return false }
        position += 1
        return true
    }

    private mutating func skipBlanks() {
        while let byte = peek, [0x20, 0x09, 0x0A, 0x0D].contains(byte) { position += 1 }
    }

    private func error(_ expected: String) -> JSONError {
        JSONError(message: "Expected \(expected) at byte \(position + 1).", offset: position)
    }
}

extension JSONValue {
    /// Reads JSON in UTF-8.
    ///
    /// - Throws: ``JSONError`` for anything else, and for repeated names and more than 32 levels.
    public init(parsing bytes: [UInt8]) throws(JSONError) {
        var parser = JSONParser(bytes)
        self = try parser.document()
    }
}
