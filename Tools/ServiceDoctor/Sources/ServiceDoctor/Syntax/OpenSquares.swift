/// Counts the `[` that are open in what may still be a type, byte by byte: the parser looks ahead over each of them again.
struct OpenSquares {
    private enum Place {
        case code, lineComment, blockComment
    }

    private(set) var count = 0
    private var place = Place.code
    private var last: UInt8 = 0
    private var beforeLast: UInt8 = 0
    private let inTypes = Self.inTypes

    mutating func read(_ byte: UInt8) {
        let (beforeSlash, previous) = (beforeLast, last)
        (beforeLast, last) = (last, byte)
        switch place {
        case .lineComment:
            if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") { place = .code }
        case .blockComment:
            guard byte == UInt8(ascii: "/"), previous == UInt8(ascii: "*") else { return }
            place = .code
            // This slash begins nothing.
            last = UInt8(ascii: " ")
        case .code:
            if previous == UInt8(ascii: "/") { readAfterSlash(byte, afterAddress: beforeSlash == UInt8(ascii: ":")) }
            switch byte {
            case UInt8(ascii: "["): count += 1
            case UInt8(ascii: "]"): if count > 0 { count -= 1 }
            // What a slash means, the next byte tells.
            case UInt8(ascii: "/"): break
            default: if place == .code, !inTypes[Int(byte)] { count = 0 }
            }
        }
    }

    /// - Parameter afterAddress: After `https:`, where a long text names an address, which is no comment.
    private mutating func readAfterSlash(_ byte: UInt8, afterAddress: Bool) {
        switch byte {
        case UInt8(ascii: "/") where !afterAddress: place = .lineComment
        case UInt8(ascii: "*"): place = .blockComment
        default: count = 0
        }
    }

    /// The bytes behind which a type may go on: of names, `:`, `.`, `?`, `->`, spaces.
    private static let inTypes: [Bool] = (0...255).map { (byte: UInt8) in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), 0x80..., 0x09...0x0D:
            true
        default: "_:.,?!&<>-@`() ".utf8.contains(byte)
        }
    }
}
