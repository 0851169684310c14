import ServiceDoctor
import Testing

/// Who calls a function decides whether its errors matter.
@Suite struct CallerTests {
    /// What is found in the first of two models that have a function of one name, where a view has one of them.
    private func found(_ property: String, _ owner: String = "struct HomeView: View", _ rest: String = "") -> [Severity]
    {
        let models = """
            final class TagModel { func load() { do { try store.read(tags) } catch {} } }
            final class HomeModel { func load() {} }
            """
        let views = """
            \(owner) { \(property); var body: some View { List { model.load() } } }
            struct TagView: View { let model: TagModel; var body: some View { Text(model.title) } }
            \(rest)
            """
        let app = "@main struct ShopApp: App { init() { make(HomeView.self, TagView.self, HomeModel()) } }"
        return Doctor(configuration: DoctorConfiguration(only: ["silent_catch"]))
            .check(sources: [("App/Models.swift", models), ("App/Views.swift", views), ("App/App.swift", app)])
            .findings.map(\.severity)
    }

    @Test(arguments: [
        ("@State private var model = HomeModel()", Severity.note), ("@ObservedObject var model: HomeModel", .note),
        ("let model: TagModel", .error), ("@State var model = TagModel()", .error), ("let model = makeModel()", .error),
        ("let model: any Loading & Sendable", .error), ("let model: Model", .error),
        ("let model: Box<HomeModel>", .error),
        ("let model: GenericModel<Int>", .error), ("let model = HomeModel.shared", .error),
        ("let model = Inject(HomeModel.self)", .error), ("let model: Refreshing", .error),
        ("@State var model: HomeModel?", .note),
    ])
    func `a view calls the model that its own property has`(_ property: String, _ expected: Severity) {
        let others = """
            typealias Model = TagModel
            typealias GenericModel<Value> = TagModel
            protocol Refreshing { func load() }
            final class FancyModel: TagModel, Refreshing {}
            """
        #expect(found(property, rest: others) == [expected])
    }

    /// `HomeModel.shared` is a `HomeModel` only if `HomeModel` declares it as one.
    @Test(arguments: [
        ("static let shared = HomeModel()", Severity.note), ("static let shared = other as! HomeModel", .note),
        ("static let shared = other as! Box<HomeModel>", .error),
        ("static var shared: HomeModel { HomeModel() }", .note),
        ("static let shared: any Loading = TagModel()", .error), ("static let shared = make()", .error),
        ("static let other = HomeModel()", .error),
    ])
    func `a view calls the model that a type keeps of itself`(_ shared: String, _ expected: Severity) {
        let extra = "extension HomeModel { \(shared) }\nextension TagModel: Loading {}\nprotocol Loading {}"
        #expect(found("let model = HomeModel.shared", rest: extra) == [expected])
        let local = "\(extra)\nextension HomeView { func show() { let model = HomeModel.shared; model.load() } }"
        #expect(found("let model: HomeModel", rest: local) == [expected])
    }

    /// Code in which `model` is not the `HomeModel` that its name suggests.
    @Test(arguments: [
        "typealias Base = TagModel\nfinal class SharedModel: Base { static let shared = SharedModel() }",
        "final class SharedModel { static let shared = SharedModel(); let load: () -> Void = TagModel().load }",
        "final class SharedModel { static let shared = SharedModel() }\nextension Widget { final class SharedModel { static let shared = TagModel() } }",
        "extension HomeView { func show() { let (model, _) = pair(); model.load() } }",
        "extension HomeView { var title: String { get { \"\" } set(model) { model.load() } } }",
        "struct PairView: View { let (model, count) = pair(); var body: some View { List { model.load() } } }\nlet pairs = PairView()",
        "extension HomeView { func show() { guard let (model, _) = pair() else { return }; model.load() } }",
        "struct ProxyView: View { @Proxy var model = HomeModel.shared; var body: some View { List { model.load() } } }\nlet proxy = ProxyView()",
        "func show() { pair().model.load() }", "func show() { let all = (model: tag, count: 1); all.model.load() }",
        "struct Runner<HomeModel: Loading> { func run() { HomeModel.active().load() } }",
        "extension HomeModel { static func made<T>(_ type: T.Type) -> HomeModel { make() } }\nfunc show() { HomeModel.made(Tag.self).load() }",
        "extension HomeModel { static func found<HomeModel>() -> HomeModel { make() } }\nfunc show() { HomeModel.found().load() }",
    ])
    func `what may be something else than its name says is called`(_ others: String) {
        let extra = "\(others)\nextension HomeModel { static let shared = HomeModel() }"
        let property =
            others.contains("SharedModel") ? "let model = SharedModel.shared" : "let model = HomeModel.shared"
        #expect(found(property, rest: extra) == [.error])
    }

