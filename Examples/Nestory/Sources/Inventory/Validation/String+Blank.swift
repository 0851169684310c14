extension String {
    /// Whether nothing of it can be seen. A blank with an accent on it can, so characters will not do.
    var isBlank: Bool { unicodeScalars.allSatisfy(\.properties.isWhitespace) }

    /// Whether anybody could see that there is something.
    var hasVisibleCharacter: Bool {
        unicodeScalars.contains { scalar in
            switch scalar.properties.generalCategory {
            case .control, .format, .spaceSeparator, .lineSeparator, .paragraphSeparator, .unassigned, .surrogate: false
            // They are drawn as nothing, although they count as letters, symbols or marks.
            default: !scalar.properties.isDefaultIgnorableCodePoint && scalar.value != 0x2800
            }
        }
    }

    /// The text without blanks around it.
    var trimmed: String {
        let start = drop(while: \.isWhitespace)
        guard let last = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
        return String(start[...last])
    }
}
