import ServiceDoctor
import Testing

/// Whether people of an app see the error that a cancelled run leaves.
@Suite struct CancellationShownTests {
    private func severities(_ sources: String...) -> [Severity] {
        let named = sources.enumerated().map { ("Sources/App/File\($0.offset).swift", $0.element) }
        return Doctor(configuration: DoctorConfiguration(only: ["missing_cancellation_check"]))
            .check(sources: named).findings.map(\.severity)
    }

    private func app(_ views: String = "ItemsView()") -> String {
        "@main struct ShopApp: App { var body: some Scene { WindowGroup { \(views) } } }"
    }

    private func model(_ failure: String = "loadError = \"Not loaded.\"", _ more: String = "") -> String {
        """
        @MainActor final class ItemsModel: ObservableObject {
            @Published var items: [Item] = []
            @Published var loadError: String?
            func load() async {
                do { items = try await client.items() } catch { \(failure) }
            }
            \(more)
        }
        """
    }

    private func view(_ content: String, _ modifier: String = ".refreshable { await model.load() }") -> String {
        """
        struct ItemsView: View {
            @StateObject private var model = ItemsModel()
            var body: some View { Group { \(content) }\(modifier) }
            private var failed: some View { Text(model.loadError ?? "") }
        }
        """
    }

    @Test(arguments: [
        ("Text(model.loadError ?? \"\")", Severity.error),
        ("if model.items.isEmpty { Text(model.loadError ?? \"\") } else { List(model.items) }", .note),
        ("if let text = model.loadError, model.items.isEmpty { Text(text) } else { List(model.items) }", .note),
        ("if !model.items.isEmpty { List(model.items) } else if let text = model.loadError { Text(text) }", .note),
        ("if model.isLoading && model.items.isEmpty { Spinner() } else if let t = model.loadError { Text(t) }", .error),
        ("if let text = model.loadError { Text(text) } else if model.items.isEmpty { Text(\"None\") }", .error),
        ("Text(\"Items\")", .note),
    ])
    func `a refresh with content shows no error that takes its place`(_ content: String, _ expected: Severity) {
        // The part of the view that nothing uses would count as a reader.
        let shown = view(content).replacing("private var failed: some View { Text(model.loadError ?? \"\") }", with: "")
        #expect(severities(model(), shown, app()) == [expected])
        // In a part of a program, what shows the error may be elsewhere.
        if content.contains("loadError") { #expect(severities(model(), shown) == [.error]) }
    }

    @Test(arguments: [("if model.items.isEmpty { failed }", Severity.note), ("failed", .error)])
    func `a part of a view is shown where it is used`(_ content: String, _ expected: Severity) {
        #expect(severities(model(), view(content), app()) == [expected])
    }

    @Test(arguments: [
        ("items = []; loadError = \"Not loaded.\"", Severity.error),
        ("items.removeAll(); loadError = \"Not loaded.\"", .error),
        ("if items.isEmpty { loadError = \"Not loaded.\" }", .note),
    ])
    func `a catch that takes the content away shows the error in its place`(_ failure: String, _ expected: Severity) {
        let shown = view("if model.items.isEmpty { failed } else { List(model.items) }")
        #expect(severities(model(failure), shown, app()) == [expected])
    }

    @Test func `an error beside content that its catch takes away is a note`() {
        let shown = view("if !model.items.isEmpty { List(model.items); failed }")
        #expect(severities(model("items = []; loadError = \"Not loaded.\""), shown, app()) == [.note])
        #expect(severities(model(), shown, app()) == [.error])
    }

    @Test func `a search may be cancelled before there is any content`() {
        let shown = view("if model.items.isEmpty { failed }", ".task(id: model.query) { await model.load() }")
        #expect(severities(model(), shown, app()) == [.error])
    }

    @Test(arguments: [("ItemsView()", Severity.note), ("ItemsView(); DebugView()", .error)])
    func `a view that nobody makes shows nothing`(_ made: String, _ expected: Severity) {
        let debug = """
            struct DebugView: View { let model: ItemsModel; var body: some View { Text(model.loadError ?? "") } }
            #Preview { DebugView() }
            """
        let shown = """
            struct ItemsView: View {
                let model: ItemsModel
                var body: some View { List(model.items).refreshable { await model.load() } }
            }
            """
        #expect(severities(model(), shown, debug, app(made)) == [expected])
    }

    @Test(arguments: [
        ("if session.isSignedIn { ItemsView() } else { AuthView() }", Severity.note),
        ("if !session.isSignedIn { AuthView() } else { ItemsView() }", .note),
        ("if session.isOpen { ItemsView() } else { AuthView() }", .error),
    ])
    func `who is signed out did not refresh`(_ made: String, _ expected: Severity) {
        let auth =
            "struct AuthView: View { let model: ItemsModel; var body: some View { Text(model.loadError ?? \"\") } }"
        let shown = """
            struct ItemsView: View {
                let model: ItemsModel
                var body: some View { List(model.items).refreshable { await model.load() } }
            }
            """
        #expect(severities(model(), shown, auth, app(made)) == [expected])
    }

    @Test(arguments: [
        ("@StateObject private var model = ItemsModel()", Severity.note),
        ("@ObservedObject var model: ItemsModel", .error),
    ])
    func `a model of another view has another error`(_ property: String, _ expected: Severity) {
        let settings = """
            struct SettingsView: View {
                \(property)
                var body: some View { List(model.items).refreshable { await model.load() } }
            }
            """
        let shown = view("failed", ".task { await model.load() }")
        #expect(severities(model(), shown, settings, app("ItemsView(); SettingsView()")) == [expected])
    }

    private let upload = """
        @MainActor final class UploadModel: ObservableObject {
            @Published var loadError: String?
            private var task: Task<Void, Never>?
            func start() { task = Task { do { try await client.upload() } catch { loadError = "Not sent." } } }
            func stopUpload() { task?.cancel() }
        }
        """

    @Test(arguments: [
        ("Button(\"Stop\") { model.stopUpload() }", Severity.error),
        ("Button(\"Stop\") { model.stopUpload(); dismiss() }", .note),
        ("Button(\"Stop\") { model.stopUpload(); leave() }", .note),
        ("Text(\"\").onDisappear { model.stopUpload() }", .note),
        ("Text(\"\").onDisappear { model.stopUpload() }; Button(\"Stop\") { model.stopUpload() }", .error),
        ("Text(\"\")", .error),
    ])
    func `who cancels and closes the screen sees no error`(_ content: String, _ expected: Severity) {
        let view = """
            struct UploadView: View {
                @StateObject private var model = UploadModel()
                var body: some View { Text(model.loadError ?? "").onAppear { model.start() }; \(content) }
                private func leave() { dismiss() }
            }
            """
        #expect(severities(upload, view, app("UploadView()")) == [expected])
    }

    @Test(arguments: [
        ("Text(\"\")", Severity.note), ("Button(\"Stop\") { model.task?.cancel() }", .error),
    ])
    func `a handle that nothing in an app cancels is a note`(_ content: String, _ expected: Severity) {
        let open = upload.replacing("private var task", with: "var task").replacing(
            "func stopUpload() { task?.cancel() }", with: "")
        let view = """
            struct UploadView: View {
                @StateObject private var model = UploadModel()
                var body: some View { Text(model.loadError ?? "").onAppear { model.start() }; \(content) }
            }
            """
        #expect(severities(open, view, app("UploadView()")) == [expected])
        #expect(severities(open, view) == [.error])
    }

    @Test(arguments: [
        ("func wait() async { if let running = task { await running.value } }", Severity.note),
        ("func stop() { if let running = task { running.cancel() } }", .error),
    ])
    func `a handle that is only looked at is never cancelled`(_ user: String, _ expected: Severity) {
        let code = """
            final class UploadController {
                private var task: Task<Void, Never>?
                \(user)
                func send() async {
                    task = Task { do { try await client.upload() } catch { errorMessage = "Not sent." } }
                    await task?.value
                }
            }
            """
        #expect(severities(code) == [expected])
    }

    @Test(arguments: [("session.isAuthenticated", Severity.note), ("session.query", .error)])
    func `signing in or out replaces the screen`(_ id: String, _ expected: Severity) {
        let shown = view("failed", ".task(id: \(id)) { await model.load() }")
        #expect(severities(model(), shown, app()) == [expected])
    }

    @Test(arguments: [("VStack", Severity.note), ("List", .error), ("LazyVStack", .error)])
    func `a row of a plain stack stays with its screen`(_ stack: String, _ expected: Severity) {
        let code = """
            struct ItemsView: View {
                @State private var loadError: String?
                var body: some View {
                    \(stack) { ForEach(items) { item in
                        Row(item).task {
                            loadError = nil
                            do { try await client.load(item) } catch { loadError = "Not loaded." }
                        }
                    } }
                    Text(loadError ?? "")
                }
            }
            """
        #expect(severities(code) == [expected])
    }

    @Test(arguments: [
        ("import FirebaseFirestore", "try await db.collection(\"items\").getDocuments()", Severity.note),
        ("import FirebaseFirestore", "try await db.collection(\"items\").load()", .error),
        ("import Store", "try await db.collection(\"items\").getDocuments()", .error),
    ])
    func `no cancellation ends a call of Firebase`(_ library: String, _ work: String, _ expected: Severity) {
        let service = """
            \(library)
            struct ItemService { func allItems() async throws -> [Item] { \(work) } }
            """
        let controller = """
            @MainActor final class ItemsController {
                func load() async { do { items = try await service.allItems() } catch { errorMessage = "Not loaded." } }
            }
            struct ItemsView: View { var body: some View { List(items).refreshable { await controller.load() } } }
            """
        #expect(severities(service, controller) == [expected])
    }

    @Test(arguments: [
        ("func loadAllItems() async { try? await client.items() }", Severity.note),
        ("func loadAllItems() async throws { try await client.items() }", .error),
    ])
    func `children that throw nothing fail with nothing`(_ declaration: String, _ expected: Severity) {
        let code = """
            @MainActor final class ItemsController {
                func load() async {
                    do {
                        async let items = loadAllItems()
                        async let again = loadAllItems()
                        _ = try await (items, again)
                    } catch { errorMessage = "Not loaded." }
                }
                \(declaration)
            }
            struct ItemsView: View { var body: some View { List(items).refreshable { await controller.load() } } }
            """
        #expect(severities(code) == [expected])
    }

    @Test(arguments: [("load(items: [first])", 0), ("load(first)", 1)])
    func `a call means the function that its labels fit`(_ call: String, _ expected: Int) {
        let code = """
            @MainActor final class ItemsController {
                func load(_ item: Item) async { do { try await client.load(item) } catch { errorMessage = "Not loaded." } }
                func load(items: [Item]) async { all = items }
                func start() { Task { await load(first) } }
                func refresh() { task?.cancel(); task = Task { await \(call) } }
                func stop() { task?.cancel() }
            }
            """
        #expect(severities(code).count == expected)
    }

    @Test(arguments: [
        (["macosx"], Severity.note), (["macosx", "\"iphoneos iphonesimulator\""], .error),
        (["\"iphoneos iphonesimulator macosx\""], .error), ([], .error),
    ])
    func `a project for the Mac alone refreshes nothing`(_ platforms: [String], _ expected: Severity) throws {
        let settings = platforms.map { "SUPPORTED_PLATFORMS = \($0);" }.joined(separator: "\n")
        let folder = try TemporaryFolder([
            "App.xcodeproj/project.pbxproj": "// !$*UTF8*$!\n{ objects = {\n\(settings)\n}; }\n",
            "App/Model.swift": model(), "App/ItemsView.swift": view("failed"), "App/App.swift": app(),
        ])
        let configuration = DoctorConfiguration(only: ["missing_cancellation_check"], includeUnbuilt: true)
        let report = try Doctor(configuration: configuration, workingDirectory: folder.path).check(["."])
        #expect(report.findings.map(\.severity) == [expected])
    }
}
