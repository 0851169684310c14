import ServiceDoctor
import Testing

@Suite struct TechnicalTextSeverityTests {
    private func severities(_ code: String, beside other: String = "") -> [Severity] {
        let files = [("Sources/App/ItemsModel.swift", code), ("Sources/App/Errors.swift", other)]
        return Doctor(configuration: DoctorConfiguration(only: ["technical_error_shown"])).check(sources: files)
            .findings
            .map(\.severity)
    }

    /// A catch of what a statement tries, which shows a text.
    private func model(_ text: String, after work: String = "try load()") -> String {
        """
        final class ItemsModel {
            func run() {
                do { \(work) } catch { errorMessage = \(text) }
            }
        }
        """
    }

    private let message = "error.localizedDescription"

    @Test(arguments: [
        "enum StoreError: LocalizedError { case locked }", "extension StoreError: Foundation.LocalizedError {}",
        "protocol AppError: LocalizedError {}",
    ])
    func `a localized description is a note where the project gives its errors messages`(_ other: String) {
        #expect(severities(model(message), beside: other) == [.note])
        #expect(severities(model("\"Not loaded: \\(\(message))\""), beside: other) == [.note])
        #expect(severities("func failed(_ error: NSError) { alert.message = \(message) }", beside: other) == [.note])
        for text in [
            "\"\\(error)\"", "String(describing: error)", "error.debugDescription", "\"\\(error) \\(\(message))\"",
        ] {
            #expect(severities(model(text), beside: other) == [.warning])
        }
    }

    @Test(arguments: ["enum StoreError: Error { case locked }", "#if DEBUG\nenum E: LocalizedError { case a }\n#endif"])
    func `a localized description is a warning where no error of the project has a message`(_ other: String) {
        #expect(severities(model(message), beside: other) == [.warning])
    }

    @Test(arguments: [
        ("func load() throws { try encoder.encode(items).write(to: file) }", Severity.note),
        (
            """
            func load() throws { try prepare(); try keep() }
            func prepare() throws { try manager.createDirectory(at: folder) }
            func keep() throws { try data.write(to: file) }
            """, .note
        ),
        ("func load() throws { try keep() }\nfunc keep() throws { try data.write(to: file); try upload() }", .warning),
        ("func load() throws { try keep() }\nfunc keep() throws { throw StoreError.locked }", .warning),
        (
            "func load() throws { try store.write(items) }\nfunc write(_ items: [Item]) throws { try send(items) }",
            .warning
        ),
        ("final class Store { func load() throws { try context.load() } }", .warning),
        (
            "func load() async throws { try manager.createDirectory(at: folder); items = try await loading.value }",
            .warning
        ),
        ("func load() throws { try data.write(to: file); if let failure { throw failure } }", .warning),
        ("func load() throws { try keychain.removeItem(token) }", .warning),
        ("func load() throws { try socket.write(packet) }", .warning),
    ])
    func `a localized description of Foundation's errors for files is a note`(_ other: String, _ expected: Severity) {
        #expect(severities(model(message), beside: other) == [expected])
    }

    @Test(arguments: [("fileImporter", Severity.note), ("requestReview", .warning)])
    func `a localized description of a panel for files is a note`(_ function: String, _ expected: Severity) {
        let code = """
            struct ImportView: View {
                @State private var message: String?
                var body: some View {
                    Form {}.\(function)(isPresented: $isOpen) { result in
                        if case .failure(let error) = result { message = error.localizedDescription }
                    }
                    Text(message ?? "")
                }
            }
            """
        #expect(severities(code) == [expected])
        #expect(severities(code.replacing("= result {", with: "= store.read(result) {")) == [.warning])
    }

    private let given = """
        enum GivenError: LocalizedError { case gone }
        enum StoreError: Error { case locked, broken(Int) }
        struct CodeError: Error, CustomNSError { let code: Int }

        """

    @Test(arguments: [
        "func load() throws { throw StoreError.locked }", "func load() throws { throw StoreError.broken(1) }",
        "func load() throws { throw CodeError(code: 1) }",
        "func load() throws { try read() }\nfunc read() throws { throw StoreError.locked }",
        "func load() throws { throw StoreError.locked }\nstruct Cache { func load() throws { try fill() } }",
    ])
    func `an error without a message that can arrive leaves it a warning`(_ functions: String) {
        #expect(severities(model(message), beside: given + functions) == [.warning])
    }

