import ServiceDoctor
import Testing

/// What other files of a project say about a finding.
@Suite struct WholeProjectSeverityTests {
    private func found(_ rule: String, _ sources: [(String, String)]) -> [Severity] {
        Doctor(configuration: DoctorConfiguration(only: [rule])).check(sources: sources).findings.map(\.severity)
    }

    private let view = """
        struct ItemsView: View {
            let model: ItemsViewModel
            var body: some View { LIST.refreshable { await model.reload() } }
        }
        """

    private func model(_ header: String, _ message: String) -> (String, String) {
        (
            "Sources/App/ItemsViewModel.swift",
            """
            \(header) {
                @Published private(set) var loadError: String?
                func reload() async {
                    do { items = try await client.items() } catch { loadError = \(message) }
                }
            }
            """
        )
    }

    @Test(arguments: [
        ("@MainActor final class ItemsViewModel: ObservableObject", "List(model.items)", true),
        ("@MainActor final class ItemsViewModel: ObservableObject", "Text(model.loadError)", false),
        ("@MainActor final class ItemsViewModel: ObservableObject, ErrorShowing", "List(model.items)", false),
        ("@MainActor public final class ItemsViewModel: ObservableObject", "List(model.items)", false),
    ])
    func `an error that no file reads is a note`(_ header: String, _ list: String, _ isNote: Bool) {
        let sources = [
            model(header, "error.localizedDescription"),
            ("Sources/App/ItemsView.swift", view.replacing("LIST", with: list)),
            ("Sources/App/ErrorShowing.swift", "protocol ErrorShowing { var loadError: String? { get } }"),
        ]
        #expect(found("stale_error_on_retry", sources) == [isNote ? .note : .warning])
        #expect(found("technical_error_shown", sources) == [isNote ? .note : .warning])
        #expect(found("missing_cancellation_check", sources) == [isNote ? .note : .error])
    }

    @Test func `an error is none that nobody reads where nobody uses its type, or an app's package keeps it`() {
        let alone = model("@MainActor final class ItemsViewModel: ObservableObject", "error.localizedDescription")
        #expect(found("stale_error_on_retry", [alone]) == [.warning])
        let open = model("@MainActor public final class ItemsViewModel: ObservableObject", "\"Not loaded.\"")
        let app = ("Sources/App/ShopApp.swift", "@main struct ShopApp: App { let start = ItemsView.self }")
        let user = ("Sources/App/ItemsView.swift", view.replacing("LIST", with: "List(model.items)"))
        #expect(found("stale_error_on_retry", [open, user, app]) == [.note])
    }

    @Test(arguments: [
        (".task { await load() }", Severity.note), (".refreshable { await load() }", .warning),
        (".task(id: query) { await load() }", .warning),
    ])
    func `an error in the state of a view goes with the task that ends with the view`(
        _ modifier: String, _ expected: Severity
    ) {
        let edit = """
            struct EditView: View {
                @State private var loadError: String?
                @State private var query = ""
                var body: some View { VStack { Text(loadError ?? ""); NavigationLink("More") { MoreView() } }\(modifier) }
                func load() async { do { item = try await client.item() } catch { loadError = "Not loaded." } }
            }
            """
        #expect(found("missing_cancellation_check", [("Sources/App/EditView.swift", edit)]) == [expected])
    }

    private let service = """
        protocol MailService { func send() async throws }
        final class Mailer: MailService { init(session: Session) {} ; func send() async throws {} }
        """

    @Test(arguments: [
        ("Tests/AppTests/InboxTests.swift", "let inbox = Inbox(mailer: Mailer(session: .empty))", Severity.note),
        ("Tests/AppTests/MailerTests.swift", "let mailer = Mailer(session: .empty)", .warning),
        ("Tests/AppTests/InboxTests.swift", "let inbox = Inbox()", .warning),
        ("Other/Mailer.swift", "final class Mailer: MailService { func send() async throws {} }", .note),
    ])
    func `a service that tests run live, or of which a target has its own, is a note without a mock`(
        _ path: String, _ code: String, _ expected: Severity
    ) {
        let inbox = ("Sources/App/Inbox.swift", "final class Inbox { init(mailer: any MailService) {} }")
        let sources = [("Sources/App/Mailer.swift", service), inbox, (path, code)]
        #expect(found("missing_mock", sources) == [expected])
    }

