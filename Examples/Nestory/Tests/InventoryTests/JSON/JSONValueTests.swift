import Inventory
import Testing

@Suite struct JSONValueTests {
    @Test(
        arguments: [
            ("null", JSONValue.null), (" true ", .bool(true)), ("false", .bool(false)), ("0", .number("0")),
            ("-12.50e+3", .number("-12.50e+3")),
            ("1234567890.12345678901234567890", .number("1234567890.12345678901234567890")),
            (#""a\"\\\/\b\f\n\r\té""#, .string("a\"\\/\u{8}\u{c}\n\r\té")), (#""🪑""#, .string("🪑")),
            ("[]", .array([])),
            ("[1, [2]]", .array([.number("1"), .array([.number("2")])])), ("{}", .object([])),
            (#"{"b": 1, "a": null}"#, ["b": .number("1"), "a": .null]),
        ] as [(String, JSONValue)])
    func `JSON is read with its digits and its order`(text: String, value: JSONValue) throws {
        #expect(try JSONValue(parsing: Array(text.utf8)) == value)
        #expect(try JSONValue(parsing: value.bytes) == value)
    }

    @Test(arguments: [
        "", " ", "nul", "nulll", "01", "1.", ".5", "+1", "-", "1e", "NaN", "Infinity", "0x1", "'a'", "\"a",
        "\"\\x\"",
        "\"\\u12\"", "\"\\uD800\"", "\"\\uDC00\"", "\"\\uD800\\u0041\"", "\"a\nb\"", "\"\t\"", "[1,]",
        "[1 2]", "[", "]", "{",
        "{\"a\"}", "{\"a\":}", "{\"a\":1,}", "{a:1}", "{\"a\":1 \"b\":2}", "{\"a\":1,\"a\":2}", "1 2", "{}{}",
        "// x\n1",
        "\u{FEFF}{}",
    ])
    func `what is not JSON is refused`(text: String) {
        #expect(throws: JSONError.self) { try JSONValue(parsing: Array(text.utf8)) }
    }

    @Test(
        arguments: [[0x22, 0xFF, 0x22], [0x22, 0xC0, 0x80, 0x22], [0x22, 0xED, 0xA0, 0x80, 0x22]] as [[UInt8]]
    )
    func `text that is not UTF-8 is refused`(bytes: [UInt8]) {
        #expect(throws: JSONError.self) { try JSONValue(parsing: bytes) }
    }

    @Test func `deep nesting is refused rather than followed`() throws {
        let deep = String(repeating: "[", count: 1_000_000)
        #expect(throws: JSONError.self) { try JSONValue(parsing: Array(deep.utf8)) }
        let allowed = String(repeating: "[", count: 31) + String(repeating: "]", count: 31)
        #expect(throws: Never.self) { try JSONValue(parsing: Array(allowed.utf8)) }
    }

    @Test func `every character is written so that it is read again`() throws {
        let text =
            String(String.UnicodeScalarView((0..<0x300).compactMap { Unicode.Scalar($0) })) + "\u{2028}🪑"
        #expect(try JSONValue(parsing: JSONValue.string(text).bytes) == .string(text))
    }
}
