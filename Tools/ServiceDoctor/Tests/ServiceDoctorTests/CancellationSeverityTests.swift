import ServiceDoctor
import Testing

@Suite struct CancellationSeverityTests {
    @Test(arguments: [
        (".task { await controller.load() }", Severity.note),
        (".task(priority: .low) { await controller.load() }", .note),
        (".task(id: query) { await controller.load() }", .error),
        (".refreshable { await controller.load() }.task { await controller.load() }", .error),
        (".overlay { ForEach(items) { item in ItemRow(item).task { await controller.load() } } }", .error),
    ])
    func `what a plain 'task' cancels is a note, as nobody is there to see it`(_ modifier: String, _ expected: Severity)
    {
        let code = """
            @MainActor final class ItemsController {
                func load() async { do { items = try await service.items() } catch { errorMessage = "Not loaded." } }
            }
            struct ItemsView: View { var body: some View { List(items)\(modifier) } }
            """
        #expect(severities(of: code) == [expected])
    }

    @Test(arguments: [
        ("let shop: Shop", "shop.id", Severity.note), ("let shop: Shop", "self.shop.id", .note),
        ("@State private var shop: Shop", "shop.id", .error), ("@Binding var shop: Shop", "shop", .error),
        ("let shop: Shop", "model.query", .error), ("let shop: Shop", "[shop.id, query]", .error),
    ])
    func `a task is started again only for what changes while its view stays`(
        _ property: String, _ id: String, _ expected: Severity
    ) {
        let code = """
            @MainActor final class ItemsController {
                func load() async { do { items = try await service.items() } catch { errorMessage = "Not loaded." } }
            }
            struct ItemsView: View {
                \(property)
                var body: some View { List(items).task(id: \(id)) { await controller.load() } }
            }
            """
        #expect(severities(of: code) == [expected])
    }

    @Test(arguments: [
        ("init() { load() }\nfunc retry() { load() }", Severity.note),
        ("init() { rates.sink { [weak self] _ in self?.load() }.store(in: &cancellables) }", .error),
        ("var currency = Currency.euro { didSet { load() } }", .error),
        ("func apply(_ filter: Filter) { self.filter = filter; load() }", .error),
        ("func stop() { loading?.cancel() }", .error),
    ])
    func `a task that only a retry replaces is a note`(_ caller: String, _ expected: Severity) {
        let code = """
            final class RatesController {
                private var loading: Task<Void, Never>?
                func load() {
                    loading?.cancel()
                    loading = Task { do { rates = try await client.rates() } catch { errorMessage = "Not loaded." } }
                }
                \(caller)
            }
            """
        #expect(severities(of: code) == [expected])
        let inSet = code.replacing("loading: Task<Void, Never>?", with: "tasks = Set<AnyTask>()")
            .replacing("loading?.cancel()", with: "tasks = []").replacing("loading = Task", with: "Task")
            .replacing("\"Not loaded.\" } }", with: "\"Not loaded.\" } }.store(in: &tasks)")
        #expect(severities(of: inSet) == [expected])
    }

    @Test(arguments: [
        ("private var upload: Task<Void, Never>?", "", Severity.note),
        ("private var upload: Task<Void, Never>?", "func wait() async { await upload?.value }", .note),
        ("private var upload: Task<Void, Never>?", "func stop() { cancel(upload) }", .error),
        ("private var upload: Task<Void, Never>?", "func stop() { if let upload { upload.cancel() } }", .error),
        ("@CancelsWhenReplaced private var upload: Task<Void, Never>?", "", .error),
        ("var upload: Task<Void, Never>?", "", .error),
    ])
    func `a private handle that nothing cancels is a note`(_ handle: String, _ use: String, _ expected: Severity) {
        let code = """
            final class UploadController {
                \(handle)
                func save() {
                    upload = Task { do { try await client.upload(file) } catch { errorMessage = "Not saved." } }
                }
                \(use)
            }
            """
        #expect(severities(of: code) == [expected])
    }

    @Test(arguments: [
        ("deinit { register?.cancel() }", Severity.note),
        ("override func viewWillDisappear(_ animated: Bool) { register?.cancel() }", .note),
        (
            "override func viewDidDisappear(_ animated: Bool) { stop() }\nprivate func stop() { [register].forEach { $0?.cancel() } }",
            .note
        ),
        ("override func viewDidDisappear(_ animated: Bool) { stop() }\nfunc stop() { register?.cancel() }", .error),
        ("@objc func tapped() { stop() }\nprivate func stop() { register?.cancel() }", .error),
    ])
    func `a handle that is cancelled as the screen goes is a note`(_ end: String, _ expected: Severity) {
        let code = """
            final class PingViewController: UIViewController {
                private var register: Task<Void, Never>?
                func ping(_ host: Host) {
                    register = Task { do { try await client.ping(host) } catch { loadError = error } }
                }
                \(end)
            }
            """
        #expect(severities(of: code) == [expected])
    }

