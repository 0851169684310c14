import ServiceDoctor
import Testing

/// Nobody waits before an old error where only the program starts the work again.
@Suite struct StartTests {
    private func severities(of view: String, model more: String = "") -> [Severity] {
        let model = """
            final class ItemsModel: ObservableObject {
                @Published var loadError: (any Error)?
                func refreshItems() async {
                    do { items = try await client.items() } catch {
                        guard !Task.isCancelled else { return }
                        loadError = error
                    }
                }
                \(more)
            }
            """
        return Doctor(configuration: DoctorConfiguration(only: ["stale_error_on_retry"]))
            .check(sources: [
                ("Sources/App/ItemsModel.swift", model), ("Sources/App/ItemsView.swift", view),
            ]).findings.map(\.severity)
    }

    private func view(_ modifiers: String, _ functions: String = "") -> String {
        """
        struct ItemsView: View {
            @StateObject private var model = ItemsModel()
            var body: some View { Text(model.loadError?.localizedDescription ?? "")\(modifiers) }
            \(functions)
        }
        """
    }

    @Test(arguments: [
        (".task { await model.refreshItems() }", Severity.note),
        (".task(id: filter) { await model.refreshItems() }", .warning),
        (".refreshable { await model.refreshItems() }", .warning),
        (".toolbar { Button(\"Again\") { Task { await model.refreshItems() } } }", .warning),
        (".toolbar { Button(\"Again\", action: model.refreshItems) }", .warning),
        (".onSubmit(model.refreshItems)", .warning),
        (".onReceive(timer) { _ in Task { await model.refreshItems() } }", .note),
    ])
    func `who starts the work decides, beside a view that appears`(_ modifier: String, _ expected: Severity) {
        #expect(severities(of: view(".onAppear { Task { await model.refreshItems() } }" + modifier)) == [expected])
    }

    @Test(arguments: [
        (".task { await prepare() }", "", Severity.note),
        (".task { await prepare() }.refreshable { await prepare() }", "", .warning),
        (".task { await prepare() }", "@objc func again() { Task { await prepare() } }", .warning),
        (".task { await prepare() }", "func again() { Task { await prepare() } }", .warning),
        ("", "init() { Task { await prepare() } }\nfunc viewDidLoad() { Task { await prepare() } }", .note),
        (
            "", "init() { Task { while true { await prepare() } } }\nfunc viewDidLoad() { Task { await prepare() } }",
            .note
        ),
        (".task { await prepare() }", "var again: () -> Void { { Task { await prepare() } } }", .warning),
    ])
    func `other functions between are followed`(_ modifiers: String, _ functions: String, _ expected: Severity) {
        let prepare = "func prepare() async { await model.refreshItems(); await model.refreshItems() }\n"
        #expect(severities(of: view(modifiers, prepare + functions)) == [expected])
    }

    @Test func `functions that only call each other in turn are nobody's`() {
        let turns = """
            func refreshAll() async { await refreshItems(); await refreshAgain() }
            func refreshAgain() async { await refreshItems(); await refreshAll() }
            """
        #expect(severities(of: view(".task { await model.refreshAll() }"), model: turns) == [.note])
    }

    @Test(arguments: [
        ("Button(\"Close\") { loadError = nil }", Severity.note),
        ("Button(\"Close\") { withAnimation { loadError = nil } }", .note),
        ("Button(\"Close\") { loadError = nil; dismiss() }", .warning),
        ("Toggle(isOn: $isOn) { loadError = nil }", .warning),
    ])
    func `a button that takes the error away and does nothing else closes what shows it`(
        _ content: String, _ expected: Severity
    ) {
        let code = """
            struct ItemsView: View {
                @State private var loadError: (any Error)?
                var body: some View {
                    if let shown = loadError { HStack { Text(text(of: shown)); \(content) } }
                    Button("Load") { Task { await reload() } }
                }
                func reload() async {
                    do { items = try await client.items() } catch {
                        guard !Task.isCancelled else { return }
                        loadError = error
                    }
                }
            }
            """
        let found = Doctor(configuration: DoctorConfiguration(only: ["stale_error_on_retry"]))
            .check(sources: [("Sources/App/A.swift", code)]).findings
        #expect(found.map(\.severity) == [expected])
    }

    @Test(arguments: [
        ("do { try write(item) } catch { log(error) }", Severity.note), ("try write(item)", .warning),
    ])
    func `what the project calls cannot fail`(_ body: String, _ expected: Severity) {
        let client = "final class Client { func sendItem() async throws { \(body) } }"
        let view = """
            struct ItemsView: View {
                let client: Client
                @State private var sendError: (any Error)?
                var body: some View {
                    Text(text(of: sendError))
                    Button("Send") {
                        Task {
                            do { try await client.sendItem() } catch {
                                guard !Task.isCancelled else { return }
                                sendError = error
                            }
                        }
                    }
                }
            }
            """
        let found = Doctor(configuration: DoctorConfiguration(only: ["stale_error_on_retry"]))
            .check(sources: [("Sources/App/A.swift", view), ("Sources/App/B.swift", client)]).findings
        #expect(found.map(\.severity) == [expected])
    }

    @Test func `nobody reads the error of either of two types of a name`() {
        let model = """
            final class ItemsModel: ObservableObject {
                @Published var loadError: (any Error)?
                func refreshItems() async {
                    do { items = try await client.items() } catch { loadError = error }
                }
            }
            """
        func found(_ shown: String) -> [Severity] {
            let view = """
                @main struct ShopApp: App { var body: some Scene { WindowGroup { ItemsView() } } }
                struct ItemsView: View {
                    @StateObject private var model = ItemsModel()
                    var body: some View { \(shown).refreshable { await model.refreshItems() } }
                }
                """
            return Doctor(configuration: DoctorConfiguration(only: ["stale_error_on_retry"]))
                .check(sources: [
                    ("Old/ItemsModel.swift", model), ("App/ItemsModel.swift", model), ("App/A.swift", view),
                ])
                .findings.map(\.severity)
        }
        #expect(found("List(model.items)") == [.note, .note])
        #expect(found("Text(text(of: model.loadError))") == [.warning, .warning])
    }
}