    @Test(arguments: [
        ("final class Inbox { init(mailer: any MailService) { start(Mailer(session: .shared)) } }", Severity.warning),
        ("final class Inbox { private let mailer: any MailService = Mailer(session: .shared) }", .note),
        ("final class Inbox { var mailer: any MailService = Mailer(session: .shared) }", .warning),
        (
            "final class Inbox { @Injected private var mailer: any MailService; let other = Mailer(session: .shared) }",
            .warning
        ),
        ("func inbox<Mail: MailService>(_ mail: Mail) { start(Mailer(session: .shared)) }", .warning),
        (
            "func route(_ handler: @escaping (Request, MailService) throws -> Reply) { handler(request, Mailer(session: .shared)) }",
            .note
        ), ("func route(_ make: () -> MailService) { make().send(); start(Mailer(session: .shared)) }", .warning),
    ])
    func `a protocol that nothing can be given is a note without a mock`(_ use: String, _ expected: Severity) {
        let sources = [("Sources/App/Mailer.swift", service), ("Sources/App/Inbox.swift", use)]
        #expect(found("missing_mock", sources) == [expected])
    }

    @Test(arguments: [
        "controller.page = 2", "#if DEBUG\nfunc show(_ controller: ItemsController) { controller.page = 2 }\n#endif",
    ])
    func `a property that tests set may be settable`(_ code: String) {
        let controller = """
            @MainActor final class ItemsController: ObservableObject {
                @Published var page = 0
                func load() { page = pages.last }
            }
            """
        #expect(found("controller_shape", [("Sources/App/ItemsController.swift", controller)]) == [.warning])
        let path = code.hasPrefix("#if") ? "Sources/App/Debug.swift" : "Tests/AppTests/ItemsTests.swift"
        #expect(found("controller_shape", [("Sources/App/ItemsController.swift", controller), (path, code)]).isEmpty)
    }

    @Test(arguments: [
        ("let other: OrdersViewModel", "Text(other.loadError ?? \"\")", true),
        ("let model: ItemsViewModel", "Text(model.loadError ?? \"\")", false),
        ("@Environment(ItemsViewModel.self) private var items", "Text(items.loadError ?? \"\")", false),
        ("@State private var items = ItemsViewModel()", "Text(items.loadError ?? \"\")", false),
        ("let items: ItemsViewModel", "ForEach(unknown.loadError) { Text($0) }", false),
    ])
    func `an error that only objects of other types are asked for is a note`(
        _ property: String, _ use: String, _ isNote: Bool
    ) {
        let user = """
            struct ItemsView: View {
                let model: ItemsViewModel
                \(property.replacing("let model: ItemsViewModel", with: ""))
                var body: some View { List(model.items) { \(use) }.refreshable { await model.reload() } }
            }
            """
        let sources = [
            model("@MainActor final class ItemsViewModel: ObservableObject", "\"Not loaded.\""),
            ("Sources/App/ItemsView.swift", user),
            ("Sources/App/OrdersViewModel.swift", "final class OrdersViewModel { var loadError: String? }"),
        ]
        #expect(found("stale_error_on_retry", sources) == [isNote ? .note : .warning])
    }

    @Test(arguments: [
        ("extension PlayerController { func pause() { isPlaying = false } }", true),
        ("extension PlayerController { func pause() { other = false } }", false),
        ("extension RecorderController { func pause() { isPlaying = false } }", false),
    ])
    func `a property that an extension in another file sets may be settable`(_ other: String, _ isClean: Bool) {
        let controller = """
            @MainActor final class PlayerController: ObservableObject {
                @Published private(set) var title = ""
                @Published var isPlaying = false
                func play() async { isPlaying = true; await engine.play() }
            }
            """
        let sources = [("Sources/App/PlayerController.swift", controller), ("Sources/App/Player+Pause.swift", other)]
        #expect(found("controller_shape", sources).isEmpty == isClean)
    }

