import ServiceDoctor
import Testing

/// An error that nobody can see is a note of the rules about what people see.
@Suite struct SeenByNobodyTests {
    private func found(_ rule: String, _ sources: [(String, String)]) -> [Severity] {
        Doctor(configuration: DoctorConfiguration(only: [rule])).check(sources: sources).findings.map(\.severity)
    }

    private let app = ("Sources/App/ShopApp.swift", "@main struct ShopApp: App { let all = [ItemsView.self, V.self] }")

    private func model(_ parents: String = "ObservableObject", _ attribute: String = "") -> (String, String) {
        (
            "Sources/App/ItemsModel.swift",
            """
            @MainActor final class ItemsModel: \(parents) {
                @Published private(set) var loadError: String?
                \(attribute) func reloadItems() async {
                    do { items = try await client.items() } catch { loadError = "\\(error)" }
                }
            }
            """
        )
    }

    private func view(
        _ content: String, action: String = "model.reloadItems()", _ more: String = ""
    ) -> (String, String) {
        (
            "Sources/App/ItemsView.swift",
            """
            struct ItemsView: View {
                let model: ItemsModel
                var body: some View { \(content).refreshable { await \(action) } }
            }
            \(more)
            """
        )
    }

    private func expect(_ sources: [(String, String)], seen: Bool) {
        #expect(found("stale_error_on_retry", sources) == [seen ? .warning : .note])
        #expect(found("technical_error_shown", sources) == [seen ? .warning : .note])
    }

    @Test func `nothing else of an app names the type`() {
        expect([model(), app], seen: false)
        // A few files of an app, or a library, may well have a user elsewhere.
        expect([model()], seen: true)
    }

    @Test func `only tests read the error, an extension in the same file sets it, or the type is called in short`() {
        let test = (
            "Tests/AppTests/ItemsModelTests.swift",
            "func testReload(model: ItemsModel) { XCTAssertNotNil(model.loadError) }"
        )
        expect([model(), view("List(model.items)"), test, app], seen: false)
        expect([model(), view("Text(model.loadError ?? \"\")"), test, app], seen: true)
        let short = [model(), view("List(model.items)"), app].map {
            ($0.0, $0.1.replacing("ItemsModel", with: "ItemsVM"))
        }
        expect(short, seen: false)
        let (path, code) = model()
        let parts = code.replacing(" func reload", with: "}\nextension ItemsModel { func reload")
        expect([(path, parts), view("List(model.items)"), app], seen: false)
        expect([(path, parts), view("Text(model.loadError ?? \"\")"), app], seen: true)
    }

    @Test(arguments: [
        ("extension ItemsModel { func title() -> String { \"Items\" } }", false),
        ("extension ItemsModel { func title() -> String { loadError ?? \"\" } }", true),
    ])
    func `an extension sees what it names, whatever else its file shows`(_ other: String, _ isSeen: Bool) {
        let own =
            "struct Editor: View { @State var loadError: String?; var body: some View { Text(loadError ?? \"\") } }"
        expect([model(), view("List(model.items)", "\(own)\n\(other)"), app], seen: isSeen)
    }

    @Test(arguments: [
        ("model.showItems()", "ObservableObject", "", false),
        ("model.reloadItems()", "ObservableObject", "", true),
        ("model.showItems()", "ObservableObject", "@objc", true),
        ("model.showItems()", "ObservableObject", "override", true),
        ("model.showItems()", "PurchaseDelegate", "", true),
    ])
    func `nothing of an app names the function that sets it`(
        _ action: String, _ parents: String, _ attribute: String, _ isSeen: Bool
    ) {
        let sources = [model(parents, attribute), view("Text(model.loadError ?? \"\")", action: action)]
        expect(sources + [app], seen: isSeen)
        expect(sources, seen: true)
    }

