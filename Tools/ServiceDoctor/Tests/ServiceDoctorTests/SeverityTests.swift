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
        "Prototypes/WindowProbe/Screen.swift",
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

    @Test(arguments: [("static let shared", 0), ("let shared", 1)])
    func `what a type's own member asks for, no object needs`(_ member: String, _ count: Int) {
        let code = """
            import Swinject
            final class Cache: CacheProtocol { \(member) = container.resolve(CacheProtocol.self)! }
            func wire(c: Container) { c.register(CacheProtocol.self) { _ in Cache() } }
            """
        let doctor = Doctor(configuration: DoctorConfiguration(only: ["di_cycle"]))
        #expect(doctor.check(sources: [("Sources/App/A.swift", code)]).findings.count == count)
    }
}
