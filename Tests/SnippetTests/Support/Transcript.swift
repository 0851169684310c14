import Synchronization
import Testing

/// What a snippet printed, line by line.
final class Transcript: Sendable {
    @TaskLocal static var current: Transcript?
    private let text = Mutex("")

    func write(_ text: String) { self.text.withLock { $0 += text } }

    var lines: [String] {
        text.withLock { $0.split(separator: "\n", omittingEmptySubsequences: true).map(String.init) }
    }
}

/// Takes the place of the standard library's function in this module, so that a test can compare what a snippet prints.
func print(_ items: Any..., separator: String = " ", terminator: String = "\n") {
    let text = items.map { "\($0)" }.joined(separator: separator) + terminator
    if let transcript = Transcript.current { transcript.write(text) } else { Swift.print(text, terminator: "") }
}

/// Runs a snippet, and checks that it prints what its comments show.
func expectOutput(
    of name: String, sourceLocation: SourceLocation = #_sourceLocation, _ body: () throws -> Void
) throws {
    let snippet = try #require(
        try RepositoryFiles.snippets().first { $0.name == name }, "there is no snippet '\(name)'",
        sourceLocation: sourceLocation)
    let transcript = Transcript()
    try Transcript.$current.withValue(transcript, operation: body)
    #expect(!snippet.shownOutput.isEmpty, "it shows no output", sourceLocation: sourceLocation)
    #expect(transcript.lines == snippet.shownOutput, sourceLocation: sourceLocation)
}
