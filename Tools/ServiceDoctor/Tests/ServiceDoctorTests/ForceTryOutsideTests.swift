import ServiceDoctor
import Testing

/// What a project's own function does outside the program decides whether `try!` on it is an error.
@Suite struct ForceTryOutsideTests {
    private func found(_ call: String, _ function: String) -> [Severity] {
        Doctor(configuration: DoctorConfiguration(only: ["force_try"])).check(sources: [
            ("Sources/App/Screen.swift", "func show() async { let shown = \(call); use(shown) }"),
            ("Sources/App/Work.swift", function),
        ]).findings.map(\.severity)
    }

    @Test(arguments: [
        (
            "try! await items(at: url)",
            "func items(at url: URL) async throws -> Data { try await URLSession.shared.data(from: url).0 }",
            Severity.error
        ),
        (
            "try! await cart.items()",
            "struct Cart { func items() async throws -> Data { try await URLSession.shared.data(from: url).0 } }",
            .error
        ),
        (
            "try! cart.text(size)", "struct Cart { func text(_ size: Int) throws -> String { try words(size) } }", .note
        ),
        ("try! request.content.decode(Order.self)", "struct Order: Content {}", .error),
        ("try! request.query.decode(Page.self)", "struct Page: Content {}", .error),
        ("try! field.decode(Order.self)", "struct Order: Codable {}", .note),
        (
            "try! shelf.saveItems(items)",
            "struct Shelf { func saveItems(_ items: [Item]) throws { set(try JSONEncoder().encode(items)) } }", .note
        ),
        (
            "try! shelf.saveItems(items)",
            "struct Shelf { func saveItems(_ items: [Item]) throws { try JSONEncoder().encode(items).write(to: file) } }",
            .error
        ),
        (
            "try! context.save()",
            "struct Shelf { func save() throws { set(try JSONEncoder().encode(self)) } }", .error
        ),
        (
            "try! await shelf.saveItems(items)",
            "struct Shelf { func saveItems(_ items: [Item]) async throws { try await Task.sleep(for: .seconds(1)) } }",
            .error
        ),
    ])
    func `what the function does decides`(_ call: String, _ function: String, _ expected: Severity) {
        #expect(found(call, function) == [expected])
    }

    @Test(arguments: [
        (
            "try! JSON(data: loadMenu(name))",
            "func loadMenu(_ name: String) -> Data { let path = Bundle.main.path(forResource: name, ofType: \"json\")\nreturn data(path) }",
            Severity.note
        ),
        (
            "try! JSONDecoder().decode(Menu.self, from: loadMenu(name))",
            "func loadMenu(_ name: String) -> Data { data(Bundle.main.url(forResource: name, withExtension: \"json\")) }",
            .note
        ),
        (
            "try! JSON(data: loadMenu(name))",
            "func loadMenu(_ name: String) -> Data { data(FileManager.default.temporaryDirectory.appending(path: name)) }",
            .error
        ),
        ("try! neckRotation(configuration: MLModelConfiguration())", "", .note),
        ("try! neckRotation(contentsOf: url, configuration: MLModelConfiguration())", "", .error),
    ])
    func `what lies in the app is there in every run or in none`(
        _ call: String, _ function: String, _ expected: Severity
    ) {
        #expect(found(call, function) == [expected])
    }

    @Test(arguments: [
        (
            "", "if isPod { url = bundle.url(forResource: a)! } else { url = bundle.url(forResource: b)! }",
            Severity.note
        ),
        (" = URL()", "url = bundle.url(forResource: a)!", .note),
        (" = folder", "url = bundle.url(forResource: a)!", .error),
        ("", "if isPod { url = bundle.url(forResource: a)! } else { url = folder }", .error),
        ("", "url = bundle.url(forResource: a)!; change(&url)", .error),
        ("", "url = bundle.url(forResource: a)!; url = url.appending(b)", .error),
        ("", "url = bundle.url(forResource: a)!; (url, b) = pair()", .error),
        ("", "url = bundle.url(forResource: a)!; run { url = folder }", .error),
    ])
    func `a variable that every branch sets to a place in the bundle is one`(
        _ value: String, _ branches: String, _ expected: Severity
    ) {
        let code = "func font(_ folder: URL) { var url: URL\(value); \(branches); use(try! Data(contentsOf: url)) }"
        let doctor = Doctor(configuration: DoctorConfiguration(only: ["force_try"]))
        #expect(doctor.check(sources: [("Sources/App/Font.swift", code)]).findings.map(\.severity) == [expected])
    }

    @Test(arguments: [
        ("override func viewDidLoad() { items = try! Data(contentsOf: url) }", Severity.error),
        ("override func data() -> Data { try! Data(contentsOf: url) }", .note),
        ("override func data() -> Data? { try! Data(contentsOf: url) }", .error),
        (
            "override func viewDidLoad() { let file = URL(fileURLWithPath: #filePath); items = try! Data(contentsOf: place(of: file)) }",
            .note
        ),
        ("override func viewDidLoad() { log(#filePath); items = try! Data(contentsOf: url) }", .error),
        ("@available(*, deprecated) func load() { items = try! Data(contentsOf: url) }", .note),
    ])
    func `what cannot throw can still show an error, unless it must return a value`(
        _ function: String, _ expected: Severity
    ) {
        let code = "final class ItemController: BaseController {\n\(function)\n}"
        let doctor = Doctor(configuration: DoctorConfiguration(only: ["force_try"]))
        #expect(doctor.check(sources: [("Sources/Kit/A.swift", code)]).findings.map(\.severity) == [expected])
    }
}
