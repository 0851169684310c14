import ServiceDoctor
import Testing

@Suite struct SeverityTests {
    @Test(arguments: [
        "switch Section(rawValue: indexPath.section)! { default: break }",
        "let name = (sender as! UIButton).title",
        "let url = URL(string: text)!",
        "func name() -> String { let user = users[id]; return user!.name }",
        "let name = sender.name!",
    ])
    func `whether a value can be nil is not decided by syntax`(_ code: String) {
        #expect(Severities.of(code) == [.note], "\(code)")
    }

    @Test(arguments: [
        ("load", "", Severity.warning),
        ("load", "func start() async { await load() }", .note),
        ("load", "func again() async { await load() }\nfunc start() async { await load() }", .warning),
        ("refresh", "", .warning),
    ])
    func `an old error is a warning where the work is started again`(
        _ name: String, _ callers: String, _ expected: Severity
    ) {
        let code = """
            final class ItemsModel {
                var loadError: (any Error)?
                func \(name)() async {
                    do { items = try await client.items() } catch {
                        if !Task.isCancelled { loadError = error }
                    }
                }
                \(callers)
            }
            """
        let found = Doctor().check(sources: [("Sources/App/ItemsModel.swift", code)]).findings
        #expect(found.filter { $0.rule == "stale_error_on_retry" }.map(\.severity) == [expected])
    }

    @Test(arguments: ["Sources/Audio/SampleBuffers/Reader.swift", "Sources/App/DemoMode.swift", "Latest/Shop.swift"])
    func `a folder that only sounds like an example is part of the app`(_ path: String) {
        #expect(Severities.of("let database = try! Database(path: folder)", at: path) == [.error])
    }

    @Test func `an error shown for a cancellation is a note in an example and on a screen for developers`() {
        let code = """
            struct ItemsView: View {
                @State private var loadError: (any Error)?
                var body: some View { List(items).task(id: query) { do { items = try await client.items() } catch { loadError = error } } }
            }
            """
        #expect(Severities.of(code, at: "Examples/Shop/ItemsView.swift").allSatisfy { $0 == .note })
        #expect(Severities.of(code, at: "Sources/App/DeveloperMenu.swift").allSatisfy { $0 == .note })
        #expect(Severities.of(code).contains(.error))
    }

    @Test func `a guard for 'self' in the method that waits is a note`() {
        let code = """
            final class Uploader {
                func upload() async -> Bool {
                    await withCheckedContinuation { continuation in
                        store.save { [weak self] done in
                            guard let self else { return }
                            self.note(done)
                            continuation.resume(returning: done)
                        }
                    }
                }
            }
            """
        #expect(Severities.of(code) == [.note])
        #expect(Severities.of(code.replacing("func upload", with: "static func upload")) == [.error])
        let inTask = code.replacing("await withChecked", with: "Task { await withChecked") + "\n}"
        #expect(Severities.of(inTask) == [.error])
        #expect(Severities.of(code.replacing("guard let self ", with: "guard let self, isOpen ")) == [.error])
    }

    @Test func `the end of a closure whose answer had neither a value nor an error is a note`() {
        let code = """
            func balance() async throws -> Int {
                try await withCheckedThrowingContinuation { continuation in
                    client.call(.balance) { answer in
                        if let value = answer.value {
                            continuation.resume(returning: value)
                        } else if let error = answer.error {
                            continuation.resume(throwing: error)
                        }
                    }
                }
            }
            """
        #expect(Severities.of(code) == [.note])
        let early = code.replacing("} else if let", with: "return }\nif let")
        #expect(Severities.of(early) == [.note])
        let inCase = """
            func balance() async -> Int? {
                await withCheckedContinuation { continuation in
                    client.call(.balance) { result in
                        switch result {
                        case .success(let answer):
                            if answer.errors != nil {
                                continuation.resume(returning: nil)
                            } else if let value = answer.value {
                                continuation.resume(returning: value)
                            }
                        case .failure: continuation.resume(returning: nil)
                        }
                    }
                }
            }
            """
        #expect(Severities.of(inCase) == [.note])
        let forgotten = code.replacing("continuation.resume(throwing: error)", with: "log(error)")
        #expect(Severities.of(forgotten) == [.error])
        #expect(Severities.of(code.replacing("answer.error", with: "problem.error")) == [.error])
        #expect(Severities.of(code.replacing("answer.error", with: "answer.rest")) == [.error])
    }

