import Testing

/// Where a mock was created, for the issues about it.
public struct MockOrigin: Sendable {
    let location: SourceLocation

    /// Creates an origin from a place in the source. A mock's initialiser takes it as default arguments: `fileID:
    /// String = #fileID` and so on.
    public init(fileID: String, filePath: String, line: Int, column: Int) {
        location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    }

    /// Records an issue at the place.
    func report(_ text: String) {
        Issue.record("\(text)", sourceLocation: location)
    }
}
