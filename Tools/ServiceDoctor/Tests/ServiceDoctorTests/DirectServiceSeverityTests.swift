import ServiceDoctor
import Testing

@Suite struct DirectServiceSeverityTests {
    @Test func `a service that a view makes for one call that cannot fail is a note`() {
        let code = """
            protocol BrowserServiceProtocol { func open(_ url: URL) }
            final class BrowserService: BrowserServiceProtocol { func open(_ url: URL) {} }
            struct MockBrowserService: BrowserServiceProtocol { func open(_ url: URL) {} }
            struct HelpView: View { var body: some View { Button("Help") { BrowserService().open(help) } } }
            struct NameView: View { var body: some View { Text(BrowserService().name) } }
            """
        #expect(Severities.of(code) == [.note, .note])
    }

    private func found(_ code: String) -> [Severity] { CatalogServices.found(code) }

    @Test(arguments: [
        ("func client() -> any CatalogService { return TransferClient(address: address) }", Severity.note),
        ("func client() -> any CatalogService { TransferClient(address: address) }", .note),
        ("func client() -> any CatalogService { return TransferClient() }", .error),
        ("func client() -> any CatalogService { return TransferClient(timeout: 30) }", .error),
        ("func load() async { items = try? await TransferClient(address: address).items() }", .error),
        ("var client: any CatalogService { TransferClient(address: address) }", .error),
    ])
    func `a service that a function of the view returns is a note`(_ member: String, _ expected: Severity) {
        let view = "struct CatalogView: View {\nlet address = \"a\"\n\(member)\nvar body: some View { Text(\"x\") }\n}"
        #expect(found(view) == [expected])
        #expect(found(view.replacing("CatalogView", with: "CatalogRootView")) == [.note])
    }

    @Test(arguments: [("UIViewController", [Severity.error]), ("NSObject", []), ("Screen", [])])
    func `a view may have a base class of the project`(_ base: String, _ expected: [Severity]) {
        let view = "final class ShopViewController: BaseViewController { let catalog = CatalogCache() }"
        #expect(found("\(view)\nclass BaseViewController: \(base) {}") == expected)
        #expect(found(view).isEmpty)
    }

    @Test func `a service that is made wherever it is needed is a note`() {
        let view = "final class ShopViewController: UIViewController { let catalog = CatalogCache() }"
        let user = { (count: Int) in "final class User\(count) { let catalog = CatalogCache() }" }
        #expect(found(([view] + (1...4).map(user)).joined(separator: "\n")) == [.note])
        #expect(found(([view] + (1...3).map(user)).joined(separator: "\n")) == [.error])
        let views = (1...4).map {
            "final class ShopViewController\($0): UIViewController { let catalog = CatalogCache() }"
        }
        #expect(found(views.joined(separator: "\n")) == Array(repeating: .error, count: 4))
        let composers = (1...4).map { "final class Shop\($0)Coordinator { let catalog = CatalogCache() }" }
        #expect(found(([view] + composers).joined(separator: "\n")) == [.error])
    }

