/// Reads property lists of the old style: `{ key = value; }`, `( a, b )`, plain and quoted texts, comments.
struct PropertyListReader {
    private let bytes: [UInt8]
    private var position = 0
    private static let deepest = 40

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Returns the value that all bytes are; nil where they are no such value.
    mutating func readAll() -> PropertyList? {
        guard let value = value(depth: 0) else { return nil }
        skipBlanks()
        return position == bytes.count ? value : nil
    }

    private mutating func value(depth: Int) -> PropertyList? {
        guard depth < Self.deepest, let byte = next() else { return nil }
        switch byte {
        case UInt8(ascii: "{"):
            position += 1
            return table(depth: depth)
        case UInt8(ascii: "("):
            position += 1
            return list(depth: depth)
        default:
            return text().map(PropertyList.text)
        }
    }

    private mutating func table(depth: Int) -> PropertyList? {
        var table: [String: PropertyList] = [:]
        while let byte = next() {
            if byte == UInt8(ascii: "}") {
                position += 1
                return .table(table)
            }
            guard let key = text(), take("="), let value = value(depth: depth + 1), take(";") else { return nil }
            table[key] = value
        }
        return nil
    }

    private mutating func list(depth: Int) -> PropertyList? {
        var values: [PropertyList] = []
        while let byte = next() {
            if byte == UInt8(ascii: ")") {
                position += 1
                return .list(values)
            }
            guard let value = value(depth: depth + 1) else { return nil }
            values.append(value)
            guard take(",") || next() == UInt8(ascii: ")") else { return nil }
        }
        return nil
    }

    private mutating func text() -> String? {
        guard let first = next() else { return nil }
        if first == UInt8(ascii: "\"") || first == UInt8(ascii: "'") { return quoted(first) }
        let start = position
        while position < bytes.count, Self.isPlain[Int(bytes[position])] { position += 1 }
        return start == position ? nil : String(decoding: bytes[start..<position], as: UTF8.self)
    }

    private mutating func quoted(_ quote: UInt8) -> String? {
        position += 1
        var start = position
        var text = ""
        while position < bytes.count {
            let byte = bytes[position]
            if byte == quote {
                text += String(decoding: bytes[start..<position], as: UTF8.self)
                position += 1
                return text
            }
            if byte == UInt8(ascii: "\\") {
                text += String(decoding: bytes[start..<position], as: UTF8.self)
                position += 1
                // In paths, quotes and backslashes are escaped; other escapes are in scripts. Xcode writes letters as they are.
                if position < bytes.count, bytes[position] == UInt8(ascii: "U") { return nil }
                start = position
            }
            position += 1
        }
        return nil
    }

    /// Returns the next byte that means something, and stands there.
    private mutating func next() -> UInt8? {
        skipBlanks()
        return position < bytes.count ? bytes[position] : nil
    }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard next() == UInt8(ascii: character) else { return false }
        position += 1
        return true
    }

    private mutating func skipBlanks() {
        while position < bytes.count {
            switch bytes[position] {
            case 0x20, 0x09, 0x0A, 0x0D: position += 1
            case UInt8(ascii: "/") where byte(after: position) == UInt8(ascii: "/"):
                while position < bytes.count, bytes[position] != 0x0A { position += 1 }
            case UInt8(ascii: "/") where byte(after: position) == UInt8(ascii: "*"):
                position += 2
                while position < bytes.count,
                    !(bytes[position] == UInt8(ascii: "*") && byte(after: position) == UInt8(ascii: "/"))
                {
                    position += 1
                }
                position = min(position + 2, bytes.count)
            default: return
            }
        }
    }

    private func byte(after index: Int) -> UInt8? {
        index + 1 < bytes.count ? bytes[index + 1] : nil
    }

    /// Which bytes a text without quotes consists of.
    private static let isPlain: [Bool] = (0..<256).map { byte in
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x80...: true
        default: "_$/:.-".utf8.contains(UInt8(byte))
        }
    }
}