    @Test func `a view's own text that nothing in the view reads is a note in a project of several files`() {
        let views = """
            struct HealthView: View {
                @State private var errorMessage: String?
                var body: some View { Text("x") }
                func load() { do { try store.load() } catch { errorMessage = error.localizedDescription } }
            }
            struct SleepView: View {
                @State private var errorMessage: String?
                var body: some View { Text(errorMessage ?? "") }
            }
            """
        let other = ("Sources/App/Store.swift", "struct Store { func load() throws { try read() } }")
        #expect(found("technical_error_shown", [("Sources/App/Views.swift", views), other]) == [.note])
        #expect(found("technical_error_shown", [("Sources/App/Views.swift", views)]) == [.warning])
        let read = views.replacing("Text(\"x\")", with: "Text(errorMessage ?? \"\")")
        #expect(found("technical_error_shown", [("Sources/App/Views.swift", read), other]) == [.warning])
    }

    @Test(arguments: [
        ("let model: ItemsViewModel", "Button(\"Close\") { model.loadError = nil }", Severity.note),
        ("let model: ItemsViewModel", "Toast().onAppear { after(2) { model.loadError = nil } }", .note),
        ("let model: ItemsViewModel", "Toast().onAppear { model.loadError = nil }", .warning),
        ("let model: ItemsViewModel", "Button(\"Close\") { model.loadError = text }", .warning),
        ("let model: OrdersViewModel", "Button(\"Close\") { model.loadError = nil }", .warning),
    ])
    func `an error that the view takes away is a note`(_ property: String, _ use: String, _ expected: Severity) {
        let user = """
            struct ItemsView: View {
                \(property)
                let items: ItemsViewModel
                var body: some View { VStack { Text(items.loadError ?? ""); \(use) }.refreshable { await items.reload() } }
            }
            """
        let sources = [
            model("@MainActor final class ItemsViewModel: ObservableObject", "\"Not loaded.\""),
            ("Sources/App/ItemsView.swift", user),
            ("Sources/App/OrdersViewModel.swift", "final class OrdersViewModel { var loadError: String? }"),
        ]
        #expect(found("stale_error_on_retry", sources) == [expected])
    }

    @Test(arguments: [("var loadError: String?", Severity.note), ("var last: String?", .warning)])
    func `an error is not read where a variable of its name is`(_ variable: String, _ expected: Severity) {
        let model = """
            @MainActor final class ItemsViewModel: ObservableObject {
                @Published private(set) var loadError: String?
                func reload() async {
                    do { items = try await client.items() } catch { loadError = "Not loaded." }
                }
                func loadAll() async throws {
                    \(variable)
                    for item in items { loadError = await item.load() }
                    if let loadError { throw Failure(loadError) }
                }
            }
            """
        let sources = [
            ("Sources/App/ItemsViewModel.swift", model),
            ("Sources/App/ItemsView.swift", view.replacing("LIST", with: "List(model.items)")),
            ("Sources/App/ShopApp.swift", "@main struct ShopApp: App { let start = ItemsView.self }"),
        ]
        #expect(found("stale_error_on_retry", sources) == [expected])
    }

    private let stub = ("Tests/AppTests/Stub.swift", "final class Stub: URLProtocol {}")

    @Test func `a service whose session tests stub is a note without a mock`() {
        let tests = { (argument: String) in
            ("Tests/AppTests/MailerTests.swift", "let mailer = Mailer(\(argument): stubbed)")
        }
        let inbox = ("Sources/App/Inbox.swift", "final class Inbox { init(mailer: any MailService) {} }")
        let live = [("Sources/App/Mailer.swift", service), inbox]
        #expect(found("missing_mock", live + [tests("session"), stub]) == [.note])
        #expect(found("missing_mock", live + [tests("urlSession"), stub]) == [.note])
        #expect(found("missing_mock", live + [tests("session")]) == [.warning])
        #expect(found("missing_mock", live + [tests("name"), stub]) == [.warning])
    }

