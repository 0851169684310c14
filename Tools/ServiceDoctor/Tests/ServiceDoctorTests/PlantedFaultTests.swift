import ServiceDoctor
import Testing

/// Faults as they are written in the style of real apps, where something near by used to hide them.
@Suite struct PlantedFaultTests {
    private func found(_ rule: String, _ sources: String...) -> [Severity] {
        let files = sources.enumerated().map { ("App/Part\($0.offset).swift", $0.element) }
        return Doctor(configuration: DoctorConfiguration(only: [rule])).check(sources: files).findings.map(\.severity)
    }

    private let app = "@main struct ShopApp: App { var body: some Scene { WindowGroup { FeedView() } } }"

    @Test(arguments: [
        ("@StateObject private var model = FeedModel()", Severity.error),
        ("@ObservedObject var model: FeedModel", .error),
        ("var model = makeModel()", .note), ("let model: TagModel", .note),
    ])
    func `a cancelled load is told from that of another model`(_ property: String, _ expected: Severity) {
        let model = """
            @MainActor final class FeedModel: ObservableObject {
                @Published private(set) var loadError: String?
                func load() async { do { items = try await client.items() } catch { loadError = "Not loaded." } }
            }
            final class TagModel { func load() {} }
            """
        let view = """
            struct FeedView: View {
                \(property)
                var body: some View { Text(model.loadError ?? "").refreshable { await model.load() } }
            }
            """
        #expect(found("missing_cancellation_check", model, view, app) == [expected])
    }

    @Test(arguments: [
        ("if let model { LIST }", Severity.error), ("if let model = self.model { LIST }", .error),
        ("if let model = makeModel() { LIST }", .note), ("ForEach(models) { model in LIST }", .note),
    ])
    func `a name within the view may mean something else than its property`(_ content: String, _ expected: Severity) {
        let model = """
            @MainActor final class FeedModel: ObservableObject {
                @Published private(set) var loadError: String?
                func load() async { do { items = try await client.items() } catch { loadError = "Not loaded." } }
            }
            final class TagModel { func load() {} }
            """
        let list = "Text(model.loadError ?? \"\").refreshable { await model.load() }"
        let view = """
            struct FeedView: View {
                @State private var model: FeedModel?
                var body: some View { \(content.replacing("LIST", with: list)) }
            }
            """
        #expect(found("missing_cancellation_check", model, view, app) == [expected])
    }

    @Test(arguments: [
        ("Button(\"Go on\") { Task { await perform() } }", Severity.warning),
        ("Button(action: { Task { await perform() } }) { Text(\"Go on\") }", .warning),
        ("AsyncButton(\"Go on\", action: perform)", .note), ("Button(\"Go on\", action: perform)", .warning),
        ("Button(\"Go on\") { errorMessage = nil; Task { await perform() } }", .note),
        ("Button(\"Go on\") { isLoading = true; Task { await perform() } }", .note),
        ("Button(\"Go on\", action: perform).disabled(errorMessage != nil)", .note),
        ("Text(\"\").task { await perform() }", .note), ("Text(\"\").onAppear { Task { await perform() } }", .note),
    ])
    func `people press a button again, whatever its work is called`(_ content: String, _ expected: Severity) {
        #expect(performing("Text(errorMessage ?? \"\"); \(content)") == [expected])
    }

