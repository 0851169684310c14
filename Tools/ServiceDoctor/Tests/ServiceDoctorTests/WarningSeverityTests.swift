import ServiceDoctor
import Testing

@Suite struct WarningSeverityTests {
    @Test(arguments: [
        ("let json = \"[]\"", "all", Severity.note),
        ("let json = read()", "all", .warning), ("let json = read()", "exampleItems", .note),
    ])
    func `what is written in the source, or made up, is always decoded or never`(
        _ constant: String, _ name: String, _ expected: Severity
    ) {
        let code = """
            \(constant)
            func \(name)() -> [Item] {
                if let data = json.data(using: .utf8) {
                    do { return try JSONDecoder().decode([Item].self, from: data) } catch { print(error) }
                }
                return []
            }
            """
        #expect(found("print_only_catch", code) == [expected])
    }

    @Test(arguments: [("GRAPHDEBUG", 0), ("DEBUG_LOGS", 0), ("!GRAPHDEBUG", 1), ("LOGGING", 1)])
    func `a flag for debugging is one by its name`(_ flag: String, _ count: Int) {
        #expect(found("print_logging", "#if \(flag)\nfunc draw() { print(graph) }\n#endif").count == count)
    }

    private func found(_ rule: String, _ code: String) -> [Severity] {
        Doctor(configuration: DoctorConfiguration(only: [rule])).check(sources: [("Sources/App/A.swift", code)])
            .findings
            .map(\.severity)
    }

    @Test func `an error beside a flag that is taken back first is not old`() {
        let code = """
            final class PlatformModel: ObservableObject {
                var hasError = false
                var errorMessage: String?
                func reload() async {
                    hasError = false
                    do { items = try await client.items() } catch {
                        if Task.isCancelled { return }
                        hasError = true
                        errorMessage = "The items could not be loaded."
                    }
                }
            }
            """
        #expect(found("stale_error_on_retry", code).isEmpty)
        #expect(!found("stale_error_on_retry", code.replacing("hasError = false\n        do", with: "do")).isEmpty)
    }

    @Test func `a mock may print`() {
        #expect(found("print_logging", "struct MockView { func tap() { print(1) } }").isEmpty)
        #expect(found("print_logging", "struct TapView { func tap() { print(1) } }") == [.warning])
    }

    @Test func `a controller whose tasks set nothing but its own bookkeeping is a note`() {
        let controller = { (property: String) in
            """
            final class ItemsController: ObservableObject {
                \(property)
                func load() async { items = await client.items() }
            }
            """
        }
        #expect(found("controller_shape", controller("private var items: [Item] = []")) == [.note])
        #expect(found("controller_shape", controller("@Published private(set) var items: [Item] = []")) == [.warning])
        #expect(found("controller_shape", controller("@Published private var items: [Item] = []")) == [.warning])
        let observed = {
            controller($0).replacing("final", with: "@Observable final").replacing(": ObservableObject", with: "")
        }
        #expect(found("controller_shape", observed("private var items: [Item] = []")) == [.note])
        #expect(found("controller_shape", observed("@ObservationIgnored var items: [Item] = []")) == [.note])
        #expect(found("controller_shape", observed("private(set) var items: [Item] = []")) == [.warning])
    }

