import Foundation

/// How texts are compared in a search: without case, accents and width.
public enum SearchText {
    /// Returns a text as it is compared in a search.
    public static func fold(_ text: String) -> String {
        // Foundation's folding costs twenty times as much, and most text is ASCII.
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.lowercased() }
        return text.folding(
            options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
    }

    /// Returns the words that a search must find, each as it is compared.
    public static func words(_ query: String) -> [String] {
        fold(query).split(whereSeparator: \.isWhitespace).map(String.init)
    }

    /// Returns everything of an item that a search looks at, as it is compared.
    public static func of(_ item: Item) -> String {
        // A word never spans two fields, as it holds no line break.
        fold([item.name, item.category, item.room, item.serialNumber, item.notes].joined(separator: "\n"))
    }
}
