/// What a CSV reader found: a record, or a place where the text is not CSV.
public enum CSVRow: Sendable, Equatable {
    /// One field of a record.
    public struct Field: Sendable, Equatable {
        /// The text, without the quotes; nil where the bytes are not UTF-8.
        public var text: String?
        /// The line of the file on which the field starts, from 1.
        public var line: Int
        /// The bytes, where they are not UTF-8; else none.
        public var bytes: [UInt8] = []
    }

    /// Fields between two line ends.
    ///
    /// - Parameter line: The line of the file on which the record starts, from 1.
    case record([Field], line: Int)

    /// A line that is not CSV; reading goes on behind the next line end.
    ///
    /// - Parameters:
    ///   - line: Where it is, from 1.
    ///   - column: In which field, from 1.
    ///   - message: What was expected.
    case malformed(line: Int, column: Int, message: String)
}