    @Test func `an error without a message that is thrown right there leaves it a warning`() {
        let work = "guard isOpen else { throw StoreError.locked }; try load()"
        #expect(severities(model(message, after: work), beside: given) == [.warning])
    }

    @Test(arguments: [
        "func load() throws { throw GivenError.gone }",
        "func load() throws { throw StoreError.locked }\nextension StoreError { var errorDescription: String? { nil } }",
        "func load() throws { throw StoreError.locked }\nextension StoreError: LocalizedError {}",
        "func load() throws { throw StoreError.locked }\nstruct Cache { func load() throws { throw GivenError.gone } }",
        "func load() throws { throw StoreError.locked }\nprotocol Told {}\nextension StoreError: Told {}",
        "func load() throws { throw NoteError(code: 1) }\nstruct NoteError: CustomNSError {\nvar errorUserInfo: [String: Any] { [NSLocalizedDescriptionKey: \"\"] }\n}",
        "func load() throws { throw CocoaError(.fileNoSuchFile) }",
        "func load() throws { try? read() }\nfunc read() throws { throw StoreError.locked }",
        "func load() throws { try read() }\nfunc load(_ id: Int) throws { try read() }\nfunc read() throws { throw StoreError.locked }",
    ])
    func `an error that has a message, or may have one, leaves it a note`(_ functions: String) {
        #expect(severities(model(message), beside: given + functions) == [.note])
    }

    @Test(arguments: [
        "\"Not saved: \\(error.localizedDescription). Sign in again, please.\"",
        "String(format: \"Not saved: %@. Sign in again, please.\", error.localizedDescription)",
    ])
    func `a message that goes on with a sentence is a note`(_ text: String) {
        #expect(severities(model(text)) == [.note])
        #expect(severities(model("\"Sign in again, please. Not saved: \\(\(message))\"")) == [.warning])
    }

    @Test(arguments: [
        ("\"Could not save the draft: \\(error.localizedDescription)\"", Severity.note),
        ("String(format: \"Could not save the draft: %@\", error.localizedDescription)", .note),
        ("\"Couldn’t save: \\(error.localizedDescription)\"", .note),
        ("\"\\(error.localizedDescription) \\(Texts.contactMessage)\"", .note),
        ("\"Not saved: \\(error.localizedDescription)\"", .warning),
        ("\"Could not save the draft: \\(error)\"", .warning),
        ("\"无法读取备份：\\(error.localizedDescription)\"", .note), ("\"翻译失败：\\(error.localizedDescription)\"", .warning),
        ("\"保存できませんでした：\\(error.localizedDescription)\"", .note),
        ("\"エラーが発生しました：\\(error.localizedDescription)\"", .warning),
        ("String(format: NSLocalizedString(\"Error: %@\", comment: \"\"), error.localizedDescription)", .warning),
        (
            "String(format: NSLocalizedString(\"export_could_not_finish\", comment: \"\"), error.localizedDescription)",
            .note
        ),
        ("String(format: \"Failed: %@\", error.localizedDescription)", .warning),
    ])
    func `in an app, a message that a sentence leads to is a note`(_ text: String, _ expected: Severity) {
        let app = """
            @main struct ShopApp: App {
                let model = ItemsModel()
                init() { model.run(); speak(model.errorMessage) }
            }
            struct Failure: Error {}
            func load() throws { throw Failure() }
            """
        #expect(severities(model(text), beside: app) == [expected])
        #expect(severities(model(text)) == [.warning])
    }

