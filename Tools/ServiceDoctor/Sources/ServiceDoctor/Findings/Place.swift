/// Names a place in a source file, with the line that stands there.
struct Place: Sendable, Hashable, Comparable {
    /// The path as it is reported.
    let file: String
    /// The line, from 1.
    let line: Int
    /// The column in UTF-8 bytes, from 1, as the compiler counts.
    let column: Int
    /// The column in Unicode scalars, from 1.
    var scalarColumn = 1
    /// The line's text without its indentation, cut where it gets absurdly long.
    let text: String

    static func < (left: Place, right: Place) -> Bool {
        (left.file, left.line, left.column) < (right.file, right.line, right.column)
    }
}
