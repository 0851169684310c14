import Inventory

/// Items as a table for a terminal.
struct ItemTable {
    private static let widest = 40
    private let lines: [[String]]
    private let numeric: Set<Int> = [3, 4]

    init(_ items: [Item]) {
        let rows = items.map { item in
            let price = item.price.map { "\($0.text) \($0.currency)" } ?? ""
            return [item.name, item.category, item.room, String(item.quantity), price].map(Self.cell)
        }
        lines = [["NAME", "CATEGORY", "ROOM", "QTY", "PRICE"]] + rows
    }

    /// The table, a line for each item.
    var text: String {
        let widths = (0..<5).map { column in lines.map { Self.width($0[column]) }.max() ?? 0 }
        return lines.map { line in
            var text = ""
            for (column, cell) in line.enumerated() {
                let space = String(repeating: " ", count: widths[column] - Self.width(cell))
                text += (column > 0 ? "  " : "") + (numeric.contains(column) ? space + cell : cell + space)
            }
            while text.last == " " { text.removeLast() }
            return text + "\n"
        }.joined()
    }

    /// One line of limited width.
    private static func cell(_ text: String) -> String {
        let line = String(text.map { $0.isWhitespace ? " " : $0 })
        guard width(line) > widest else { return line }
        var short = ""
        var used = 0
        for character in line {
            used += width(of: character)
            if used >= widest { break }
            short.append(character)
        }
        return short + "…"
    }

    private static func width(_ text: String) -> Int {
        text.reduce(0) { $0 + width(of: $1) }
    }

    /// How many columns a character takes: two for those of East Asia and most emoji.
    private static func width(of character: Character) -> Int {
        guard let scalar = character.unicodeScalars.first else { return 0 }
        switch scalar.value {
        case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
            0xFF00...0xFF60,
            0xFFE0...0xFFE6, 0x1F300...0x1FAFF, 0x20000...0x3FFFD:
            return 2
        default: return 1
        }
    }
}