    @Test(arguments: [
        ("[weak self] in", "deinit { updates?.cancel() }", [Severity]()), ("", "deinit { updates?.cancel() }", [.note]),
        ("", "func stop() { updates?.cancel() }", [.error]),
        ("", "func other() -> [Task<Void, Never>] { [listen()] }", [.error]),
    ])
    func `a handle that a function returns belongs to the property that keeps it`(
        _ capture: String, _ end: String, _ expected: [Severity]
    ) {
        let code = """
            final class StoreController {
                private var updates: Task<Void, Never>?
                func start() { updates = listen() }
                private func listen() -> Task<Void, Never> {
                    Task { \(capture)
                        do { try await client.synchronise() } catch { errorMessage = "Not synchronised." }
                    }
                }
                \(end)
            }
            """
        #expect(severities(of: code) == expected)
        // Another file may start it too.
        #expect(severities(of: code.replacing("private func listen", with: "func listen")) == [.error])
    }

    @Test(arguments: [
        ("let task = Task {", "}\ntasks.append(task)", "deinit { tasks.forEach { $0.cancel() } }", Severity.note),
        ("tasks.append(Task {", "})", "deinit { for task in tasks { task.cancel() } }", .note),
        ("tasks.append(Task {", "})", "func stop() { tasks.forEach { $0.cancel() } }", .error),
        ("tasks.append(Task {", "})", "func all() -> [Task<Void, Never>] { tasks }", .error),
        (
            "tasks.append(Task {", "})",
            "deinit { tasks.forEach { $0.cancel() } }\nfunc reload() { tasks.cancelAll() }", .error
        ),
    ])
    func `a list of handles is cancelled by what goes through it`(
        _ start: String, _ end: String, _ cancel: String, _ expected: Severity
    ) {
        let code = """
            final class StoreController {
                private var tasks: [Task<Void, Never>] = []
                func start(_ id: Int) {
                    \(start)
                        do { try await client.synchronise(id) } catch { errorMessage = "Not synchronised." }
                    \(end)
                }
                \(cancel)
            }
            """
        #expect(severities(of: code) == [expected])
        #expect(severities(of: code.replacing("private var", with: "var")) == [.error])
    }

    @Test func `a view cancels its task as it goes by 'onDisappear' only`() {
        let code = """
            struct LoginView: View {
                @State private var loginError = ""
                @State private var login: Task<Void, Never>?
                var body: some View { Form { Text(loginError) }.onDisappear(perform: stop) }
                func stop() { login?.cancel() }
                func submit(_ name: String) {
                    login = Task { do { try await client.logIn(name) } catch { loginError = "Not logged in." } }
                }
            }
            """
        #expect(severities(of: code) == [.note])
        #expect(severities(of: code.replacing("Text(loginError)", with: "Button(\"Stop\") { stop() }")) == [.error])
    }

    @Test func `a function that asks for the cancellation afterwards has decided what it shows`() {
        let code = """
            final class TokensController {
                func load(_ chain: Chain) {
                    loading?.cancel()
                    loading = Task {
                        do { tokens = try await client.tokens(chain) } catch { loadError = error }
                        if !Task.isCancelled { sort() }
                    }
                }
            }
            """
        #expect(severities(of: code) == [.note])
        #expect(severities(of: code.replacing("if !Task.isCancelled { sort() }", with: "sort()")) == [.error])
    }

    @Test(arguments: [
        ("@State private", "loadError = nil", ".task { await load() }", Severity.note),
        ("@State private", "loadError = nil", ".refreshable { await load() }", .note),
        ("@State private", "loadError = nil", ".task(id: query) { await load() }", .warning),
        ("@State private", "", ".refreshable { await load() }", .warning),
        ("@State private", "if isClosed { loadError = .closed }", ".refreshable { await load() }", .warning),
        ("@State private", "", ".task { await load() }", .note),
        ("@Binding", "loadError = nil", ".task { await load() }", .note),
        ("@Binding", "loadError = nil", ".refreshable { await load() }", .warning),
    ])
    func `a view that clears its own error first shows none of a cancelled run`(
        _ property: String, _ first: String, _ modifier: String, _ expected: Severity
    ) {
        let code = """
            struct ItemsView: View {
                \(property) var loadError: (any Error)?
                var body: some View { List(items)\(modifier) }
                func load() async {
                    \(first)
                    do { items = try await client.items() } catch { loadError = error }
                }
            }
            """
        #expect(severities(of: code) == [expected])
    }

    private func severities(of code: String) -> [Severity] {
        Doctor(configuration: DoctorConfiguration(only: ["missing_cancellation_check"]))
            .check(sources: [("Sources/App/A.swift", code)]).findings.map(\.severity)
    }

    @Test(arguments: [
        ("let slug: String\nvar country: String { regions.current.code }", Severity.note),
        ("let slug: String\n@State private var country = \"jp\"", .error),
        ("let slug: String\n@State private var region = Region.jp\nvar country: String { region.code }", .error),
    ])
    func `a task that only others start again leaves no error that was cleared first`(
        _ properties: String, _ expected: Severity
    ) {
        let code = """
            struct GuideView: View {
                \(properties)
                @State private var loadError: String?
                var body: some View {
                    Text(loadError ?? "").task(id: "\\(country):\\(slug)") {
                        loadError = nil
                        do { page = try await client.page(slug) } catch { loadError = "Not loaded." }
                    }
                }
            }
            """
        #expect(severities(of: code) == [expected])
    }

