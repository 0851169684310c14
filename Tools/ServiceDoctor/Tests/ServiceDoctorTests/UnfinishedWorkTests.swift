import ServiceDoctor
import Testing

/// A catch that waits for work which is still to be written.
@Suite struct UnfinishedWorkTests {
    @Test(arguments: [
        ("// TODO: ask the server", Severity.note), ("// Mock data - replace with actual call", .note),
        ("// Placeholder: fetch them once implemented", .note), ("// In a real app, this asks the server.", .note),
        ("// The newest come first.", .error), ("// A really long list", .error), ("", .error),
    ])
    func `a catch that is never reached is a note where a comment promises the work`(
        _ comment: String, _ expected: Severity
    ) {
        let code = "func load() async {\ndo {\n\(comment)\nitems = await known()\n} catch { show(error) }\n}"
        #expect(Severities.of(code) == [expected])
    }
}