    @Test func `a cancelled task of a function that nothing calls is a note`() {
        let named = view("Text(model.loadError ?? \"\")")
        #expect(found("missing_cancellation_check", [model(), named, app]) == [.error])
        let unnamed = view("Text(model.loadError ?? \"\")", action: "model.showItems()")
        let start = "extension ItemsModel { func start() { task = Task { await load() } } }"
        #expect(
            found("missing_cancellation_check", [model(), unnamed, app, ("Sources/App/Start.swift", start)]) != [.error]
        )
    }

    @Test(arguments: [
        ("if case .failed = model.status { Text(\"Not loaded.\") }", Severity.note),
        ("if case .failed(let text) = model.status { Text(text) }", .warning),
        ("if case let .failed(text) = model.status { Text(text) }", .warning),
    ])
    func `a text in a case that nothing takes out is a note`(_ content: String, _ expected: Severity) {
        let model = """
            final class Downloads {
                enum Status { case idle, failed(String) }
                var status = Status.idle
                func load() async { do { try await get() } catch { status = .failed("\\(error)") } }
            }
            """
        let view =
            "struct V: View { let model: Downloads; var body: some View { \(content); Text(\"\").task { await model.load() } } }"
        let sources = [("Sources/App/Downloads.swift", model), ("Sources/App/V.swift", view)]
        #expect(found("technical_error_shown", sources + [app]) == [expected])
        #expect(found("technical_error_shown", sources) == [.warning])
    }

    @Test(arguments: [
        ("switch job { case .idle, .failed: EmptyView(); case .done(let text): Text(text) }", Severity.note),
        ("switch job { case .running, .done: EmptyView(); case .failed(let text): Text(text) }", .note),
        ("switch job { case .idle: EmptyView(); case .failed(let text): Text(text) }", .warning),
        (
            "switch job { case .none: EmptyView(); case .failed(let text): Text(text); case .empty: EmptyView(); default: EmptyView() }",
            .warning
        ),
        ("switch job { case .idle: EmptyView(); case .failed(let text)?: Text(text); default: EmptyView() }", .warning),
        ("switch job { case .failed(let text): Text(text); default: EmptyView() }", .warning),
        ("switch (job, 1) { case (.failed(let text), _): Text(text); case (.idle, _): EmptyView() }", .warning),
        ("if case .failed(let text) = job { Text(text) }", .warning),
    ])
    func `a text in a case is a note where only those of other enumerations are taken out`(
        _ content: String, _ expected: Severity
    ) {
        let model = """
            final class Downloads {
                enum Status { case idle, failed(String) }
                private(set) var status: Status = .idle
                func load() async { do { try await get() } catch { status = .failed("\\(error)") } }
            }
            extension Downloads.Status { static let empty = Self.idle }
            """
        let view = """
            struct V: View {
                let model: Downloads; let job: Job
                var body: some View { \(content); Text("").task { await model.load() } }
            }
            """
        #expect(
            found(
                "technical_error_shown", [("Sources/App/Downloads.swift", model), ("Sources/App/V.swift", view), app])
                == [expected])
    }

    @Test(arguments: [
        ("Text(model.items.count)", "struct SyncState { var errorMessage: String? }", false),
        ("Text(model.syncState.errorMessage ?? \"\")", "struct SyncState { var errorMessage: String? }", true),
        ("Row(state: model.syncState)", "struct SyncState { var errorMessage: String? }", true),
        ("Text(other.errorMessage ?? \"\")", "struct SyncState { var errorMessage: String? }", false),
        ("Text(model.items.count)", "struct SyncState: Shown { var errorMessage: String? }\nprotocol Shown {}", true),
    ])
    func `a part of the state that nothing reads is a note`(_ content: String, _ state: String, _ isSeen: Bool) {
        let model = """
            @MainActor final class ItemsModel: ObservableObject {
                @Published var syncState = SyncState()
                func reload() async {
                    do { items = try await client.items() } catch { syncState.errorMessage = "\\(error)" }
                }
            }
            """
        let view = """
            struct ItemsView: View {
                let model: ItemsModel
                let other: LoginModel
                var body: some View { \(content).refreshable { await model.reload() } }
            }
            """
        let row = "struct Row: View { let state: SyncState; var body: some View { Text(state.errorMessage ?? \"\") } }"
        let sources = [
            ("Sources/App/ItemsModel.swift", model), ("Sources/App/ItemsView.swift", view),
            ("Sources/App/State.swift", state),
        ]
        let all = content.hasPrefix("Row") ? sources + [("Sources/App/Row.swift", row), app] : sources + [app]
        #expect(found("technical_error_shown", all) == [isSeen ? .warning : .note])
    }

    @Test(arguments: [("let session: Session", false), ("let session: ItemsModel", true)])
    func `an error of that name is read of another type, as the property in another file tells`(
        _ property: String, _ isSeen: Bool
    ) {
        let user = (
            "Sources/App/V.swift",
            "struct V: View { let app: AppState; let items: ItemsModel; var body: some View { Text(app.session.loadError ?? \"\") } }"
        )
        let state = ("Sources/App/AppState.swift", "final class AppState { \(property) }")
        expect([model(), view("List(model.items)"), user, state, app], seen: isSeen)
    }

    @Test func `how the type is called does not matter, nor whether the file that reads its error names it`() {
        func renamed(_ sources: [(String, String)]) -> [(String, String)] {
            sources.map { ($0.0, $0.1.replacing("ItemsModel", with: "ItemsEngine")) }
        }
        let state = ("Sources/App/AppState.swift", "final class AppState { let items: ItemsModel }")
        let user = (
            "Sources/App/V.swift",
            "struct V: View { let app: AppState; var body: some View { Text(app.items.loadError ?? \"\") } }"
        )
        expect(renamed([model(), view("List(model.items)"), state, app]), seen: false)
        expect(renamed([model(), view("List(model.items)"), state, user, app]), seen: true)
        let global = ("Sources/App/W.swift", "func show() { label.text = itemsEngine.loadError }")
        expect(renamed([model(), view("List(model.items)"), global, app]), seen: true)
        let path = (
            "Sources/App/V.swift",
            """
            struct V: View {
                var body: some View {
                    Text(Services.shared.items.loadError ?? "").refreshable { await Services.shared.items.reloadItems() }
                }
            }
            """
        )
        let services = "\nfinal class Services { static let shared = Services(); let items = ItemsModel() }"
        let own = (model().0, model().1 + services)
        expect(renamed([own, path, app]), seen: true)
        expect(renamed([model(), view("Text(model.loadError ?? \"\")"), app]), seen: true)
    }

    @Test(arguments: [
        ("let isSaved = await model.save(); if !isSaved { text = model.loadError ?? \"\" }", false),
        ("if await model.save() == false { text = model.loadError ?? \"\" }", false),
        ("model.save { isSaved in if !isSaved { text = model.loadError ?? \"\" } }", false),
        ("await model.save(); await refreshAll(); if isOpen { text = model.loadError ?? \"\" }", true),
        ("await model.save(); await store.submit(model); if isOpen { text = model.loadError ?? \"\" }", true),
        ("await model.save(); await task.value; if isOpen { text = model.loadError ?? \"\" }", true),
        ("await self.model.reloadItems(); if isOpen { text = model.loadError ?? \"\" }", true),
        ("await model.save(); text = model.loadError ?? \"\"", true),
        ("model.markSeen(); if isOpen { text = model.loadError ?? \"\" }", true),
        ("if model.count() == 0 { text = model.loadError ?? \"\" }", true),
        ("await model.reloadItems(); if isOpen { text = model.loadError ?? \"\" }", true),
        ("await model.startAll(); if isOpen { text = model.loadError ?? \"\" }", true),
        ("await other.save(); if isOpen { text = model.loadError ?? \"\" }", true),
    ])
    func `an error that is read after other work tells how that ended`(_ action: String, _ isSeen: Bool) {
        let (path, code) = model()
        let more = "func save() async -> Bool { true }\nfunc startAll() async { await reloadItems() }\n func reload"
        let button = "VStack { Button(\"Save\") { Task { \(action) } } }"
        expect([(path, code.replacing(" func reload", with: more)), view(button), app], seen: isSeen)
    }

    @Test func `a case called as the error is no read of it`() {
        let plain = [model(), view("List(model.items)"), app].map {
            (
                $0.0,
                $0.1.replacing("loadError", with: "error").replacing(
                    "catch { error =", with: "catch { phase = .error; self.error =")
            )
        }
        expect(plain + [("Sources/App/Phase.swift", "enum Phase { case idle, error }")], seen: false)
        let pattern = "func show(_ result: R) { if case .failure(let error) = result { log(error) } }\n func reload"
        expect([(plain[0].0, plain[0].1.replacing(" func reload", with: pattern)), plain[1], app], seen: false)
        expect([(plain[0].0, plain[0].1 + "\nenum Phase { case idle, error }"), plain[1], app], seen: false)
    }

    @Test(arguments: [("logger.error(\"Not shown.\")", false), ("Text(model.error ?? \"\")", true)])
    func `a logger's function is no read of an error`(_ content: String, _ isSeen: Bool) {
        let plain = [model(), view(content), app].map {
            (
                $0.0,
                $0.1.replacing("loadError", with: "error").replacing(
                    "catch { error =", with: "catch { logger.error(\"…\"); self.error =")
            )
        }
        expect(plain, seen: isSeen)
    }

    @Test(arguments: [
        ("print(\"Failed: \\(model.loadError ?? \"\")\")", false),
        ("logger.error(\"\\(model.loadError ?? \"\")\")", false),
        ("show(\"\\(model.loadError ?? \"\")\")", true),
    ])
    func `what is only printed or logged, nobody sees`(_ statement: String, _ isSeen: Bool) {
        let more = "extension ItemsView { func report() { \(statement) } }"
        expect([model(), view("List(model.items)", more), app], seen: isSeen)
    }

    @Test(arguments: [
        ("model.loadError != nil", "Text(model.loadError ?? \"\")", Severity.warning),
        ("loadError != nil", "Text(\"Not loaded.\")", .note), ("loadError?.isEmpty == false", "Text(\"x\")", .warning),
    ])
    func `a text that is only compared with 'nil', nobody reads`(
        _ question: String, _ content: String, _ expected: Severity
    ) {
        var (path, code) = model()
        code = code.replacing("@MainActor final", with: "let model = ItemsModel()\n@MainActor final")
        code = code.replacing(" func reload", with: "var hasFailed: Bool { \(question) }\n func reload")
        let sources = [(path, code), view(content), app]
        #expect(found("technical_error_shown", sources) == [expected])
    }

    @Test(arguments: [
        ("if model.loadError == nil { Text(\"Loaded.\") }", Severity.note),
        ("if let _ = model.loadError { Text(\"Not loaded.\") }", .note), ("Text(model.loadError ?? \"\")", .warning),
        ("if model.loadError != nil { Text(model.loadError ?? \"\") }", .warning),
    ])
    func `a text that another file only compares with 'nil', nobody reads`(_ content: String, _ expected: Severity) {
        #expect(found("technical_error_shown", [model(), view("VStack { \(content) }"), app]) == [expected])
        #expect(found("stale_error_on_retry", [model(), view("VStack { \(content) }"), app]) == [.warning])
    }

    @Test(arguments: [
        ("self.loadError = loadError", false), ("loadError = loadError", false), ("self.shownError = loadError", true),
        ("self.loadError = loadError ?? other.loadError", true),
    ])
    func `an error that is only set to itself, nobody reads`(_ statement: String, _ isSeen: Bool) {
        let model = (
            "Sources/App/ItemsModel.swift",
            model().1.replacing("func reloadItems", with: "func keep() { \(statement) }\nfunc reloadItems")
        )
        expect([model, view("List(model.items)"), app], seen: isSeen)
    }

    @Test func `an initialiser's parameter of the name is no read of the error`() {
        let (path, code) = model()
        let set = "init(loadError: String?) { self.loadError = loadError }\n func reload"
        expect([(path, code.replacing(" func reload", with: set)), view("List(model.items)"), app], seen: false)
    }
}
