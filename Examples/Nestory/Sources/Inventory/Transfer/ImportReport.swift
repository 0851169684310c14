public import struct Foundation.UUID

/// What an import did, or would do.
public struct ImportReport: Codable, Sendable, Equatable {
    /// How many problems are described; the rest is counted.
    public static let describedProblems = 100

    /// Which import it was, by which it can be undone; nil where nothing was kept.
    public var batch: UUID?
    /// How many items were added; 0 where the import was refused.
    public var imported = 0
    /// How many lines were passed over because the inventory has their item.
    public var duplicates = 0
    /// How many lines are wrong.
    public var invalid = 0
    /// How many lines are right, whether they were imported or not.
    public var valid = 0
    /// The first problems, in the order of the file.
    public var problems: [ImportProblem] = []
    /// How many problems there are in all.
    public var problemCount = 0
    /// Whether items were kept out because of problems.
    public var isRefused = false
    /// Whether everything was only tried.
    public var isDryRun = false

    /// How many items of the inventory were changed; nil where none may be.
    public var updated: Int?
    /// How the file turned out to be written; nil where it has no first line.
    public var dialect: CSVDialect?
    /// The columns, in the order of the file; nil where the first line is wrong.
    public var columns: [String]?
    /// The first items, as they would be imported; nil unless everything was only tried.
    public var preview: [Item]?

    /// How many items are shown before an import.
    public static let previewedItems = 5

    /// Starts with nothing done.
    public init() {}

    /// How many lines were passed over: their item was known, or they were wrong and the rest was imported.
    public var skipped: Int { isRefused ? 0 : duplicates + invalid }

    mutating func add(_ problem: ImportProblem) {
        problemCount += 1
        if problems.count < Self.describedProblems { problems.append(problem) }
    }
}