    @Test(arguments: [
        ("if let value { resume(value) } else if let error { fail(error) }", Severity.warning),
        ("if error != nil { fail(error) } else if let item = value as? Item { resume(item) }", .warning),
        ("if let error { fail(error); return }\nif let value { resume(value) }", .warning),
        ("if let value { resume(value) } else if let error { log(error) }", .error),
        ("if let value { resume(value) } else if isEmpty { fail(Empty()) }", .error),
    ])
    func `a closure that is given neither a value nor an error is a warning`(_ body: String, _ expected: Severity) {
        let code = """
            func item() async throws -> Item {
                try await withCheckedThrowingContinuation { continuation in
                    client.load { value, error in
                        \(body.replacing("resume(", with: "continuation.resume(returning: ").replacing("fail(", with: "continuation.resume(throwing: "))
                    }
                }
            }
            """
        #expect(Severities.of(code) == [expected])
    }

    @Test func `a branch that ends the program leaves nobody waiting`() {
        let code = """
            func token() async -> String {
                await withCheckedContinuation { continuation in
                    client.token { token in
                        if let token {
                            continuation.resume(returning: token)
                        } else {
                            precondition(false, "no token")
                        }
                    }
                }
            }
            """
        #expect(Severities.of(code).isEmpty)
        #expect(Severities.of(code.replacing("precondition(false", with: "log(false")) == [.error])
    }

    @Test func `a degraded image may come before the full one`() {
        let code = """
            func image() async -> Image? {
                await withCheckedContinuation { continuation in
                    Picture.load(size: .zero) { image, info in
                        if info["PictureIsDegradedKey"] == true { return }
                        continuation.resume(returning: image)
                    }
                }
            }
            """
        #expect(Severities.of(code).isEmpty)
        #expect(Severities.of(code.replacing("Degraded", with: "Final")) == [.error])
    }

    @Test func `what the whole project shows is a note in a demo as well`() {
        let code = """
            import Swinject
            func wire(container: Container) {
                container.register(Parent.self) { r in Parent(child: r.resolve(Child.self)!) }
                container.register(Child.self) { r in Child(parent: r.resolve(Parent.self)!) }
            }
            """
        let doctor = Doctor(configuration: DoctorConfiguration(only: ["di_cycle"]))
        #expect(doctor.check(sources: [("ShopDemo/Cycle.swift", code)]).findings.map(\.severity) == [.note])
        #expect(doctor.check(sources: [("Shop/Cycle.swift", code)]).findings.map(\.severity) == [.error])
    }

    @Test func `an error that a task may show after its end is a warning where nobody sees the type itself`() {
        let code = """
            final class Streamer {
                var state = State.idle
                func play(_ song: Song) {
                    task?.cancel()
                    task = Task { do { try await client.connect(song) } catch { state = .failed(error) } }
                }
            }
            """
        let found = Doctor(configuration: DoctorConfiguration(only: ["missing_cancellation_check"]))
        #expect(found.check(sources: [("Sources/App/A.swift", code)]).findings.map(\.severity) == [.warning])
        let inController = code.replacing("Streamer", with: "StreamController")
        #expect(found.check(sources: [("Sources/App/A.swift", inController)]).findings.map(\.severity) == [.error])
    }

    @Test(arguments: [
        "Sources/App/Debug/Screen.swift", "Sources/App/DevSettings/Screen.swift", "Sources/App/DeveloperMenu.swift",
        "Sources/App/QA Features/Screen.swift",
    ])
    func `a warning on a screen for developers is a note`(_ path: String) {
        let warned = "func send() { print(1) }\ndo { try save() } catch { print(error) }"
        #expect(Severities.of(warned, at: path) == [.note, .note])
        #expect(Severities.of(warned, at: "Sources/App/Device/Screen.swift") == [.warning, .warning])
        #expect(Severities.of(warned, at: "/home/dev/checkout/Sources/Screen.swift") == [.warning, .warning])
        #expect(Severities.of("do { try save() } catch {}", at: path) == [.error])
    }

