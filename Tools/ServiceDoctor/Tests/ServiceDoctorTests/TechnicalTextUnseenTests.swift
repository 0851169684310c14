import ServiceDoctor
import Testing

/// What only developers see, or nobody, may be technical, and what hardly ever fails.
@Suite struct TechnicalTextUnseenTests {
    private func severities(_ sources: [String]) -> [Severity] {
        Doctor(configuration: DoctorConfiguration(only: ["technical_error_shown"])).check(
            sources: sources.enumerated().map { ("Sources/App/File\($0.offset).swift", $0.element) }
        ).findings.map(\.severity)
    }

    private let app = "@main struct ShopApp: App { let all = [ShopView.self, M.self]; func start(_ m: M) { m.run() } }"

    @Test(arguments: [("Text(errorMessage)", Severity.warning), ("Text(\"Not saved.\")", .note)])
    func `a view's own state is shown by the view or by nobody`(_ body: String, _ expected: Severity) {
        let view = """
            struct UploadView: View {
                @State var errorMessage = ""
                var body: some View { \(body) }
                func save() { do { try store.save() } catch { errorMessage = "\\(error)" } }
            }
            """
        let other =
            "struct HomeView: View { let model: M; var body: some View { UploadView(); Text(model.errorMessage) } }"
        #expect(severities([view, other]) == [expected])
    }

    @Test(arguments: [
        ("debugDescription: \"\\(error)\"", 0), ("log: \"\\(error)\"", 1),
        ("logInError: \"\\(error)\"", 1),
        ("details: \"\\(error)\"", 1), ("details: \"\\(error)\", debugDescription: \"\\(error)\"", 1),
    ])
    func `what a label says is for developers shows nobody anything`(_ argument: String, _ count: Int) {
        let view = """
            struct UploadView: View {
                @State var saveError: DisplayError?
                var body: some View { Text(saveError.details) }
                func save() { do { try store.save() } catch { saveError = DisplayError(title: "Not saved", \(argument)) } }
            }
            """
        #expect(severities([view]).count == count)
    }

