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
        #expect(found(view("init(app: AppState) { self.catalog = CatalogCache(client: app.client) }")) == [.note])
        #expect(found(view("init(app: AppState) throws { self.catalog = try CatalogCache(app: app) }")) == [.note])
        let local =
            "func open() { let client = app.client()\nlet catalog = CatalogCache(client: client)\nshow(catalog) }"
        #expect(found(view(local)) == [.note])
        #expect(found(view(local.replacing("app.client()", with: "app.client(of: name)"))) == [.error])
        #expect(found(view(local.replacing("app.client()", with: "makeClient()"))) == [.error])
        #expect(found(view("init(catalog: CatalogCache?) { self.catalog = catalog ?? CatalogCache() }")) == [.note])
        #expect(found(view("init() { self.catalog = CatalogCache() }")) == [.error])
        #expect(found(view("func open() { show(ShopModel(CatalogCache(client: Client()))) }")) == [.error])
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
}