    @Test func `a folder of the project makes what a demo prints a note, a folder above the checkout does not`() {
        let code = "func load() { print(1) }"
        #expect(Severities.of(code, at: "Development/App/Screen.swift") == [.note])
        #expect(Severities.of(code, at: "/Users/me/Development/App/Sources/Screen.swift") == [.warning])
    }

    @Test func `what counts what people do is missed by nobody`() {
        let code =
            "final class AnalyticsService { func send() { do { try client.post(event) } catch { print(error) } } }"
        #expect(Severities.of(code).allSatisfy { $0 == .note })
    }

    @Test func `a protocol of which the program chooses one of several services is a note`() {
        let code = """
            protocol ExportService { func export() throws }
            struct CSVExport: ExportService { func export() throws { try write() } }
            struct JSONExport: ExportService { func export() throws { try write() } }
            """
        #expect(Severities.of(code) == [.note])
    }

    @Test func `rules that no sample has confirmed are no errors`() throws {
        for id in ["blocking_wait", "dependency_without_live"] {
            let rule = try #require(RuleCatalog.descriptions.first { $0.id == id })
            #expect(rule.severity == .warning)
        }
    }

    @Test(arguments: [
        ("guard let data = try? JSONEncoder().encode(item) else { return }", Severity.note),
        ("guard let data = try? Data(contentsOf: file) else { return }", .error),
    ])
    func `a continuation that only a failed encoding leaves is a note`(_ check: String, _ expected: Severity) {
        let code = """
            func send(_ item: Item) async {
                await withCheckedContinuation { continuation in
                    \(check)
                    page.run(data) { continuation.resume() }
                }
            }
            """
        #expect(Severities.of(code) == [expected])
        let atEnd = """
            func send(_ item: Item) async {
                await withCheckedContinuation { continuation in
                    if let data = try? JSONEncoder().encode(item), let text = String(data: data, encoding: .utf8) {
                        page.run(text) { continuation.resume() }
                    }
                }
            }
            """
        #expect(Severities.of(atEnd) == [.note])
    }

    @Test func `a closure that a function of the same file calls is given one of two`() {
        let code = """
            func load() async throws -> Item {
                try await withCheckedThrowingContinuation { continuation in
                    fetchItem { item, error in
                        if let item { continuation.resume(returning: item) } else if let error { continuation.resume(throwing: error) }
                    }
                }
            }
            """
        let own = "func fetchItem(_ done: @escaping (Item?, (any Error)?) -> Void) { done(nil, Missing()) }"
        #expect(Severities.of(code) == [.warning])
        #expect(Severities.of(code + "\n" + own) == [.note])
        #expect(Severities.of(code.replacing(" fetchItem {", with: " store.fetchItem {") + "\n" + own) == [.warning])
    }

    @Test(arguments: ["isFirst", "once.claim()", "gate.tryResolve()"])
    func `a path that only a second call takes resumes nothing`(_ asked: String) {
        let code = { (asked: String) in
            """
            func ping() async {
                await withCheckedContinuation { continuation in
                    socket.ping { error in
                        guard \(asked) else { return }
                        continuation.resume()
                    }
                }
            }
            """
        }
        #expect(Severities.of(code(asked)).isEmpty)
        #expect(Severities.of(code("isOpen")) == [.error])
    }

    @Test func `speech is recognised in parts`() {
        let code = """
            func words() async -> String {
                await withCheckedContinuation { continuation in
                    recognizer.recognise(request) { result, error in
                        guard let result else { return }
                        if result.isFinal { continuation.resume(returning: result.text) }
                    }
                }
            }
            """
        #expect(Severities.of(code).isEmpty)
        #expect(!Severities.of(code.replacing("isFinal", with: "isLong")).isEmpty)
    }
}
