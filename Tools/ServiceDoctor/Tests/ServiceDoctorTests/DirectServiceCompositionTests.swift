import ServiceDoctor
import Testing

/// A view that only puts together what it was given.
@Suite struct DirectServiceCompositionTests {
    private func found(_ code: String) -> [Severity] { CatalogServices.found(code) }

    @Test func `a service made of what the view has, or where nothing was given, is a note`() {
        let view = { (body: String) in
            """
            struct ShopView: View {
                let app: AppState
                private let catalog: CatalogCache
                \(body)
                var body: some View { Text("x") }
            }
            """
        }
        #expect(found(view("func open() { show(ShopModel(CatalogCache(client: app.client))) }")) == [.note])
        #expect(found(view("func open() { show(ShopModel(CatalogCache(client: app.client!))) }")) == [.note])
        #expect(found(view("init(app: AppState) { self.catalog = CatalogCache(client: app.client) }")) == [.note])
        #expect(found(view("init(app: AppState) throws { self.catalog = try CatalogCache(app: app) }")) == [.note])
        let local =
            "func open() { let client = app.client()\nlet catalog = CatalogCache(client: client)\nshow(catalog) }"
        #expect(found(view(local)) == [.note])
        #expect(found(view(local.replacing("app.client()", with: "app.client(of: name)"))) == [.error])
        #expect(found(view(local.replacing("app.client()", with: "makeClient()"))) == [.error])
        #expect(found(view("init(catalog: CatalogCache?) { self.catalog = catalog ?? CatalogCache() }")) == [.note])
        #expect(found(view("init(page: Page?) { self.page = page ?? Page(catalog: CatalogCache()) }")) == [.note])
        #expect(found(view("init() { self.page = kept ?? Page(catalog: CatalogCache()) }")) == [.error])
        let plain = "init() { self.catalog = CatalogCache() }"
        #expect(found(view(plain)) == [.error])
        #expect(found(view("\(plain)\ninit(kept: some CatalogCaching) { catalog = kept }")) == [.note])
        #expect(found(view("\(plain)\ninit(kept: some CatalogCaching) { catalog = copy(kept) }")) == [.error])
        #expect(found(view("func open() { show(ShopModel(CatalogCache(client: Client()))) }")) == [.error])
    }

    @Test(arguments: [
        ("init(model: ShopModel) { self.model = model }", Severity.note),
        ("init(name: String) { model = ShopModel(catalog: .shared) }", .error),
        ("init(title: Text) { model = ShopModel(catalog: .shared) }", .error),
    ])
    func `what another initialiser takes is a note`(_ other: String, _ expected: Severity) {
        let view = """
            struct ShopView: View {
                private let model: ShopModel
                init(id: Int) { let title = Text("x")
                     let catalog = CatalogCache(); model = ShopModel(id: id, catalog: catalog) }
                \(other)
                var body: some View { Text("x") }
            }
            """
        #expect(found(view) == [expected])
    }

    @Test func `what a convenience initialiser hands to another one is a note`() {
        let view = """
            final class ShopView: UIView {
                init(frame: CGRect, catalog: CatalogCaching) { self.catalog = catalog }
                convenience init(frame: CGRect) { self.init(frame: frame, catalog: CatalogCache()) }
            }
            """
        #expect(found(view) == [.note])
        #expect(found(view.replacing("self.init", with: "configure")) == [.error])
    }