    @Test func `a class of the system has what an extension gives it`() {
        let code = """
            protocol Alerting {}
            extension Alerting { func save() { do { try store.save(item) } catch {} } }
            extension UIViewController: Alerting {}
            final class Tabs: UITabBarController { static let shared = Tabs() }
            @main final class AppDelegate: UIResponder, UIApplicationDelegate { let tabs = Tabs.shared; func end() { tabs.save() } }
            """
        let report = Doctor(configuration: DoctorConfiguration(only: ["silent_catch"])).check(sources: [
            ("App/A.swift", code)
        ])
        #expect(report.findings.map(\.severity) == [.error])
    }

    @Test(arguments: [
        ("static func active() -> HomeModel", Severity.note), ("class func active() -> TagModel", .error),
        ("static func active() -> any Loading", .error), ("static func active() -> Self", .error),
        ("func active() -> HomeModel", .error),
    ])
    func `a static function tells what it returns`(_ function: String, _ expected: Severity) {
        let extra = """
            extension HomeModel { \(function) { make() } }
            extension HomeView { func show() { HomeModel.active().load() } }
            """
        #expect(found("let model: HomeModel", rest: extra) == [expected])
    }

    @Test(arguments: [
        ("Auth.auth().load()", "", Severity.note), ("Auth.account().load()", "", .error),
        ("Auth.auth().load()", "enum Auth { static func auth() -> TagModel { make() } }", .error),
        ("Auth.auth().load()", "extension Auth { static func auth() -> TagModel { make() } }", .error),
        ("Auth.auth().load()", "enum Auth { static func auth(_ isLive: Bool = true) -> TagModel { make() } }", .error),
    ])
    func `what a library gives under its own name is the library's`(
        _ call: String, _ own: String, _ expected: Severity
    ) {
        let use = "\(own)\nextension HomeView { func show() { \(call) } }"
        #expect(found("let model: HomeModel", rest: use) == [expected])
    }

    @Test(arguments: [
        ("NSManagedObjectContext", Severity.note), ("NSContext", .error), ("ManagedContext", .error),
        ("TagModel.Context", .error),
    ])
    func `a class of the system is none of the project's`(_ type: String, _ expected: Severity) {
        let extra = "struct Other { let model = make() }\ntypealias NSContext = TagModel"
        #expect(found("let model: \(type)", rest: extra) == [expected])
    }

    @Test(arguments: [
        ("tags.forEach { model in model.load() }", Severity.error),
        ("tags.forEach { (model: TagModel) in model.load() }", .error),
        ("run { [model = tag] in model.load() }", .error), ("for model in tags { model.load() }", .error),
        ("if let model = other as? TagModel { model.load() }", .error), ("if let model { model.load() }", .note),
        ("guard let model = tag else { return }; model.load()", .error),
        ("guard case .loaded(let model) = state else { return }; model.load()", .error),
        ("guard let model = self.model else { return }; model.load()", .note),
        ("switch state { case .loaded(let model): model.load(); default: break }", .error),
        ("while let model = next() { model.load() }", .error), ("model.load()", .note),
    ])
    func `a name that is bound anew is no property`(_ work: String, _ expected: Severity) {
        let extra = "extension HomeView { init() { \(work) } }"
        #expect(found("let model: HomeModel", "struct HomeView: View", extra) == [expected])
    }

