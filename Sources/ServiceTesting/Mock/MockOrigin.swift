import Testing

/// Where a mock was created, which issues about it name.
public struct MockOrigin: Sendable {
    let location: SourceLocation

    /// Names a place, which a mock's initialiser takes as default arguments: `fileID: String = #fileID` and so on.
    public init(fileID: String, filePath: String, line: Int, column: Int) {
        location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    }

    /// Records an issue at the place.
    func report(_ text: String) {
        Issue.record("\(text)", sourceLocation: location)
    }
}