    @Test func `a service made of what exists once already is a note`() {
        let view = { (body: String) in
            "final class ShopViewController: UIViewController { func load() { \(body) } }"
        }
        #expect(found(view("show(ShopModel(CatalogAdapter(session: URLSession.shared)))")) == [.note])
        #expect(found(view("let bot = Bots.current\nshow(ShopModel(CatalogAdapter(bot: bot)))")) == [.note])
        #expect(
            found(view("let account = Session.shared.account\nshow(ShopModel(CatalogAdapter(account: account)))")) == [
                .note
            ])
        let computed = """
            struct ShopView: View {
                @Environment(\\.modelContext) private var context
                private var catalog: CatalogAdapter { CatalogAdapter(context: context) }
                var body: some View { Text("x") }
            }
            """
        #expect(found(computed) == [.note])
        #expect(found(computed.replacing("context: context", with: "name: text")) == [.error])
        #expect(found(view("let bot = Bots.make()\nshow(ShopModel(CatalogAdapter(bot: bot)))")) == [.error])
    }

    @Test(arguments: [
        ("@Environment(Session.self) var session", Severity.note), ("@State var session = Session()", .error),
    ])
    func `a wrapper of what the environment holds is a note`(_ property: String, _ expected: Severity) {
        let code = """
            final class AccountService { init(client: Client) {} ; func load() async throws {} }
            struct AccountView: View {
                \(property)
                var body: some View {
                    if let client = session.client { DetailView(service: AccountService(client: client)) }
                }
            }
            """
        #expect(Severities.of(code) == [expected])
    }

    @Test(arguments: [
        ("func load() async { items = try? await TransferClient(context: context).items() }", Severity.note),
        ("func load() async { items = try? await TransferClient(context: context, host: name).items() }", .error),
        ("let host: Host\nfunc load() async { items = try? await TransferClient(host: host).items() }", .error),
        (
            "func model() -> Model {\nlet source = LocalSource(context: context)\nlet client = TransferClient(source: source)\nreturn Model(client)\n}",
            .note
        ),
        (
            "func model() -> Model {\nlet source = LocalSource(name: name())\nlet client = TransferClient(source: source)\nreturn Model(client)\n}",
            .error
        ),
        ("func export() throws { page = try CatalogCache().renderPage(items) }", .note),
        ("func export() throws { page = try CatalogCache().sendPage(items) }", .error),
        ("func export() async throws { page = try await CatalogCache().renderPage(items) }", .error),
    ])
    func `a wrapper of a wrapper, and a service that only computes, is a note`(
        _ member: String, _ expected: Severity
    ) {
        let view = """
            struct CatalogView: View {
                @Environment(\\.modelContext) private var context
                \(member)
                var body: some View { Text("x") }
            }
            """
        #expect(found(view) == [expected])
    }

    @Test func `a service that only adapts what the view was given, or that may be replaced, is a note`() {
        #expect(
            found(
                """
                struct CatalogView: View {
                    init(session: Session) { _model = State(wrappedValue: CatalogModel(CatalogAdapter(session: session))) }
                    var body: some View { Text("x") }
                }
                """) == [.note])
        #expect(
            found(
                "struct CatalogView: View { @StateObject var catalog = CatalogAdapter()\nvar body: some View { Text(\"x\") } }"
            )
                == [.note])
        #expect(
            found(
                """
                struct CatalogView: View {
                    @StateObject private var catalog = CatalogAdapter()
                    var other = CatalogModel(CatalogAdapter(session: Session.shared))
                    var body: some View { Text("x") }
                }
                """) == [.error, .error])
        #expect(
            found(
                """
                final class ShareViewController: UIViewController {
                    func load() { items = extensionContext?.inputItems; catalog = CatalogAdapter() }
                }
                """
            ).isEmpty)
    }

    @Test(arguments: [
        ("CatalogCache(name: $name)", Severity.note),
        ("CatalogCache(name: .init(get: { name }, set: { name = $0 }))", .note),
        ("CatalogCache(name: Binding(get: { name }, set: { _ in }))", .note), ("CatalogCache(name: name.text)", .error),
    ])
    func `a service made of the view's bindings is a note`(_ made: String, _ expected: Severity) {
        let code = """
            struct ShopView: View {
                @State private var name = ""
                var body: some View { Button("Open") { show(ShopModel(\(made))) } }
            }
            """
        #expect(found(code) == [expected])
    }

    @Test(arguments: [
        ("", "private let model = ShopModel(service: ShopService())", Severity.note),
        ("let limit = 3", "init() { _model = StateObject(wrappedValue: ShopModel(service: ShopService())) }", .note),
        ("var items: [Item] = []", "private let model = ShopModel(service: ShopService())", .error),
        ("", "private let service = ShopService()", .error),
        ("", "func open() { show(ShopModel(service: ShopService())) }", .error),
    ])
    func `a service without state that the view's model is made with is a note`(
        _ state: String, _ member: String, _ expected: Severity
    ) {
        let code = """
            final class ShopService { \(state)\nfunc load() async throws -> Data { try await session.load() } }
            struct ShopView: View {
                \(member)
                var body: some View { Text("x") }
            }
            """
        let report = Doctor(configuration: DoctorConfiguration(only: ["direct_service_in_view"]))
            .check(sources: [("Sources/App/A.swift", code)])
        #expect(report.findings.map(\.severity) == [expected])
    }

    @Test(arguments: [
        ("let hub = ShopService(account: Account(url: address)); try await hub.load()", Severity.note),
        ("let account = Account(url: id); try await ShopService(account: account).load()", .note),
        ("let hub = ShopService(account: Account(url: address)); keep(hub)", .error),
        ("let hub = ShopService(account: Account(url: home)); try await hub.load()", .error),
        ("let hub = ShopService(); try await hub.load(); items = hub.items", .note),
        ("let hub = ShopService(); try await hub.load(); other = ShopService()", .error),
        ("hub = ShopService(); try await hub.load()", .error),
    ])
    func `a service that a function makes of input or for itself alone is a note`(
        _ body: String, _ expected: Severity
    ) {
        let code = """
            final class ShopService { var items: [Item] = []\nfunc load() async throws { items = try await all() } }
            struct ShopView: View {
                @State private var address = ""
                private let home = "shop.example"
                var body: some View { Text("x") }
                func open(_ id: String) async throws { \(body) }
            }
            """
        #expect(Set(Severities.of(code).filter { $0 > .note }) == (expected == .note ? [] : [expected]))
        #expect(!Severities.of(code).isEmpty)
    }

    @Test(arguments: [
        ("let client: ShopClient", "let repository = ShopRepository(client: ShopClient())", Severity.note),
        (
            "let client: ShopClient\nvar items: [Item] = []", "let repository = ShopRepository(client: ShopClient())",
            .error
        ),
        ("let client: ShopClient", "let repository = ShopRepository(client: client)", .error),
        ("let client: ShopClient", "let repository = ShopRepository(client: ShopClient()); repository.load()", .error),
    ])
    func `what a storyboard's controller makes its presenter of is a note`(
        _ state: String, _ member: String, _ expected: Severity
    ) {
        let code = """
            struct ShopClient { func load() async throws {} }
            protocol ItemService { func load() async throws }
            final class ShopRepository: ItemService { \(state); func load() async throws { try await client.load() } }
            final class ShopViewController: UIViewController {
                override func viewDidLoad() { \(member)\npresenter = ShopPresenter(view: self, repository: repository) }
            }
            """
        let report = Doctor(configuration: DoctorConfiguration(only: ["direct_service_in_view"]))
            .check(sources: [("Sources/App/A.swift", code)])
        #expect(report.findings.map(\.severity) == [expected])
    }

    @Test(arguments: [("", Severity.note), ("let shop = ShopView()", .error)])
    func `a service of a view that nothing of an app makes is a note`(_ more: String, _ expected: Severity) {
        let found = Doctor(configuration: DoctorConfiguration(only: ["direct_service_in_view"])).check(sources: [
            ("App/A.swift", "@main struct ShopApp: App { var body: some Scene { WindowGroup { HomeView() } } }"),
            ("App/H.swift", "struct HomeView: View { \(more)\nvar body: some View { Text(\"\") } }"),
            ("App/S.swift", "final class ShopService { var items: [Item] = []; func load() async throws {} }"),
            (
                "App/V.swift",
                "struct ShopView: View { private let service = ShopService()\nvar body: some View { Text(\"\") } }"
            ),
        ]).findings
        #expect(found.map(\.severity) == [expected])
    }

    @Test(arguments: [
        ("static func build() -> some View", Severity.note), ("static func build() -> ShopView", .note),
        ("static func build() -> Int", .error), ("func build() -> some View", .error),
    ])
    func `a function of the type that puts the view together is a note`(_ head: String, _ expected: Severity) {
        let view = """
            struct ShopView: View {
                \(head) {
                    let catalog = CatalogCache()
                    return ShopView(model: ShopModel(catalog))
                }
                var body: some View { Text("x") }
            }
            """
        #expect(found(view) == [expected])
    }

    @Test(arguments: [
        ("var catalog", "controller.catalog = Catalog(MockClient())", Severity.note),
        ("private var catalog", "controller.catalog = Catalog(MockClient())", .error),
        ("let catalog", "controller.catalog = Catalog(MockClient())", .error),
        ("var catalog", "other.items = Catalog(MockClient())", .error),
        ("var catalog", "let catalog = Catalog(MockClient())", .error),
    ])
    func `a service that the tests of a controller replace is a note`(
        _ property: String, _ test: String, _ expected: Severity
    ) {
        let app = """
            protocol CatalogService { func items() async throws -> [Item] }
            final class CatalogClient: CatalogService {
                private var known: [Item] = []
                func items() async throws -> [Item] { known }
            }
            struct MockClient: CatalogService { func items() async throws -> [Item] { [] } }
            final class ShopViewController: UIViewController { \(property) = Catalog(CatalogClient()) }
            """
        let tests =
            "final class ShopTests: XCTestCase { func testItems() { let controller = load() as! ShopViewController; \(test) } }"
        let doctor = Doctor(configuration: DoctorConfiguration(only: ["direct_service_in_view"]))
        let report = doctor.check(sources: [("App/Shop.swift", app), ("AppTests/ShopTests.swift", tests)])
        #expect(report.findings.map(\.severity) == [expected])
        // Who can set one variable can set another one.
        let two = app.replacing("UIViewController {", with: "UIViewController { var other = Catalog(CatalogClient());")
        let both = doctor.check(sources: [("App/Shop.swift", two), ("AppTests/ShopTests.swift", tests)])
        #expect(both.findings.map(\.severity) == [expected == .note ? .note : .error, expected])
    }
}