    @Test func `a parameter of one function hides no property in another`() {
        let extra = "extension HomeView { init(model: HomeModel) { self.model = model }; func show() { model.load() } }"
        #expect(found("let model: HomeModel", "struct HomeView: View", extra) == [.note])
        let taking = "extension HomeView { func show(model: TagModel) { model.load() } }"
        #expect(found("let model: HomeModel", "struct HomeView: View", taking) == [.error])
    }

    @Test func `what calls a function of its own name on another thing is called by somebody else first`() {
        let wrapping = "final class TagService { func load() { do { try store.read() } catch {}; model.load() } }"
        #expect(found("let model: HomeModel", rest: "\(wrapping)\nlet service = TagService()") == [.error, .note])
        let used = "final class Shop: UIViewController { @objc func show() { any.load() } }\nlet shop = Shop()"
        #expect(
            found("let model: HomeModel", rest: "\(wrapping)\nlet service = TagService()\n\(used)") == [.error, .error])
    }

    @Test(arguments: [
        ("Button(action: reload)", "", Severity.error), ("let all = [reload]", "", .error),
        ("let all = [\"Reload\": reload]", "", .error), ("Button(action: other)", "", .note),
        ("Button(action: reload)", "let reload: () -> Void", .note),
    ])
    func `a function that is handed on is called, whatever properties others have`(
        _ use: String, _ property: String, _ expected: Severity
    ) {
        let sheet = """
            final class TagSheet: UIViewController {
                let tags: TagModel
                \(property)
                func open() { \(use) }
                @objc func show() { open() }
                \(property.isEmpty ? "func reload() { TagModel().load() }" : "")
            }
            struct RetryView: View { let reload: () -> Void }
            """
        #expect(found("let model: HomeModel", rest: sheet) == [expected])
    }

    @Test(arguments: ["callAsFunction()", "encode(to encoder: Encoder)", "main()"])
    func `what the language calls without a name is called`(_ function: String) {
        let loader = "struct Loader { func \(function) { TagModel().load() } }\nlet loader = Loader()"
        #expect(found("let model: HomeModel", rest: loader) == [.error])
        let uncalled = loader.replacing(function, with: "run()")
        #expect(found("let model: HomeModel", rest: uncalled) == [.note])
    }

    @Test func `a long chain of callers is not followed to its end`() {
        let chain = (1...80).map { "func step\($0)() { step\($0 - 1)() }" }.joined(separator: "\n")
        let loader = "final class Loader { func step0() { TagModel().load() }\n\(chain)\n@objc func go() { step80() } }"
        #expect(found("let model: HomeModel", rest: loader) == [.error])
    }

    @Test(arguments: [
        ("UIViewController, UITableViewDelegate", "func tableView(_ tableView: UITableView)", Severity.error),
        ("UIViewController", "func tableView(_ tableView: UITableView)", .note),
        ("UIViewController, Coordinating", "func show(_ page: UIViewController)", .error),
        ("UIViewController, Known", "func knownToObjectiveC()", .error),
    ])
    func `what a parent of a parent stands for, the system calls`(
        _ parents: String, _ function: String, _ expected: Severity
    ) {
        let controllers = """
            class BaseController: \(parents) {}
            final class TagController: BaseController { \(function) { TagModel().load() } }
            protocol Coordinating: UINavigationControllerDelegate {}
            @objc protocol Known { func knownToObjectiveC() }
            let controller = TagController()
            """
        #expect(found("let model: HomeModel", rest: controllers) == [expected])
    }

    @Test(arguments: ["@objcMembers final class Loader", "final class Loader {}\n@objc extension Loader"])
    func `what Objective-C knows, it may call`(_ type: String) {
        let loader = "\(type) { func reload() { TagModel().load() } }\nlet loader = Loader()"
        #expect(found("let model: HomeModel", rest: loader) == [.error])
    }

    @Test(arguments: [("Model", Severity.error), ("HomeModel", .note)])
    func `a parameter for types may stand for any model`(_ type: String, _ expected: Severity) {
        #expect(found("let model: \(type)", "struct HomeView<Model: Loading>: View") == [expected])
    }

    @Test func `what is left open by a protocol may be any model`() {
        let screen = """
            protocol Screen { associatedtype Model; var model: Model { get } }
            extension Screen { func show() { model.load() } }
            func open(_ screen: some Screen) { screen.show() }
            """
        #expect(found("let model: HomeModel", rest: screen) == [.error])
    }

    @Test(arguments: [("struct TagSheet: View", Severity.note), ("final class TagSheet: UIResponder", .error)])
    func `a view that nobody makes calls nothing`(_ owner: String, _ expected: Severity) {
        let sheet = "\(owner) { let model: TagModel; var body: some View { List { model.load() } } }"
        #expect(found("let model: HomeModel", rest: sheet) == [expected])
    }

    @Test(arguments: [("", Severity.note), ("@objc", .error), ("@IBAction", .error)])
    func `a function that nobody calls calls nothing`(_ attribute: String, _ expected: Severity) {
        let shop =
            "final class Shop: UIViewController { \(attribute) func reload() { TagModel().load() } }"
        #expect(found("let model: HomeModel", rest: "\(shop)\nlet shop = Shop()") == [expected])
    }

    @Test func `a computed property may be read by anybody`() {
        let shop = """
            func start() { struct Shop { let tags: TagModel; var size: Int { tags.load(); return 1 } }; show(Shop(tags: tags).size) }
            """
        #expect(found("let model: HomeModel", rest: "\(shop)\nlet begin = { start() }") == [.error])
    }

    @Test(arguments: [
        ("ProcessInfo.processInfo.arguments.contains(\"IS_RUNNING_UITEST\")", Severity.note),
        ("CommandLine.arguments.contains(\"-screenshots\")", .note),
        ("CommandLine.arguments.contains(\"-import\")", .error),
        ("CommandLine.arguments.contains(\"--latest\")", .error),
        ("CommandLine.arguments.contains(\"-TestFlight\")", .error),
        ("CommandLine.arguments.contains(\"-uitest\") || isEmpty", .error),
        ("!CommandLine.arguments.contains(\"-uitest\")", .error), ("isTesting", .error),
    ])
    func `what only a run of tests calls fails for nobody`(_ condition: String, _ expected: Severity) {
        let store = "final class ShopStore { func seed() { try! container.viewContext.save() } }"
        let app = "@main struct ShopApp: App { init() { let store = ShopStore(); if \(condition) { store.seed() } } }"
        let doctor = Doctor(configuration: DoctorConfiguration(only: ["force_try"]))
        #expect(
            doctor.check(sources: [("App/S.swift", store), ("App/A.swift", app)]).findings.map(\.severity) == [expected]
        )
    }

    @Test(arguments: [
        ("private func fill", "", Severity.note), ("private func fill", "fill()", .error), ("func fill", "", .error),
        ("@objc private func fill", "", .error), ("private func fill", "// fill()", .note),
    ])
    func `nobody but its file calls a private function, whatever the class is`(
        _ function: String, _ use: String, _ expected: Severity
    ) {
        let app = """
            @main final class AppDelegate: UIResponder, UIApplicationDelegate {
                func application(_ application: UIApplication) -> Bool {
                    \(use)
                    return true
                }
                \(function)(_ count: Int = 1) { for item in items { do { try store.save(item) } catch {} } }
            }
            """
        let doctor = Doctor(configuration: DoctorConfiguration(only: ["silent_catch"]))
        #expect(doctor.check(sources: [("App/A.swift", app)]).findings.map(\.severity) == [expected])
    }

    private func found(_ property: String, rest: String) -> [Severity] {
        found(property, "struct HomeView: View", rest)
    }
}
