/// Turns UTF-8 offsets into lines and columns.
struct LineTable: Sendable {
    private let starts: [Int]
    private let bytes: [UInt8]
    private let isASCII: Bool

    init(_ bytes: [UInt8]) {
        var starts = [0]
        starts.reserveCapacity(bytes.count / 30 + 1)
        for (index, byte) in bytes.enumerated() where byte <= UInt8(ascii: "\r") {
            let isReturn =
                byte == UInt8(ascii: "\r") && (index + 1 == bytes.count || bytes[index + 1] != UInt8(ascii: "\n"))
            if byte == UInt8(ascii: "\n") || isReturn { starts.append(index + 1) }
        }
        self.starts = starts
        self.bytes = bytes
        isASCII = bytes.allSatisfy { $0 < 0x80 }
    }

    var lineCount: Int { starts.count }

    /// Returns the line and column of an offset, both from 1.
    /// - Complexity: O(log *n*) in the number of lines.
    func position(of offset: Int) -> (line: Int, column: Int) {
        var low = 0
        var high = starts.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if starts[middle] <= offset { low = middle } else { high = middle }
        }
        return (low + 1, offset - starts[low] + 1)
    }

    /// Returns an offset's column in Unicode scalars, from 1.
    func scalarColumn(of offset: Int) -> Int {
        let start = starts[position(of: offset).line - 1]
        if isASCII { return max(start, min(offset, bytes.count)) - start + 1 }
        // Every scalar has one byte that does not continue another.
        return bytes[start..<max(start, min(offset, bytes.count))].count { $0 & 0xC0 != 0x80 } + 1
    }

    /// Returns a line's text without its indentation and line break, at most 400 bytes of it.
    func text(ofLine line: Int) -> String {
        guard line >= 1, line <= starts.count else { return "" }
        var start = starts[line - 1]
        var end = line < starts.count ? starts[line] : bytes.count
        while start < end, Self.isSpace(bytes[start]) { start += 1 }
        end = min(end, start + 400)
        while end > start, Self.isSpace(bytes[end - 1]) { end -= 1 }
        return String(decoding: bytes[start..<end], as: UTF8.self)
    }

    private static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || (byte >= 0x09 && byte <= 0x0D)
    }
}