    @Test func `what a catch sets beside its error is not another finding`() {
        let code = """
            @MainActor final class ItemsController {
                func load() async {
                    do { items = try await service.items() } catch {
                        errorMessage = "Not loaded."
                        lastError = error
                    }
                }
            }
            struct ItemsView: View { var body: some View { List(items).refreshable { await controller.load() } } }
            """
        #expect(severities(of: code) == [.error])
    }

    @Test(arguments: [("pages.values", [Severity]()), ("pages", [.error]), ("pages.stream", [.error])])
    func `the values of a publisher end quietly when they are cancelled`(_ sequence: String, _ expected: [Severity]) {
        let code = """
            @MainActor final class ItemsController {
                func load() async {
                    do { for try await page in \(sequence) { items = page } } catch { errorMessage = "Not loaded." }
                }
            }
            struct ItemsView: View { var body: some View { List(items).task(id: query) { await controller.load() } } }
            """
        #expect(severities(of: code) == expected)
    }

    @Test(arguments: [("loader.task", [Severity.note]), ("List(items).task(id: query)", [.error])])
    func `a function called 'task' is no modifier of a view`(_ call: String, _ expected: [Severity]) {
        let code = """
            struct ItemsView: View {
                @State private var loadError: String?
                var body: some View {
                    Button("Load") { \(call) { do { items = try await client.items() } catch { loadError = "Not loaded." } } }
                }
            }
            """
        #expect(severities(of: code) == expected)
    }

    @Test(arguments: [
        ("if error.isCancellationLike { return }", true),
        ("if self.isCurrentWorkCancellation(error) { log(); return }", true),
        ("cancellables.removeAll()", false), ("guard isCurrentLoad(id) else { return }", true),
        ("guard isActive(load: id) else { return }", true), ("guard isCurrent else { return }", false),
        ("guard isVisible(id) else { return }", false),
    ])
    func `a test of the project's own for cancellation is one`(_ first: String, _ isClean: Bool) {
        let code = """
            @MainActor final class FeedController {
                var errorMessage: String?
                func load() async {
                    do { posts = try await client.posts() } catch { \(first)
                        errorMessage = "Not loaded."
                    }
                }
            }
            """
        #expect(severities(of: code).isEmpty == isClean)
    }

    @Test(arguments: [
        ("Row(onUndo: canUndo ? { Task { await undo() } } : nil)", true),
        ("Row(onUndo: canUndo ? nil : undo).task(id: query) { await undo() }", false),
    ])
    func `an action in a conditional expression drops its task`(_ row: String, _ isClean: Bool) {
        let code = """
            struct OrderView: View {
                @State private var undoError: String?
                var body: some View { VStack { \(row); Text(undoError ?? "") } }
                func undo() async { do { try await client.undo() } catch { undoError = "Not undone." } }
            }
            """
        #expect(severities(of: code).isEmpty == isClean)
    }

    @Test(arguments: [("-> Void ", true), ("-> () ", true), ("-> Task<Void, Never> ", false), ("", true)])
    func `a function of nothing hands no task to its caller`(_ result: String, _ isClean: Bool) {
        let code = """
            @MainActor final class ItemsController {
                @Published private(set) var errorMessage: String?
                func load() \(result){
                    Task { do { items = try await service.items() } catch { errorMessage = "Not loaded." } }
                }
            }
            struct ItemsView: View { var body: some View { Text(controller.errorMessage ?? "") } }
            """
        #expect(severities(of: code).isEmpty == isClean)
    }

    @Test(arguments: [
        ("AsyncThrowingStream<Part, any Error>", true), ("any AsyncSequence<Part, any Error>", false),
    ])
    func `a stream that was given ends without an error`(_ type: String, _ isClean: Bool) {
        let code = """
            @MainActor final class TalkController {
                private var task: Task<Void, Never>?
                func start() { task = Task { await show(try await source.parts()) } }
                func stop() { task?.cancel() }
                private func show(_ parts: \(type)) async {
                    do { for try await part in parts { add(part) } } catch { errorMessage = "Not heard." }
                }
            }
            """
        #expect(severities(of: code).isEmpty == isClean)
    }

    @Test(arguments: [
        ("problem.code == 4", true), ("problem.code == code", false), ("problem.code == 1", false),
        ("problem.code == 4 || isLate", false),
    ])
    func `one code of an error is no cancellation`(_ question: String, _ isClean: Bool) {
        let code = """
            @MainActor final class ItemsController {
                func load() async {
                    do { items = try await service.items() } catch {
                        let problem = error as NSError
                        if \(question) { errorMessage = "Not loaded." }
                    }
                }
            }
            struct ItemsView: View { var body: some View { List(items).refreshable { await controller.load() } } }
            """
        #expect(severities(of: code).isEmpty == isClean)
    }
}
