import ServiceDoctor
import Testing

/// What nobody makes shows nothing: its errors are notes of the rules about what people see.
@Suite struct IdleTypeTests {
    private func found(_ rule: String, _ sources: [(String, String)]) -> [Severity] {
        Doctor(configuration: DoctorConfiguration(only: [rule])).check(sources: sources).findings.map(\.severity)
    }

    private let app = ("Sources/App/ShopApp.swift", "@main struct ShopApp: App { var body: some Scene { START } }")

    private let screen = (
        "Sources/App/ItemsView.swift",
        """
        struct ItemsView: View {
            @State private var model = ItemsViewModel()
            var body: some View { Text(model.loadError ?? "").refreshable { await model.reload() } }
        }
        #Preview { ItemsView() }
        """
    )

    private let model = (
        "Sources/App/ItemsViewModel.swift",
        """
        @MainActor @Observable final class ItemsViewModel {
            var loadError: String?
            func reload() async {
                do { items = try await client.items() } catch { loadError = "\\(error)" }
            }
        }
        """
    )

    private func severities(_ start: String, _ other: String) -> [[Severity]] {
        let sources = [
            (app.0, app.1.replacing("START", with: start)), screen, model, ("Sources/App/Other.swift", other),
        ]
        return ["technical_error_shown", "missing_cancellation_check", "stale_error_on_retry"].map {
            found($0, sources)
        }
    }

    @Test(arguments: [
        ("WindowGroup { Text(\"\") }", ""),
        ("WindowGroup { Text(\"\") }", "struct HomeView: View { var body: some View { ItemsView() } }"),
        (
            "WindowGroup { Text(\"\") }",
            "struct Items_Previews: PreviewProvider { static var previews: some View { ItemsView() } }"
        ),
        ("WindowGroup { Text(\"\") }", "#if DEBUG\nlet debugScreen = ItemsView()\n#endif"),
        ("WindowGroup { Text(\"\") }", "// ItemsView shows the items."),
        ("WindowGroup { Text(\"\") }", "typealias ItemsScreen = ItemsView"),
        ("WindowGroup { OrderViewModel() }", "final class OrderViewModel {}"),
    ])
    func `the errors of a model of a view that only previews and idle views make are notes`(
        _ start: String, _ other: String
    ) {
        #expect(severities(start, other) == [[.note], [.note], [.note]])
    }

    @Test(arguments: [
        ("WindowGroup { ItemsView() }", ""), ("WindowGroup { ItemsView.init() }", ""),
        ("WindowGroup { ItemsScreen() }", "typealias ItemsScreen = ItemsView"),
        ("WindowGroup { HomeView() }", "struct HomeView: View { var body: some View { ItemsView() } }"),
        ("WindowGroup { Routes.start() }", "enum Routes { static func start() -> some View { ItemsView() } }"),
        ("WindowGroup { Text(\"\") }", "final class Host: UIViewController { let items: ItemsView = .init() }"),
        ("WindowGroup { Text(\"\") }", "extension View { func items() -> ItemsView { .init() } }"),
    ])
    func `the errors of what the app makes stay what they are`(_ start: String, _ other: String) {
        #expect(severities(start, other) == [[.warning], [.error], [.warning]])
    }

    @Test func `the error of a model that is made is not shown by a view that nobody makes`() {
        let found = severities(
            "WindowGroup { Text(\"\") }",
            "final class Scene: NSObject { let model = ItemsViewModel(); @objc func open() async { await model.reload() } }"
        )
        #expect(found == [[.note], [.note], [.note]])
    }

    @Test func `a function that only a view calls that nobody makes is not run`() {
        let found = severities(
            "WindowGroup { Text(\"\") }", "final class Scene: NSObject { let model = ItemsViewModel() }")
        #expect(found == [[.note], [.note], [.note]])
        let shown = "func say(_ shop: Shop) { speak(shop.model.loadError) }"
        let handedOn = severities(
            "WindowGroup { Text(\"\") }",
            "\(shown)\nfinal class Scene: NSObject { let model = ItemsViewModel(); @objc func open() { run(model.reload) } }"
        )
        #expect(handedOn == [[.warning], [.note], [.warning]])
        let chained = severities(
            "WindowGroup { Text(\"\") }",
            "\(shown)\nfinal class Scene: NSObject { let model = ItemsViewModel(); @objc func open() async { await shared.model().reload() } }"
        )
        #expect(chained == [[.warning], [.note], [.warning]])
    }

    @Test func `a part of a program may be used by the rest`() {
        #expect(found("technical_error_shown", [screen, model]) == [.warning])
    }

    @Test(arguments: [
        ("", Severity.note), ("struct HomeView { init() { make(Factory().makeItemsViewModel()) } }", .warning),
        ("struct HomeView { func show() { make(Factory().makeItemsViewModel()) } }", .note),
    ])
    func `a factory that nothing calls makes nothing`(_ caller: String, _ expected: Severity) {
        let factory = """
            final class Factory { func makeItemsViewModel() -> ItemsViewModel { ItemsViewModel() } }
            func tick(_ clock: some Ticking) async { await clock.reload() }
            func say(_ shop: Shop) { speak(shop.model.loadError) }
            """
        let found = severities("WindowGroup { HomeView() }", "\(factory)\n\(caller)")
        #expect(found[0] == [expected])
    }