    @Test func `a view that only the app or its delegate makes puts the app together`() {
        let view = "final class RootViewController: UIViewController { let catalog = CatalogCache() }"
        let delegate = """
            final class SceneDelegate: UIResponder, UIWindowSceneDelegate {
                func scene() { window?.rootViewController = RootViewController() }
            }
            """
        #expect(found("\(view)\n\(delegate)") == [.note])
        #expect(
            found("\(view)\n\(delegate)\nfinal class Flow { func open() { push(RootViewController()) } }") == [.error])
        #expect(found("\(view)\nfinal class SceneDelegate: UIResponder { let root = RootViewController() }") == [.note])
        #expect(found("\(view)\n@main struct ShopApp: App { let root = RootViewController() }") == [.note])
        let registered = """
            import Swinject
            func wire(c: Container) { c.register(CatalogService.self) { _ in CatalogCache() } }
            """
        #expect(
            found("\(registered)\n\(view)\n@main struct ShopApp: App { let root = RootViewController() }") == [.error])
        let mock = "final class MockCatalog: CatalogService { private var known: [Item] = [] }\n"
        #expect(
            found(
                mock + view.replacing("CatalogCache", with: "MockCatalog")
                    + "\n@main struct ShopApp: App { let root = RootViewController() }") == [.error])
    }

    @Test func `a service that holds nothing, and is used where it is made, is a note`() {
        let view = { (use: String) in
            "final class ShopViewController: UIViewController { func load() async throws { \(use) } }"
        }
        #expect(found(view("show(try await CatalogAdapter().items())")) == [.note])
        #expect(found(view("let catalog = CatalogAdapter()\nshow(try await catalog.items())")) == [.note])
        #expect(found(view("let catalog = CatalogAdapter()\nshow(catalog)")) == [.error])
        #expect(found(view("show(try await CatalogCache().items())")) == [.error])
        let registered = "import Swinject\nfunc wire(c: Container) { c.register(Mailing.self) { _ in SMTPMailer() } }\n"
        #expect(found(registered + view("show(try await SMTPMailer().items())")) == [.error])
    }

    @Test func `an initialiser that makes several services, and a project whose views make many, are notes`() {
        let root = """
            struct ShopView: View {
                init() {
                    let catalog = CatalogCache()
                    let transfers = TransferClient()
                    let mail = MailService()
                    _model = State(wrappedValue: ShopModel(catalog, transfers, mail))
                }
                var body: some View { Text("x") }
            }
            """
        #expect(Set(found(root)) == [.note])
        #expect(found(root.replacing("let mail = MailService()", with: "")) == [.error, .error])
        let views = { (count: Int) in
            (1...count).map {
                "struct V\($0): View { @State private var c = CatalogCache(); var body: some View { Text(\"x\") } }"
            }
            .joined(separator: "\n")
        }
        #expect(Set(found(views(8))) == [.error])
        #expect(Set(found(views(9))) == [.note])
    }

    @Test func `a service that is created for another one is not reported beside it`() {
        let view = { (body: String) in
            "final class ShopViewController: UIViewController { func load() { \(body) } }"
        }
        #expect(found(view("show(CatalogCache(client: TransferClient(host: name)))")) == [.error])
        #expect(
            found(
                view(
                    "let client = TransferClient(host: name)\nlet catalog = CatalogCache(client: client)\nshow(catalog)"
                ))
                == [.error])
        #expect(found(view("show(CatalogModel(client: TransferClient(host: name)))")) == [.error])
    }

    @Test(arguments: [
        ("PlayerService", "Sources/App/PlayerView.swift", [Severity.error]),
        ("DummyPlayerService", "Sources/App/PlayerView.swift", []),
        ("PlayerService", "Sources/App/PlayerTestView.swift", [.note]),
        ("PlayerService", "Sources/App/TestPlayerView.swift", [.error]),
    ])
    func `what is there until the real service is, and what is tried out by hand, is no error`(
        _ service: String, _ path: String, _ expected: [Severity]
    ) {
        let code = """
            final class \(service) { func play() async throws {} }
            struct PlayerView: View { private let player = \(service)(); var body: some View { Text("x") } }
            """
        let doctor = Doctor(configuration: DoctorConfiguration(only: ["direct_service_in_view"]))
        #expect(doctor.check(sources: [(path, code)]).findings.map(\.severity) == expected)
    }

    @Test(arguments: [
        ("func setModel(_ model: CatalogModel) { self.model = model }", Severity.note),
        ("func setModel(_ other: CatalogModel) { self.model = CatalogModel(catalog: CatalogCache()) }", .error),
        ("func reset() { model.reset() }", .error),
    ])
    func `what others may set instead, through a function, is a note`(_ function: String, _ expected: Severity) {
        let code = """
            class CatalogController: UIViewController {
                private(set) lazy var model: CatalogModel = { CatalogModel(catalog: CatalogCache()) }()
                \(function)
            }
            """
        #expect(found(code).prefix(1) == [expected])
    }

    @Test(arguments: [
        ("func choose(_ year: String) -> Observable<String> { event.onNext(year); return .just(year) }", Severity.note),
        (
            "func choose(_ year: String) -> Observable<String> { event.onNext(year); return API.shared.send(year) }",
            .error
        ),
        ("func choose(_ year: String) async -> String { event.onNext(year); return year }", .error),
    ])
    func `a service that only tells what it is told is a note`(_ function: String, _ expected: Severity) {
        let code = """
            protocol YearService { var event: PublishSubject<String> { get }; func choose(_ year: String) -> Observable<String> }
            final class ChosenYearService: YearService { let event = PublishSubject<String>(); \(function) }
            class NameController: UIViewController {
                func go() { push(YearController(model: YearModel(service: ChosenYearService()))) }
            }
            """
        #expect(found(code) == [expected])
    }

    @Test(arguments: [
        ("required init?(coder: NSCoder)", Severity.note), ("init(title: String)", .error),
        ("convenience init()", .error),
    ])
    func `an initialiser that only storyboards call is a note`(_ start: String, _ expected: Severity) {
        let code = """
            class CatalogController: UIViewController {
                let catalog: any CatalogService
                \(start) { catalog = CatalogCache() }
            }
            """
        #expect(found(code) == [expected])
    }

    @Test(arguments: [("UITableViewCell", Severity.note), ("UICollectionViewCell", .note), ("UIView", .error)])
    func `a cell, which nobody hands anything as it is made, has what it needs itself`(
        _ parent: String, _ expected: Severity
    ) {
        let code = """
            final class PlayerService { func play() async throws {} }
            class ItemCell: \(parent) { let player = PlayerService() }
            """
        #expect(found(code) == [expected])
    }

    @Test(arguments: [
        ("struct Dial { let width: Int }", [Severity]()), ("class Dial { var width = 0 }", [.error]),
        ("struct Dial { func load() async {} }", [.error]), ("struct Dial: Showing { let width: Int }", [.error]),
        ("struct Dial: View { func load() async {} }", []),
    ])
    func `a structure that only holds values is no service, although it is registered`(
        _ type: String, _ expected: [Severity]
    ) {
        let code = """
            import Swinject
            protocol Showing {}
            \(type)
            let container = Container()
            func assemble() { container.register(Dial.self) { _ in Dial(width: 1) } }
            struct DialView: View { private let dial = Dial(width: 2); var body: some View { Text("x") } }
            """
        #expect(found(code) == expected)
    }

    @Test(arguments: [
        // An argument of the memberwise initialiser, which callers may give.
        ("var catalog: any CatalogService = CatalogAdapter()", Severity.note),
        ("private var catalog: any CatalogService = CatalogCache()", .error),
        ("let catalog: any CatalogService = CatalogCache()", .error),
        ("var catalog: any CatalogService = CatalogCache()\ninit(title: String) {}", .error),
        (
            "@State private var catalog: any CatalogService = CatalogCache()\ninit(made: CatalogCache) { _catalog = State(initialValue: made) }",
            .note
        ),
        ("@StateObject private var catalog = CatalogState()", .note),
        (
            "@StateObject var catalog: CatalogState\ninit() { _catalog = StateObject(wrappedValue: CatalogState()) }",
            .note
        ),
        ("@StateObject private var catalog = CatalogDraft()", .note),
        ("@StateObject private var catalog = ShownCatalogService()", .error),
        ("@State private var catalog = CatalogCache()", .error), ("@State private var player = PlayerService()", .note),
        ("private let player = PlayerService()", .error),
        ("let app: App\nvar service: TransferClient { return TransferClient(client: app.client) }", .note),
        (
            "let app: App\nfunc service() -> TransferClient? { guard let client = app.client else { return nil }\nreturn TransferClient(client: client) }",
            .note
        ),
        ("var item: Item!\nlazy var player = { PlayerService(item: item.id) }()", .note),
        ("var item = Item()\nprivate lazy var player = { PlayerService(item: item.id) }()", .error),
    ])
    func `what others may set, and what belongs to the view alone, is a note`(_ property: String, _ expected: Severity)
    {
        let code = """
            final class PlayerService { func play() async throws {} }
            final class CatalogState: ObservableObject, CatalogService { var items: [Item] = [] }
            final class CatalogDraft: ObservableObject, CatalogService { func save() throws {} }
            final class ShownCatalogService: ObservableObject, CatalogService { func save() throws {} }
            struct CatalogView: View {
                \(property)
                var body: some View { Text("x") }
            }
            """
        #expect(found(code) == [expected])
    }

    @Test(arguments: [
        ("ItemView", "CatalogCache", 1), ("ItemPreviewWrapper", "CatalogCache", 0), ("ItemView", "FixtureCatalog", 0),
    ])
    func `a view for previews, and a stand-in by its name, are no findings`(
        _ view: String, _ service: String, _ count: Int
    ) {
        let code = """
            final class FixtureCatalog: CatalogService {
                private var known: [Item] = []
                func items() async throws -> [Item] { known }
            }
            private struct \(view): View { private let catalog = \(service)(); var body: some View { ItemList(catalog: catalog) } }
            """
        #expect(found(code).count == count)
    }

    @Test func `what an extension does for whoever conforms is a trait, and no service`() {
        let code = """
            protocol TapService { func tap() }
            final class TapCounter: TapService { var count = 0 }
            extension UIBarButtonItem: TapService {}
            final class ShopViewController: UIViewController {
                let taps = TapCounter()
                let done = UIBarButtonItem()
            }

            """
        let trait = "extension TapService { func tap() { generator.impactOccurred() } }"
        #expect(Severities.of(code).contains(.error))
        #expect(!Severities.of(code + trait).contains(.error))
        let slow = (code + trait).replacing("func tap()", with: "func tap() async")
        #expect(Severities.of(slow).contains(.error))
    }

    @Test(arguments: [
        ("", "Mock", Severity.note), ("private var known: [Item] = []", "Mock", .error), ("", "Remote", .error),
    ])
    func `a service that only works with what it is given, which tests replace, is a note`(
        _ property: String, _ other: String, _ expected: Severity
    ) {
        let code = """
            struct Item { let name: String }
            protocol Pantry { func items() async throws -> [Item] }
            struct \(other)Pantry: Pantry { func items() async throws -> [Item] { [] } }
            actor LookupService {
                \(property)
                func find(_ code: String, in pantry: any Pantry) async throws -> String? {
                    let items = try await pantry.items()
                    return items.first { $0.name == code }?.name
                }
            }
            struct PantryView: View {
                private let lookup = LookupService()
                var body: some View { Text("x") }
            }
            """
        let doctor = Doctor(configuration: DoctorConfiguration(only: ["direct_service_in_view"]))
        #expect(doctor.check(sources: [("Sources/App/A.swift", code)]).findings.map(\.severity) == [expected])
    }
}
