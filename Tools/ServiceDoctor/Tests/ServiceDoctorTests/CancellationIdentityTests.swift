import ServiceDoctor
import Testing

/// When the `id:` of a view's task changes, and what is left of the error then.
@Suite struct CancellationIdentityTests {
    private func severities(_ code: String) -> [Severity] {
        Doctor(configuration: DoctorConfiguration(only: ["missing_cancellation_check"]))
            .check(sources: [("Sources/App/ItemsView.swift", code)]).findings.map(\.severity)
    }

    private func view(_ id: String, _ state: String, _ load: String, _ more: String = "") -> String {
        """
        struct ItemsView: View {
            @State private var loadError: String?
            \(state)
            var body: some View {
                Group {
                    if let loadError { ErrorView(loadError, action: again) } else { List(items) }
                }
                .task(id: \(id)) { await load() }
            }
            private func load() async {
                \(load)
                do { items = try await client.items() } catch { loadError = "Not loaded." }
            }
            \(more)
        }
        """
    }

    @Test(arguments: [
        ("loadError = nil", "private func again() { attempt = UUID() }", Severity.note),
        ("", "private func again() { attempt = UUID() }", .warning),
        ("loadError = nil", "private func again() { attempt = UUID() }\nfunc filter() { attempt = UUID() }", .warning),
        ("loadError = nil", "private func retryLoading() { attempt = UUID() }", .note),
        ("loadError = nil", "private func pick() { attempt = UUID() }", .warning),
        (
            "loadError = nil", "var bar: some View { Field($attempt) }\nprivate func again() { attempt = UUID() }",
            .warning
        ),
    ])
    func `a task that only a retry starts again had ended`(_ first: String, _ more: String, _ expected: Severity) {
        #expect(severities(view("attempt", "@State private var attempt = UUID()", first, more)) == [expected])
    }

    @Test(arguments: [
        ("auth.username", "guard auth.isSignedIn else { return }", Severity.note),
        ("wallet.isConnected", "guard wallet.isConnected else { return }", .note),
        ("session.user?.id", "guard session.user != nil else { return }", .note),
        ("auth.username", "", .warning),
        ("feed.username", "guard feed.isOpen else { return }", .warning),
        ("session.filter", "guard session.isOpen else { return }", .warning),
    ])
    func `a task of who is signed in runs again for somebody else`(
        _ id: String, _ first: String, _ expected: Severity
    ) {
        let state = "@State private var \(id.prefix { $0 != "." }): Session"
        #expect(severities(view(id, state, first)) == [expected])
    }

    @Test(arguments: [
        ("await show()", "isOpen = true\nloadError = nil", Severity.note),
        ("loadError = nil", "", .note),
        ("await show()", "guard !isBusy else { return }\nawait all()\nloadError = nil", .note),
        ("await show()", "if isOpen { loadError = nil }", .warning),
        ("await show()", "guard let item else { return }\nloadError = nil", .warning),
        ("guard isOpen else { return }\nawait show()", "loadError = nil", .warning),
        ("if isOpen { await show() }", "loadError = nil", .warning),
    ])
    func `an error that the function clears after the catch is a note`(
        _ after: String, _ body: String, _ expected: Severity
    ) {
        let code = """
            struct ItemsView: View {
                @State private var loadError: String?
                var body: some View { Text(loadError ?? "").refreshable { await refresh() } }
                private func refresh() async {
                    do { try await client.refresh() } catch { loadError = "Not loaded." }
                    \(after)
                }
                private func show() async {
                    \(body)
                }
            }
            """
        #expect(severities(code) == [expected])
    }
}