    @Test(arguments: [
        ("", Severity.note), ("extension HomeView { var all: some View { banner() } }", .warning),
        ("extension HomeView { var all: some View { when(true) { $0.banner() } } }", .warning),
    ])
    func `a view that a function makes for all views is made where that is called`(_ use: String, _ expected: Severity)
    {
        let banner = "public extension View { func banner() -> some View { background(ItemsView()) } }"
        #expect(severities("WindowGroup { HomeView() }", banner + "\n" + use)[0] == [expected])
    }

    @Test(arguments: [("DynamicProperty", Severity.note), ("ViewModifier", .note), ("AppIntent", .error)])
    func `what SwiftUI only runs for who names it is idle`(_ parent: String, _ expected: Severity) {
        let type = "struct Loader: \(parent) { func load() { do { try read() } catch {}; load() } }"
        let app = "@main struct ShopApp: App { var body: some Scene { WindowGroup { Text(\"\") } } }"
        #expect(found("silent_catch", [("App/L.swift", type), ("App/A.swift", app)]) == [expected])
    }

    @Test(arguments: [
        ("NSObject, ObservableObject, PlayerDelegate", "", Severity.note),
        ("NSObject, ObservableObject, PlayerDelegate", "let player = Player()", .error),
        ("NSObject, PlayerDelegate", "", .error), ("NSObject, ObservableObject, UIApplicationDelegate", "", .error),
    ])
    func `a model that is a delegate as well is made by somebody`(
        _ parents: String, _ use: String, _ expected: Severity
    ) {
        let player = """
            final class Player: \(parents) {
                let objectWillChange = PassthroughSubject<Player, Never>()
                @objc func play() { do { try session.play(song) } catch {} }
            }
            """
        let app = "@main struct ShopApp: App { \(use)\nvar body: some Scene { WindowGroup { Text(\"\") } } }"
        #expect(found("silent_catch", [("App/P.swift", player), ("App/A.swift", app)]) == [expected])
    }

    @Test(arguments: [
        ("typealias Model = ItemsModel\nlet model = Model()", "UIViewController", Severity.error),
        ("let count = 1", "UIViewController", .note),
        ("let model = ItemsModel()", "UIViewController", .error),
        // A storyboard makes the controller.
        ("let model = ItemsModel()", "BaseViewController", .error),
        ("let model = ItemsModel()", "BaseModel", .note),
    ])
    func `a model is made by way of an alias, and by a controller that the system makes`(
        _ member: String, _ parent: String, _ expected: Severity
    ) {
        let found = found(
            "force_try",
            [
                (app.0, app.1.replacing("START", with: "WindowGroup { Text(\"\") }")),
                ("App/B.swift", "class BaseViewController: UIViewController {}\nclass BaseModel: ObservableObject {}"),
                ("App/L.swift", "final class ListScreen: \(parent) { \(member) }"),
                ("App/M.swift", "final class ItemsModel { init() { page = try! String(contentsOf: url) } }"),
            ])
        #expect(found == [expected])
    }

    @Test(arguments: [
        ("struct Importer", "let importer = Importer()", Severity.error), ("struct Importer", "", .note),
        ("struct Importer: Codable", "", .note), ("actor Importer", "", .note), ("enum Importer", "", .note),
        ("struct Importer: AppIntent", "", .error), ("@objc class Importer", "", .error),
        ("final class Importer: NSObject", "", .error), ("struct iImporter", "", .error),
    ])
    func `what nobody uses is a note, unless the system may`(_ type: String, _ use: String, _ expected: Severity) {
        let importer = "\(type) { func run() { do { try files.copy(all) } catch {} } }"
        let app = "@main struct ShopApp: App { \(use)\nfunc start() { importer.run() } }"
        #expect(found("silent_catch", [("App/I.swift", importer), ("App/A.swift", app)]) == [expected])
    }

    @Test(arguments: [
        ("NSObject", Severity.note), ("NSObject, CLLocationManagerDelegate", .note),
        ("NSObject, WKExtensionDelegate", .error), ("NSObject, TemplateApplicationSceneDelegate", .error),
    ])
    func `an object that no code and no nib makes is a note`(_ parents: String, _ expected: Severity) throws {
        let folder = try TemporaryFolder([
            "App/A.swift": "@main struct ShopApp: App { func start() { importer.run() } }",
            "App/I.swift": "class Importer: \(parents) { func run() { do { try files.copy(all) } catch {} } }",
        ])
        let doctor = Doctor(
            configuration: DoctorConfiguration(only: ["silent_catch"]), workingDirectory: folder.path)
        #expect(try doctor.check(["."]).findings.map(\.severity) == [expected])
    }
}
