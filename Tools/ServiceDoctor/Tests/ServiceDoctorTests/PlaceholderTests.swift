import ServiceDoctor
import Testing

/// Lines that stand for work which is still to come.
@Suite struct PlaceholderTests {
    private func found(_ rule: String, _ code: String) -> [Severity] {
        Doctor(configuration: DoctorConfiguration(only: [rule]))
            .check(sources: [("Sources/App/A.swift", code)]).findings.map(\.severity)
    }

    @Test(arguments: [
        ("Button(\"Settings\") { print(\"Settings tapped\") }", Severity.note),
        ("Button(action: { print(\"Settings tapped\") }) { Text(\"Settings\") }", .note),
        ("row.onTapGesture { print(\"tapped\") }", .note),
        ("Button(\"Settings\") { print(\"tapped \\(name)\") }", .warning),
        ("Button(\"Settings\") { print(\"tapped\"); open() }", .warning),
        ("list.onAppear { print(\"appears\") }", .warning),
    ])
    func `a sentence that is all that a button prints is a note`(_ code: String, _ expected: Severity) {
        #expect(found("print_logging", "func f() { \(code) }") == [expected])
    }

    @Test(arguments: [
        ("// TODO: send the invitation\nprint(\"Inviting\")", Severity.note),
        ("print(\"Inviting\")\n// Not implemented yet", .note),
        ("// TODO: send the invitation\nprint(\"Inviting\", name)", .warning),
        ("// TODO: send the invitation\ninvited = true\nprint(\"Inviting\")", .warning),
        ("// Tells what happens.\nprint(\"Inviting\")", .warning),
    ])
    func `a sentence beside a comment that promises the work is a note`(_ code: String, _ expected: Severity) {
        #expect(found("print_logging", "func f() {\n\(code)\n}") == [expected])
    }

    @Test func `what a script prints is its output`() {
        let script =
            "import Foundation\nlet items: [String: Int] = [:]\nif let data = try? encoded(items) { print(data) }"
        #expect(found("print_logging", script).isEmpty)
        #expect(
            found("print_logging", "import Foundation\nfunc f() { print(1) }\n#Preview { Text(\"\") }") == [.warning])
    }

    @Test(arguments: [
        ("// This will be populated with the calls.", Severity.note), ("// This will be slow.", .error),
    ])
    func `a catch that is never reached is a note where the work will be added`(_ comment: String, _ expected: Severity)
    {
        let code = "func load() async {\ndo {\n\(comment)\nitems = await known()\n} catch { show(error) }\n}"
        #expect(found("unreachable_fallback", code) == [expected])
    }
}