    @Test(arguments: [
        ("if error.localizedDescription.contains(\"quota\") { TEXT }", Severity.note),
        ("if isOnline, error.localizedDescription.hasPrefix(\"Quota\") { TEXT }", .note),
        ("if !error.localizedDescription.contains(\"quota\") { TEXT }", .warning),
        ("if error.localizedDescription.contains(\"quota\") || isOnline { TEXT }", .warning),
        ("if error.localizedDescription.contains(\"quota\") { do { try retry() } catch { TEXT } }", .warning),
        ("if error.localizedDescription.contains(\"quota\") {} else { TEXT }", .warning),
        ("if names.contains(\"quota\") { TEXT }", .warning),
        ("if error.localizedDescription.contains(\" \") { TEXT }", .warning),
    ])
    func `a text that the code asks for first is a note`(_ handling: String, _ expected: Severity) {
        let shown = handling.replacing("TEXT", with: "errorMessage = error.localizedDescription")
        let code = "final class M { func load() { do { try read() } catch { \(shown) } } }"
        #expect(
            severities(
                code, beside: "func read() throws { throw StoreError.locked }\nenum StoreError: Error { case locked }")
                == [expected])
    }

    @Test func `details that people ask for are a note`() {
        #expect(severities("func errorWithDetails(_ error: Error) -> some View { Text(\"\\(error)\") }") == [.note])
        let button =
            "struct HelpView: View { var body: some View { Button(\"Help\").popover { Text(\"\\(error)\") } } }"
        #expect(severities(button) == [.note])
        #expect(severities(button.replacing("Button(\"Help\").popover", with: "DisclosureGroup(\"Help\")")) == [.note])
        let alert = "struct HelpView: View { var body: some View { Button(\"Help\").overlay { Text(\"\\(error)\") } } }"
        #expect(severities(alert) == [.warning])
    }

    @Test(arguments: [
        ("var lastError: String?", true), ("var lastError = \"\"", true), ("var lastError: (any Error)?", false),
        ("var lastError: StoreError?", false),
    ])
    func `a text that is called an error is no error`(_ property: String, _ isText: Bool) {
        let view =
            "struct StateView: View { var body: some View { if let error = store.lastError { Text(\"Not saved: \\(error)\") } } }"
        #expect(severities(view, beside: "final class Store { \(property) }").isEmpty == isText)
        #expect(!severities(view).isEmpty)
        let result = view.replacing("store.lastError", with: "store.takeError()")
        #expect(severities(result, beside: "final class Store { func takeError() -> String? { nil } }").isEmpty)
        let local =
            "func show() { var signError: String? = nil; sign(&signError); if let error = signError { alert.message = \"\\(error)\" } }"
        #expect(severities(local).isEmpty)
        let branch = "func show() { switch state { case .broken(let error): alert.message = \"\\(error)\" } }"
        #expect(severities(branch, beside: "enum State { case broken(String) }").isEmpty)
        #expect(!severities(branch, beside: "enum State { case broken(any Error) }").isEmpty)
    }

    @Test(arguments: [
        "if settings.developerMode { SHOWN }", "if isTestFlight { SHOWN }", "\n#if !RELEASE\nSHOWN\n#endif\n",
    ])
    func `what only developers see may be technical`(_ around: String) {
        let shown = "Text(\"\\(error)\")"
        let view =
            "struct StateView: View { let error: any Error; var body: some View { \(around.replacing("SHOWN", with: shown)) } }"
        #expect(severities(view).isEmpty)
        #expect(
            severities(
                view.replacing("developerMode", with: "isOpen").replacing("isTestFlight", with: "isOpen").replacing(
                    "!RELEASE", with: "os(iOS)")) == [.warning])
    }

    @Test(arguments: [
        ("try fileManager.copyItem(at: source, to: target)", Severity.note),
        ("text = try String(contentsOf: file)", .note),
        ("try fileManager.copyItem(at: source, to: target); try store.save()", .warning),
    ])
    func `the messages of Foundation's file operations are sentences`(_ work: String, _ expected: Severity) {
        #expect(severities(model(message, after: work)) == [expected])
    }

    @Test(arguments: [
        ("try data.write(to: url)", Severity.note), ("try pageData.write(to: url)", .note),
        ("let (data, _) = try await URLSession.shared.data(from: url); show(data)", .warning),
        ("try peripheral.write(to: characteristic)", .warning),
        ("let data = try await session.page(at: url); show(data)", .warning),
        ("try data.write(to: url); if isEmpty { throw Failure.empty }", .warning),
    ])
    func `what only Foundation can throw is a sentence already`(_ work: String, _ expected: Severity) {
        let code = """
            final class Pages { func load() async { do { \(work) } catch { errorMessage = error.localizedDescription } } }
            """
        #expect(severities(code) == [expected])
        #expect(severities(code.replacing("error.localizedDescription", with: "\"\\(error)\"")) == [.warning])
    }

    @Test func `a text that a view only compares with 'nil' is a note`() {
        let code = { (use: String) in
            """
            struct KeyView: View {
                @State private var errorMessage: String?
                var body: some View { \(use) }
                func save() { do { try store.save(key) } catch { errorMessage = error.localizedDescription } }
            }
            """
        }
        #expect(severities(code("Field().border(errorMessage != nil ? .red : .clear)")) == [.note])
        #expect(severities(code("Text(errorMessage ?? \"\")")) == [.warning])
    }
}