    @Test(arguments: [
        ("", Severity.note), ("func load() async { if (try? await mailer.send()) == nil { close() } }", .warning),
        ("// mailer.send()", .note),
        ("func load() async { do { try await other.mailer?.send() } catch { close() } }", .warning),
    ])
    func `a service that nothing of an app calls is a note without a mock`(_ use: String, _ expected: Severity) {
        let inbox =
            "final class Inbox {\nlet mailer: any MailService\ninit(mailer: any MailService) { self.mailer = mailer }\n\(use)\n}"
        let sources = [
            ("Sources/App/Mailer.swift", service), ("Sources/App/Inbox.swift", inbox),
            (
                "Sources/App/MailApp.swift",
                "@main struct MailApp: App { let inbox = Inbox(mailer: Mailer(session: .shared)) }"
            ),
            ("Tests/AppTests/LetterTests.swift", "@Test func opens() { #expect(Inbox.isOpen) }"),
        ]
        #expect(found("missing_mock", sources) == [expected])
    }

    @Test(arguments: [("PurchaseService()", Severity.warning), ("nil", .note)])
    func `a service that nothing of an app makes is a note without a mock`(_ made: String, _ expected: Severity) {
        let purchases = """
            protocol PurchaseServicing { func buy() async throws }
            struct PurchaseService: PurchaseServicing { func buy() async throws { try await shop.buy() } }
            """
        let cart = """
            final class Cart {
                let purchases: (any PurchaseServicing)?
                init(purchases: (any PurchaseServicing)?) { self.purchases = purchases }
                func pay() async { if (try? await purchases?.buy()) == nil { close() } }
            }
            """
        let sources = [
            ("Sources/App/Purchases.swift", purchases), ("Sources/App/Cart.swift", cart),
            ("Sources/App/ShopApp.swift", "@main struct ShopApp: App { let cart = Cart(purchases: \(made)) }"),
            ("Tests/AppTests/CartTests.swift", "@Test func opens() { #expect(Cart.isOpen) }"),
        ]
        #expect(found("missing_mock", sources) == [expected])
    }

    @Test(arguments: [("StateObject var cart = CartController()", 1), ("State var cart = 1", 0)])
    func `a controller that nothing of an app makes may have any shape`(_ property: String, _ count: Int) {
        let controller = """
            final class CartController: ObservableObject {
                @Published private(set) var items: [Item] = []
                func load() async { items = await shop.items() }
            }
            """
        let app = """
            @main struct ShopApp: App { var body: some Scene { WindowGroup { CartView() } } }
            struct CartView: View { @\(property); var body: some View { Text("Cart") } }
            """
        let sources = [("Sources/App/Cart.swift", controller), ("Sources/App/ShopApp.swift", app)]
        #expect(found("controller_shape", sources).count == count)
    }

    @Test(arguments: [("Log", 0), ("Mail", 1)])
    func `each program has its own assembly of a name`(_ other: String, _ count: Int) {
        let assembly = { (name: String, service: String) in
            """
            import Swinject
            struct \(name): Assembly {
                func assemble(container: Container) { container.register(\(service).self) { _ in Live\(service)() } }
            }
            """
        }
        let start = "import Swinject\nlet assembler = Assembler([DataAssembly(), LogAssembly()])"
        let sources = [
            ("Projects/App/Sources/Data.swift", assembly("DataAssembly", "Mail")),
            ("Projects/App/Sources/Log.swift", assembly("LogAssembly", other)),
            ("Projects/App/Sources/Start.swift", start),
            ("DemoApps/Home/Sources/Data.swift", assembly("DataAssembly", "Mail")),
            ("DemoApps/Home/Sources/Start.swift", start),
        ]
        #expect(found("di_duplicate", sources).count == count)
    }
}