    @Test func `a task in an initialiser runs anywhere`() {
        let code = """
            final class ItemsController: ObservableObject {
                @Published private(set) var items: [Item] = []
                init() { Task { items = await client.items() } }
            }
            """
        #expect(found("controller_shape", code) == [.warning])
        #expect(
            found("controller_shape", code.replacing("Task { items = await client.items() }", with: "items = []")) == [
                .note
            ])
    }

    @Test func `where whole types are nonisolated the rest is on the main actor`() {
        let code = """
            final class ItemsController: ObservableObject {
                @Published private(set) var items: [Item] = []
                func load() async { items = await client.items() }
            }
            """
        #expect(found("controller_shape", code) == [.warning])
        #expect(found("controller_shape", "nonisolated struct Item {}\n" + code).isEmpty)
    }

    @Test func `an open setter among others is a note`() {
        let code = """
            @MainActor @Observable final class ItemsController {
                var items: [Item] = []
                var title = ""
                var limit = 3
                func load() async { items = await client.items() }
            }
            """
        #expect(found("controller_shape", code) == [.note])
        #expect(found("controller_shape", code.replacing("var limit", with: "private(set) var limit")) == [.warning])
        #expect(found("controller_shape", code.replacing("var items", with: "public var items")) == [.warning])
        #expect(found("controller_shape", code.replacing("var limit = 3", with: "")) == [.warning])
    }

    @Test func `a live value that is the default of a parameter elsewhere is a note`() {
        let code = """
            final class Importer {
                let client: APIClient
                init() { client = APIClient.liveValue }
                init(client: APIClient) { self.client = client }
            }
            """
        #expect(found("di_bypass", code) == [.note])
        #expect(
            found("di_bypass", code.replacing("init(client: APIClient)", with: "init(other: APIClient)")) == [.warning])
    }

    @Test(arguments: [("App", Severity.note), ("View", .warning)])
    func `the app puts live values together`(_ parent: String, _ expected: Severity) {
        let code = "@main struct Shop: \(parent) { let api: APIClient\ninit() { api = APIClient.liveValue } }"
        #expect(found("di_bypass", code) == [expected])
    }

    @Test(arguments: [
        "thumbnail = try await generator.thumbnail(of: url)", "try session.setCategory(.playback)",
        "text = try String(contentsOf: Bundle.main.url(forResource: name))", "try results.performFetch()",
        "try await stream.close()", "try hapticEngine.start()", "try await shortcut.donate()",
        "try encoder.encode(page).write(to: cache)",
    ])
    func `a catch that prints is a note where nobody misses what failed`(_ attempt: String) {
        #expect(found("print_only_catch", "func f() async { do { \(attempt) } catch { print(error) } }") == [.note])
    }

    @Test(arguments: [
        "let page = try await session.data(for: URLRequest(url: url, cachePolicy: .reloadIgnoringLocalCacheData)); show(page)",
        "try await api.upload(offlineCache.orders)", "try await shop.donate(amount)",
    ])
    func `a catch that prints is a warning where a cache is only near`(_ attempt: String) {
        #expect(found("print_only_catch", "func f() async { do { \(attempt) } catch { print(error) } }") == [.warning])
    }

    @Test(arguments: [
        ("let state = try await client.state(); print(state)", Severity.note),
        ("print(\"asking\"); let state = try await client.state(); print(\"is\", state)", .note),
        ("let state = try await client.state(); print(\"saved\")", .warning),
        ("try await client.save(); print(\"saved\")", .warning),
        ("let state = try await client.state(); print(state); show(state)", .warning),
    ])
    func `a catch that prints is a note beside a 'do' that only prints what it got`(
        _ work: String, _ expected: Severity
    ) {
        #expect(found("print_only_catch", "func f() async { do { \(work) } catch { print(error) } }") == [expected])
    }

    @Test func `a catch that only writes to the system's log is a note`() {
        let code = "func f() { do { try save() } catch { NSLog(\"not saved: %@\", error.localizedDescription) } }"
        #expect(found("print_only_catch", code) == [.note])
        #expect(found("print_only_catch", code.replacing("NSLog(", with: "print(0); NSLog(")) == [.warning])
        #expect(found("print_logging", "func benchmarkSaving() { print(time) }").isEmpty)
        #expect(found("print_logging", "func updateBenchmark() { print(time) }") == [.warning])
    }

    @Test func `a catch that prints is a note where the next candidate is tried`() {
        let code =
            "func open() -> Box? { for key in keys { do { return try box(key) } catch { print(error); continue } }\nreturn nil }"
        #expect(found("print_only_catch", code) == [.note])
        #expect(found("print_only_catch", code.replacing("return try", with: "try")) == [.warning])
        #expect(
            found("print_only_catch", "func f() async { do { try await audio.start() } catch { print(error) } }") == [
                .warning
            ])
    }

    @Test func `only what is published off the main actor counts`() {
        let model = { (property: String) in
            """
            final class ItemsViewModel: ObservableObject {
                \(property)
                func load() async { items = await client.items() }
            }
            """
        }
        #expect(found("controller_shape", model("@Published var items: [Item] = []")) == [.warning])
        #expect(found("controller_shape", model("var items: [Item] = []")) == [.note])
        let observable = "@Observable " + model("var items: [Item] = []").replacing(": ObservableObject", with: "")
        #expect(found("controller_shape", observable) == [.warning])
    }

    @Test func `a task of an initialiser on the main actor stays there`() {
        let code = """
            final class ItemsViewModel: ObservableObject {
                @Published var items: [Item] = []
                init() { Task { items = await client.items() } }
            }
            """
        #expect(found("controller_shape", code) == [.warning])
        #expect(found("controller_shape", code.replacing("init", with: "@MainActor init")) == [.note])
    }

    @Test(arguments: [
        "func leave() { print(1); exit(1) }", "func leave<T>() -> T { if isLoud { print(1) }\nexit(1) }",
        "import Vapor\nstruct Export: AsyncCommand { func run() { write() } }\nfunc write() { print(1) }",
    ])
    func `a program that ends, and a command, may print`(_ code: String) {
        #expect(found("print_logging", code).isEmpty)
        let other = code.replacing("exit(1)", with: "leave(1)").replacing("AsyncCommand", with: "Exporting")
        #expect(found("print_logging", other) == [.warning])
    }

    @Test func `a background task that cannot be planned is a note`() {
        let code = "func plan() { do { try BGTaskScheduler.shared.submit(request) } catch { print(error) } }"
        #expect(found("print_only_catch", code) == [.note])
        #expect(found("print_only_catch", code.replacing("BGTaskScheduler.shared", with: "queue")) == [.warning])
    }

    @Test func `a structure that stores nothing cannot be held captive`() {
        let code = { (type: String) in
            """
            import Swinject
            \(type)
            func wire(container: Container) {
                container.register(Session.self) { _ in Session() }.inObjectScope(.transient)
                container.register(API.self) { r in API(r.resolve(Session.self)!) }.inObjectScope(.container)
            }
            """
        }
        #expect(found("di_captive", code("struct Session { let token: Token }")) == [.warning])
        #expect(found("di_captive", code("struct Session { func open() {} }")).isEmpty)
    }

    @Test(arguments: [
        (
            "var page: Page?\ndo { page = try load() } catch { print(error) }\nguard let page else { throw Failure.gone }",
            []
        ),
        (
            "var page: Page?\ndo { page = try load() } catch { print(error) }\nguard let page else { return nil }",
            [Severity.warning]
        ),
        ("do { return try load() } catch { print(error) }\nreturn Page(\"Nothing there.\")", []),
        ("do { return try load() } catch { print(error) }\nreturn []", [.warning]),
        ("do { return try load() } catch { print(error) }\nreturn Settings()", [.warning]),
        ("do { try save() } catch { // Unexpected error\nprint(error) }", [.warning]),
        ("if isKnown { do { return try load() } catch { print(error) } }\nreturn nil", []),
        ("do { try await center.requestAuthorization(options: []) } catch { print(error) }", [.note]),
        ("do { state = try device.makeRenderPipelineState(descriptor: descriptor) } catch { print(error) }", [.note]),
        ("do { try save() } catch { // Expected on old systems.\nprint(error) }", [.note]),
    ])
    func `a catch that prints is none where what follows tells of the failure`(_ work: String, _ expected: [Severity]) {
        #expect(found("print_only_catch", "func run() async throws -> Page? {\n\(work)\n}") == expected)
    }

    @Test(arguments: [
        ("struct Prompt { func ask() -> String? { print(\"Name?\"); return readLine() } }", true),
        ("struct Bar { let isShown = isatty(1); func draw() { print(\"50 %\") } }", true),
        ("struct Other {}\nfunc ask() -> String? { readLine() }\nfunc work() { print(\"works\") }", false),
        ("func work() { if false { print(\"works\") } }", true),
        ("extension Query { func debugSQL() { print(text); count += 1 } }", true),
        ("struct Bar { func draw() { print(\"50 %\") } }", false),
    ])
    func `what is printed for a terminal, or never, is no finding`(_ code: String, _ isClean: Bool) {
        #expect(found("print_logging", code).isEmpty == isClean)
    }

    @Test(arguments: [
        (
            "var items: [Item] = []\nfor raw in list { do { items.append(try Item(raw)) } catch { print(error) } }",
            Severity.note
        ),
        ("for raw in list { do { self.items.append(try Item(raw)) } catch { print(error) } }", .warning),
        (
            "var isKnown = false\nkeys.forEach { key in do { try check(key); isKnown = true } catch { print(error) } }\nuse(isKnown)",
            .note
        ),
        ("for raw in list { do { try await send(raw) } catch { print(error) } }", .warning),
        (
            "var items: [Item]?\ncontext.performAndWait { do { items = try context.all() } catch { print(error) } }\nreturn items",
            .note
        ),
        (
            "var items: [Item] = []\ncontext.performAndWait { do { items = try context.all() } catch { print(error) } }\nreturn items",
            .warning
        ),
        ("do { try await saveScreenshot() } catch { print(error) }", .note),
    ])
    func `a catch that prints is a note where an element is left out, or the caller gets nothing`(
        _ work: String, _ expected: Severity
    ) {
        #expect(found("print_only_catch", "func all() async -> [Item]? {\n\(work)\n}") == [expected])
    }
}
