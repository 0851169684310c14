/// What people read about a CSV file that cannot be taken, in one language.
struct ImportTexts: Sendable {
    // MARK: How it is written

    var closingQuoteExpected: String
    var commaExpected: String
    var quotesExpected: String
    var lineFeedExpected: String
    /// From the most fields that a line may have.
    var tooManyFields: @Sendable (Int) -> String
    /// From the most bytes that a field may have.
    var fieldTooLong: @Sendable (Int) -> String
    /// From how many fields the first line has, and how many this one.
    var otherFieldCount: @Sendable (Int, Int) -> String
    var utf8Expected: String

    // MARK: Its first line

    var headerExpected: String
    var nameColumnExpected: String
    /// From the column that is there twice.
    var columnTwice: @Sendable (String) -> String
    /// From the lines with the same id.
    var idTwice: @Sendable (Int, Int) -> String
    var columnUnreadable: String
    /// From the columns that there are, and what was found.
    var columnExpected: @Sendable (String, String) -> String

    // MARK: Files of another kind

    var notUTF16: String
    var notArchive: String

    /// The texts in the language of the person being served.
    static var current: ImportTexts {
        switch Language.current {
        case .english: english
        case .simplifiedChinese: simplifiedChinese
        }
    }
}
