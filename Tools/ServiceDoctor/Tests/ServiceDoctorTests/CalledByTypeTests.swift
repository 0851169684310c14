import ServiceDoctor
import Testing

/// Two models have a function of one name, as `load`; the type of the property tells which of them a view calls.
@Suite struct CalledByTypeTests {
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
    ])
    func `a view calls the model that its own property has`(_ property: String, _ expected: Severity) {
        #expect(found(property, rest: "typealias Model = TagModel") == [expected])
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
    func `a function that nobody calls calls nothing on others`(_ attribute: String, _ expected: Severity) {
        let shop =
            "final class Shop: UIViewController { let tags: TagModel; \(attribute) func reload() { tags.load() } }"
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

    private func found(_ property: String, rest: String) -> [Severity] {
        found(property, "struct HomeView: View", rest)
    }
}