    @Test(arguments: [
        ("if let errorMessage { Text(errorMessage) }; BUTTON", Severity.warning),
        ("if let errorMessage { Text(errorMessage) } else { BUTTON }", .note),
        ("if isBusy { ProgressView() } else if let errorMessage { Text(errorMessage) }; BUTTON", .note),
        ("if items.isEmpty { Text(errorMessage ?? \"\") }; BUTTON", .note),
    ])
    func `a button that may be gone while the error is shown is no evidence`(_ content: String, _ expected: Severity) {
        #expect(
            performing(content.replacing("BUTTON", with: "Button(\"Go on\") { Task { await perform() } }")) == [
                expected
            ])
    }

    private func performing(_ content: String) -> [Severity] {
        let view = """
            struct FeedView: View {
                @State private var errorMessage: String?
                var body: some View { \(content) }
                private func perform() async { do { try await client.send() } catch { errorMessage = "Not sent." } }
            }
            """
        return found("stale_error_on_retry", view, app)
    }

    private func reloading(_ other: String) -> [Severity] {
        let view = """
            struct FeedView: View {
                @State private var errorMessage: String?
                var body: some View {
                    Text(errorMessage ?? "")
                    Button("Try again") { Task { await reload() } }
                }
                private func reload() async {
                    do { items = try await client.items() } catch { errorMessage = "Not loaded." }
                }
            }
            """
        return found("stale_error_on_retry", view, other, app)
    }

    @Test(arguments: [
        ("@State private var errorMessage: String?", "errorMessage", [Severity.warning]),
        ("@StateObject private var model = FormModel()", "model.errorMessage", [.warning]),
        ("let model = makeModel()", "model.errorMessage", []),
    ])
    func `an alert of another screen does not take an old error away`(
        _ property: String, _ shown: String, _ expected: [Severity]
    ) {
        let form = """
            struct FormView: View {
                \(property)
                var body: some View {
                    Text("").alert("Not saved", isPresented: .constant(\(shown) != nil)) {} message: { Text(\(shown) ?? "") }
                }
            }
            """
        #expect(reloading(form) == expected)
    }

    @Test(arguments: [
        ("fail(\"\\(error)\")", "func fail(_ text: String) { errorMessage = text; isBusy = false }", 1),
        ("fail(error.localizedDescription)", "func fail(_ text: String) { self.errorMessage = text }", 1),
        ("self.fail(with: \"\\(error)\")", "func fail(with text: String?) { errorMessage = text }", 1),
        ("fail(\"\\(error)\")", "func fail(_ text: String) { log.error(text) }", 0),
        ("fail(\"\\(error)\")", "func fail(_ text: String) { errorMessage = phrase(text) }", 0),
        ("fail(\"Not saved.\")", "func fail(_ text: String) { errorMessage = text }", 0),
    ])
    func `a technical text is shown by the function that keeps it`(_ call: String, _ function: String, _ count: Int) {
        let model = """
            @Observable final class FeedModel {
                private(set) var errorMessage: String?
                func load() async { do { items = try await client.items() } catch { \(call) } }
                private \(function)
            }
            """
        #expect(found("technical_error_shown", model).count == count)
    }

    @Test(arguments: [
        ("toasts.showError(\"\\(error)\")", 1), ("view?.showError(error.localizedDescription)", 1),
        ("toasts.showError(error)", 0), ("toasts.showError(\"Not loaded.\")", 0),
        ("toasts.note(\"\\(error)\")", 0), ("Log.showError(\"\\(error)\")", 0),
    ])
    func `a technical text given to an object that shows messages is found`(_ call: String, _ count: Int) {
        let model = "final class FeedModel { func load() { do { try read() } catch { \(call) } } }"
        #expect(found("technical_error_shown", model).count == count)
    }

    @Test(arguments: [
        ("try await URLSession.shared.data(from: url)", Severity.note),
        ("try JSONDecoder().decode([Item].self, from: data)", .warning),
        ("throw StoreError.closed", .warning), ("try await client.items()", .note),
        ("try check(); try JSONDecoder().decode([Item].self, from: data)", .note),
        ("async let items = decoded(); show(try await items)", .warning),
        ("async let (a, b) = (decoded(), 1); show(try await a)", .note),
    ])
    func `that some error has words for people says nothing of one that decoding throws`(
        _ work: String, _ expected: Severity
    ) {
        let model = """
            @MainActor @Observable final class FeedModel {
                private(set) var errorMessage: String?
                func load() async { do { \(work) } catch { errorMessage = error.localizedDescription } }
            }
            func check() throws { throw NSError(domain: "", code: 1, userInfo: [NSLocalizedDescriptionKey: "Full."]) }
            func decoded() async throws -> [Item] { try JSONDecoder().decode([Item].self, from: data) }
            enum StoreError: Error { case closed }
            enum SignInError: LocalizedError { case expired; var errorDescription: String? { "Sign in again." } }
            """
        let view = """
            struct FeedView: View {
                let model: FeedModel
                var body: some View { Text(model.errorMessage ?? "").task { await model.load() } }
            }
            """
        #expect(found("technical_error_shown", model, view, app) == [expected])
    }

    @Test(arguments: [
        ("final class AppContainer { let store: any Store = MockStore() }", true),
        ("final class AppContainer { lazy var store: any Store = { MockStore() }() }", true),
        ("final class AppContainer { let store: any Store; init() { self.store = MockStore() } }", true),
        ("@main struct ShopApp: App { let store: any Store; init() { store = MockStore() } }", true),
        ("final class AppContainer { let store: any Store; init() { if isDemo { store = MockStore() } } }", false),
        ("final class AppContainer { let store: any Store = isDemo ? MockStore() : LiveStore() }", false),
        ("final class AppContainer { let store: any Store = LiveStore() }", false),
        ("@main struct ShopApp: App { @StateObject private var store = MockStore() }", false),
        ("final class AppContainer { private(set) var store: any Store = MockStore() }", true),
        ("final class AppContainer { var store: any Store = MockStore() }", false),
        ("final class AppContainer { private var store: any Store = MockStore(); init() { store = Live() } }", false),
        ("final class SampleDependencies { let store: any Store = MockStore() }", false),
        ("final class PreviewContainer { let store: any Store = MockStore() }", false),
        ("final class AppContainer { let previewStore: any Store = MockStore() }", false),
        ("struct ContainerView: View { let store: any Store = MockStore() }", false),
    ])
    func `a container of the project's own keeps a mock for the real service`(_ code: String, _ isFound: Bool) {
        #expect(found("mock_as_live", code) == (isFound ? [.error] : []))
    }

    @Test(arguments: [("log(#function)", 1), ("log(#fileID, #line)", 1), ("#require(item)", 0), ("try log()", 0)])
    func `the compiler's own macros throw nothing`(_ statement: String, _ count: Int) {
        let code = "func load() { do { \(statement); item = try? read() } catch { show(\"Not loaded.\") } }"
        #expect(found("unreachable_fallback", code).count == count)
    }

    @Test(arguments: [
        ("final class FeedStore: ObservableObject", "", 1),
        ("final class FeedViewModel: BaseViewModel", "class BaseViewModel: ObservableObject {}", 1),
        ("final class FeedViewModel: BaseViewModel", "@MainActor class BaseViewModel: ObservableObject {}", 0),
        ("final class FeedViewModel: BaseViewModel", "class BaseViewModel {}", 0),
        ("final class FeedViewModel: Feeding", "protocol Feeding { func load() async }", 0),
        ("@MainActor final class FeedStore: ObservableObject", "", 0),
        ("final class FeedStore", "", 0),
    ])
    func `state that is published off the main actor is found, whatever publishes it`(
        _ declaration: String, _ base: String, _ count: Int
    ) {
        let code = """
            \(declaration) {
                @Published private(set) var items: [Item] = []
                func load() async { items = await client.items() }
            }
            \(base)
            """
        #expect(found("controller_shape", code).count { $0 == .warning } == count)
        let isolated = code.replacing("items = await client.items()", with: "await MainActor.run { items = [] }")
        #expect(!found("controller_shape", isolated).contains(.warning))
    }

    @Test(arguments: ["", "@MainActor "])
    func `state may be published by an extension of the class`(_ isolation: String) {
        let code = """
            final class FeedStore: ObservableObject { @Published private(set) var items: [Item] = [] }
            \(isolation)extension FeedStore { func load() async { items = await client.items() } }
            """
        #expect(found("controller_shape", code) == (isolation.isEmpty ? [.warning] : []))
    }

    @Test func `a service may do its work in an extension`() {
        let service = """
            final class FeedService { private let address = "a"; var count = 0 }
            extension FeedService { func items() async throws -> [Item] { try await get(address) } }
            """
        let view = """
            struct FeedView: View {
                let service = FeedService()
                var body: some View { List(items).task { items = try? await service.items() } }
            }
            struct HomeView: View { var body: some View { FeedView() } }
            """
        #expect(found("direct_service_in_view", service, view) == [.error])
    }

    @Test(arguments: [("LogRepository", [Severity.error]), ("LogWriter", []), ("FileLogger", [])])
    func `what keeps a log for people is no logger`(_ type: String, _ expected: [Severity]) {
        #expect(
            found("silent_catch", "final class \(type) { func load() { do { try store.read(entries) } catch {} } }")
                == expected)
    }

    @Test(arguments: [
        ("errorMessage.accept(\"\\(error)\")", 1), ("toastMessage.onNext(error.localizedDescription)", 1),
        ("view.makeToast(\"\\(error)\")", 1), ("events.accept(\"\\(error)\")", 0),
        ("errorLog.accept(\"\\(error)\")", 0),
        ("snackbar = \"\\(error)\"", 1), ("summary = \"\\(error)\"", 0),
    ])
    func `a publisher that is called as a text for people shows one`(_ statement: String, _ count: Int) {
        let code = "final class FeedModel { func load() { do { try read() } catch { \(statement) } } }"
        #expect(found("technical_error_shown", code).count == count)
    }

    @Test(arguments: [
        ("liveValue = Self(repository: MockRepository())", true),
        ("liveValue = Search(repository: MockRepository())", true),
        ("liveValue = Search(repository: LiveRepository())", false),
        ("liveValue = Search(live: LiveRepository(), fallback: MockRepository())", false),
        ("testValue = Search(repository: MockRepository())", false),
    ])
    func `a live value that is made with a mock is none`(_ value: String, _ isFound: Bool) {
        #expect(
            found("mock_as_live", "extension Search: DependencyKey { static let \(value) }")
                == (isFound ? [.error] : []))
        let container = "final class AppContainer { func makeSearch() -> any Searching { MockSearch() } }"
        #expect(found("mock_as_live", container) == [.error])
        #expect(found("mock_as_live", container.replacing("makeSearch", with: "makePreviewSearch")).isEmpty)
    }

    @Test(arguments: [
        ("override func viewDidLoad() { BODY }", 1), ("@IBAction func send() { BODY }", 1), ("func show() { BODY }", 0),
        ("override func viewDidLoad() { queue.async { BODY } }", 0),
        ("override func viewDidLoad() { if Thread.isMainThread { reload() } else { BODY } }", 0),
        ("override func show() { BODY }", 0),
    ])
    func `the main thread never waits for itself`(_ function: String, _ count: Int) {
        let body = function.replacing("BODY", with: "DispatchQueue.main.sync { reload() }")
        #expect(found("blocking_wait", "class FeedViewController: UIViewController { \(body) }").count == count)
    }

    @Test(arguments: [
        ("try await order.save(on: database)", Severity.error), ("try await orders.create(order)", .error),
        ("try await mail.notify(order)", .note),
    ])
    func `what a function is for is no optional step of it`(_ work: String, _ expected: Severity) {
        let code = """
            struct OrderController {
                func place(_ request: Request) async throws -> Answer {
                    let order = try request.content.decode(Order.self)
                    do { \(work) } catch {}
                    return .created
                }
            }
            """
        #expect(found("silent_catch", code) == [expected])
    }
}