    @Test(arguments: [
        ("catch { errorMessage = \"\\(error)\" }\ndismiss()", Severity.note),
        ("catch { errorMessage = \"\\(error)\" }\npresentation.wrappedValue.dismiss()", .note),
        ("catch { errorMessage = \"\\(error)\" }\nisPresented = false", .note),
        ("catch { errorMessage = \"\\(error)\" }\nisPresented = true", .warning),
        ("catch { errorMessage = \"\\(error)\" }\nisSaving = false", .warning),
        ("catch { errorMessage = \"\\(error)\" }\nisEditing = false", .warning),
        ("catch { errorMessage = \"\\(error)\" }\nshowsSpinner = false", .warning),
        ("catch { errorMessage = \"\\(error)\" }\nlog()\nTask { await send() }\ndismiss()", .note),
        ("catch { errorMessage = \"\\(error)\"; return }\ndismiss()", .warning),
        ("catch { errorMessage = \"\\(error)\" }\nProgressHUD.dismiss()", .warning),
        ("catch { errorMessage = \"\\(error)\" }\nawait send()\ndismiss()", .warning),
        ("catch { errorMessage = \"\\(error)\" }\nif isSaved { dismiss() }", .warning),
        ("catch { errorMessage = \"\\(error)\" }\nif isOpen { return }\ndismiss()", .warning),
    ])
    func `a screen that goes at once shows nothing`(_ end: String, _ expected: Severity) {
        let view = """
            struct UploadView: View {
                @State var errorMessage = ""
                @State var isSaving = false
                @Binding var isPresented: Bool
                @Binding var isEditing: Bool
                @Binding var showsSpinner: Bool
                var body: some View { Text(errorMessage) }
                func save() async { do { try store.save() } \(end) }
            }
            """
        #expect(severities([view]) == [expected])
        #expect(
            severities([view.replacing("@State var errorMessage", with: "@Binding var errorMessage")]) == [.warning])
    }

    @Test(arguments: [("m.goOut()", Severity.warning), ("m.signIn()", .note)])
    func `an alert of a function that nothing calls is a note`(_ call: String, _ expected: Severity) {
        let model = """
            final class M: UIViewController, UINavigationControllerDelegate {
                func signIn() {}
                func goOut() {
                    do { try auth.signOut() } catch { present(UIAlertController(title: "Error", message: "\\(error)")) }
                }
            }
            """
        #expect(
            severities([model, "final class Shop: NSObject { @objc func leave(_ m: M) { \(call) } }", app]) == [
                expected
            ])
    }

    @Test(arguments: [
        ("guard DiagnosticMode.isEnabled else { return }", [Severity]()), ("guard isOpen else { return }", [.warning]),
        ("guard !DiagnosticMode.isEnabled else { return }", [.warning]),
    ])
    func `what a mode for developers shows is for them`(_ check: String, _ expected: [Severity]) {
        let code = """
            final class Saver {
                func show(_ error: any Error) {
                    \(check)
                    present(UIAlertController(title: "Error", message: "\\(error)", preferredStyle: .alert))
                }
            }
            """
        #expect(severities([code]) == expected)
    }

    @Test(arguments: [
        ("TestUploadView", Severity.note), ("CameraTest", .note), ("DebugMenu", .note), ("DeveloperPage", .note),
        ("UploadView", .warning), ("TestResultView", .warning), ("Test", .warning), ("QAView", .warning),
        ("LatestItemsView", .warning),
    ])
    func `a screen that is called so is for developers`(_ name: String, _ expected: Severity) {
        let view = """
            struct \(name): View {
                @State var errorMessage = ""
                var body: some View { Text(errorMessage) }
                func save() { do { try store.save() } catch { errorMessage = "\\(error)" } }
            }
            """
        #expect(severities([view]) == [expected])
    }

    @Test(arguments: [
        ("sheet", "", Severity.note), ("popover", "", .note), ("fullScreenCover", "", .note),
        ("sheet", "func open() { isAdding = true }", .warning), ("sheet", "func add() { model.run() }", .warning),
        ("overlay", "", .warning),
    ])
    func `what only a sheet calls that never appears, nobody sees`(
        _ modifier: String, _ more: String, _ expected: Severity
    ) {
        let view = """
            struct ShopView: View {
                @State private var isAdding = false
                let model: M
                var body: some View {
                    Text(model.errorMessage).\(modifier)(isPresented: $isAdding) { Button("Add") { model.run() } }
                }
                \(more)
            }
            """
        let model =
            "final class M { var errorMessage = \"\"; func run() { do { try store.save() } catch { errorMessage = \"\\(error)\" } } }"
        let start = "@main struct ShopApp: App { let all = [ShopView.self, M.self] }"
        #expect(severities([view, model, start]) == [expected])
    }

    @Test(arguments: [
        ("public final class Recorder", "", Severity.note), ("final class Recorder", "", .warning),
        (
            "public final class Recorder",
            "func text(_ state: State) { if case .failed(let text) = state { show(text) } }", .warning
        ),
    ])
    func `a case of a library's public type is what its users make of it`(
        _ head: String, _ other: String, _ expected: Severity
    ) {
        let recorder =
            "\(head) { var state = State.idle; func run() { do { try begin() } catch { state = .failed(\"\\(error)\") } } }"
        #expect(severities([recorder, "public enum State { case idle, failed(String) }", other]) == [expected])
    }

    @Test(arguments: [
        ("guard let answer = response as? HTTPURLResponse else { throw URLError(.badServerResponse) }", Severity.note),
        ("guard response is HTTPURLResponse else { throw URLError(.badServerResponse) }", .note),
        (
            "guard let answer = response as? HTTPURLResponse, answer.statusCode == 200 else { throw URLError(.badServerResponse) }",
            .warning
        ),
        ("if code == 404 { throw URLError(.badServerResponse) }", .warning),
    ])
    func `an answer that is none of the web's hardly comes`(_ check: String, _ expected: Severity) {
        let model =
            "final class M { func run() async { do { try await get() } catch { errorMessage = error.localizedDescription } } }"
        let service =
            "func get() async throws { let (data, response) = try await session.data(for: request); \(check) }"
        #expect(severities([model, service, app]) == [expected])
    }

    @Test(arguments: [
        ("", Severity.warning), ("guard answer.statusCode == 200 else { return [] }", .note),
        ("guard (200..<300).contains(answer.statusCode) else { throw Failure.closed }", .note),
        ("guard isOpen else { return [] }", .warning),
    ])
    func `what decodes an answer with a good status hardly fails`(_ check: String, _ expected: Severity) {
        let model =
            "final class M { func run() async { do { try await get() } catch { errorMessage = error.localizedDescription } } }"
        let service = """
            func get() async throws -> [Item] {
                let (data, answer) = try await session.data(for: request)
                \(check)
                return try JSONDecoder().decode([Item].self, from: data)
            }
            """
        #expect(severities([model, service, app]) == [expected])
    }

    @Test(arguments: [
        ("print(text)", 0), ("print(text)\nNSLog(text)", 0), ("alert.message = text", 1),
        ("print(text)\nalert.show(text)", 1),
    ])
    func `a function that is called as if it showed something may only print`(_ body: String, _ count: Int) {
        let model = """
            final class M {
                func run() { do { try store.save() } catch { showMessage("\\(error)") } }
                private func showMessage(_ text: String) { \(body) }
            }
            """
        #expect(severities([model, app]).count == count)
    }

    @Test(arguments: [
        ("CustomStringConvertible", "do { try open() }", Severity.note), ("Sendable", "do { try open() }", .warning),
        ("CustomStringConvertible", "do { try open(); try store.save() }", .warning),
    ])
    func `an error that says how it is written is shown so`(_ parent: String, _ work: String, _ expected: Severity) {
        let model = "final class M { func run() { \(work) catch { errorMessage = \"\\(error)\" } } }"
        let other = """
            enum Failure: Error, \(parent) { case closed; var description: String { "The shop is closed." } }
            func open() throws { throw Failure.closed }
            """
        #expect(severities([model, other, app]) == [expected])
    }

    @Test(arguments: [
        ("print(text)", Severity.note), ("logger.info(\"\\(text)\")", .note), ("break", .note),
        ("label = text", .warning),
        ("print(text); label = text", .warning),
    ])
    func `the text of a case that is only printed is shown to nobody`(_ use: String, _ expected: Severity) {
        let model = "final class M { func run() { do { try store.save() } catch { state = .failed(\"\\(error)\") } } }"
        let view = """
            struct ShopView: View {
                let model: M
                var body: some View {
                    List {}.onReceive(model.state) { state in
                        switch state { case .failed(let text): \(use); case .idle: break }
                    }
                }
            }
            """
        #expect(severities([model, view, app]) == [expected])
    }

    @Test(arguments: [
        ("enum DatabaseError { case reading(String) }", "error == .reading(\"\")", Severity.note),
        ("enum DatabaseError { case reading(String) }", "if case .reading(let text) = error { show(text) }", .warning),
        (
            "struct DatabaseError { static func reading(_ text: String) -> Self { .init(text) } }", "show(error)",
            .warning
        ),
        ("", "show(error)", .warning),
    ])
    func `a text in a case of an enumeration is shown where it is taken out`(
        _ declaration: String, _ use: String, _ expected: Severity
    ) {
        let model = """
            final class M {
                var error: DatabaseError?
                func run() { do { try store.save() } catch { self.error = DatabaseError.reading("\\(error)") } }
            }
            """
        let view =
            "struct ShopView: View { let model: M; var body: some View { List { let error = model.error; \(use) } } }"
        #expect(severities([model, view, declaration, app]) == [expected])
    }

    @Test(arguments: [
        ("if let failure = error as? URLError, failure.code == .notConnectedToInternet", Severity.note),
        ("if isOpen", .warning), ("if let failure = error as? URLError", .warning),
    ])
    func `an error of a known code of the system is a sentence`(_ check: String, _ expected: Severity) {
        let model =
            "final class M { func run() { do { try load() } catch { \(check) { errorMessage = error.localizedDescription } } } }"
        let other = "func load() throws { throw Failure.closed }; enum Failure: Error { case closed }"
        #expect(severities([model, other, app]) == [expected])
    }
}
