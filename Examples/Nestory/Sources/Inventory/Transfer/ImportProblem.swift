/// A place in a CSV file that is not as it should be.
public struct ImportProblem: Error, Codable, Sendable, Equatable, CustomStringConvertible {
    /// The line of the file, from 1.
    public var line: Int
    /// The column, from 1; nil where the whole line is meant.
    public var columnNumber: Int?
    /// The column by name; nil where it has none.
    public var column: String?
    /// What was expected there.
    public var message: String

    /// Describes a problem.
    public init(line: Int, columnNumber: Int? = nil, column: String? = nil, message: String) {
        self.line = line
        self.columnNumber = columnNumber
        self.column = column
        self.message = message
    }

    /// The place and what was expected, as the command line shows it.
    public var description: String {
        var place = "line \(line)"
        if let columnNumber { place += ", column \(columnNumber)" }
        if let column { place += " (\(column))" }
        return "\(place): \(message)"
    }
}
