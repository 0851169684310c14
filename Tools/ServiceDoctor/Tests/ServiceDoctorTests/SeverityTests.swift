import ServiceDoctor
import Testing

@Suite struct SeverityTests {
    private func severities(_ code: String, at path: String = "Sources/App/A.swift") -> [Severity] {
        Doctor().check(sources: [(path, code)]).findings.map(\.severity)
    }

    @Test(arguments: [
        "switch Section(rawValue: indexPath.section)! { default: break }",
        "let name = (sender as! UIButton).title",
        "let url = URL(string: text)!",
        "func name() -> String { let user = users[id]; return user!.name }",
        "let name = sender.name!",
    ])
    func `whether a value can be nil is not decided by syntax`(_ code: String) {
        #expect(severities(code) == [.note], "\(code)")
    }

    @Test func `what lies in the bundle makes 'try!' a note`() {
        let code = """
            func template() -> String {
                let path = Bundle.main.path(forResource: "page", ofType: "html")!
                return try! String(contentsOfFile: path, encoding: .utf8)
            }
            """
        #expect(severities(code) == [.note])
        let byWayOfAnother = """
            var template: String {
                let bundle = Bundle.main
                let path = bundle.path(forResource: "page", ofType: "html")!
                return try! String(contentsOfFile: path, encoding: .utf8)
            }
            """
        #expect(Set(severities(byWayOfAnother)) == [.note])
    }

    @Test(arguments: [
        "let barrel = try! Address(hex: \"0x0a\")", "let stream = try! GzipStream(level: 6, chunk: 512)",
        "let aes = try! AES(key: key)",
        "let digits = try! NSRegularExpression(pattern: pattern)", "let now = try! subject.value()",
        "let high = try! UInt32(count >> 32)", "let result = try! await run(command, throwOnFailure: false)",
        "let log = try! LogStore(storeURL: url, options: [.inMemory])",
        "let store = try! Store(inMemory: true)", "let data = try! JSONEncoder().encode(items)",
        "let folder = try! FileManager.default.url(for: .documentDirectory, in: .userDomainMask, create: true).appending(name)",
        "// try! is fine: the range is part of the view.\nlet part = try! buffer.copy(range)",
        "let items = try! JSONDecoder().decode([Item].self, from: Data(\"[]\".utf8))",
        "func items() -> [Item] {\nlet json = \"[]\"\nreturn try! JSONDecoder().decode([Item].self, from: json.data(using: .utf8)!)\n}",
        "func copied(_ item: Item) -> Item { let data = try! JSONEncoder().encode(item)\nreturn try! JSONDecoder().decode(Item.self, from: data) }",
        "let output = try! ByteStream(filePointer: stdout)", "try! lock.wait(max: .milliseconds(20))",
        "func wait() { try! lock.wait(max: .milliseconds(20)) }",
        "func clean() { try! script?.deleteOccurrences(of: .separator) }",
        "let path = try! BIP32Path(string: \"0/\\(index)\")", "let reachability = try! Reachability()",
        "func address() throws -> Address { try! Address(\"127.0.0.1\") }",
        "func isMail(_ text: String) throws -> Bool { try! pattern.wholeMatch(in: text) != nil }",
        "extension Engine { static var previewValue: Engine { try! Engine(database: DatabaseQueue()) } }",
        "func start() { if isRunningTests() { folder = try! createFolder() } }",
        "let page = try! String(contentsOf: R.file.pageHtml())",
        "func next() async { while let result = try! await group.next() { add(result) } }",
        "func ids(_ text: String) -> [Int] { try! tokens(of: text) }\nfunc tokens(of text: String) throws -> [Int] { [] }",
        "// This can never fail, as the account was found before.\nlet account = try! await accounts.account(id)",
        "let image = try! Data(contentsOf: URL(fileURLWithPath: #filePath).appending(name))",
        "func showForScreenshots() { show(try! await Participant(id: 0)) }",
        "let maps = try! FileMap.load(at: urls, ignoresInvalidData: true)",
        "let url: URL = try! readURLFromInfoPlist(key: \"API_URL\")",
        "let store = Store(try! StoreConfig.createInMemoryConfig())",
        "func loaded() -> [Item] { let asset = NSDataAsset(name: \"Items\")!\nreturn try! JSONDecoder().decode([Item].self, from: asset.data) }",
        "let animation = try! Animation.from(data: included(\"Spinner.json\"))",
        "func leave() { try! manager.removeItem(at: url)\nexit(0) }",
        "final class InMemoryFiles { init(files: [Path: Data]) { for (path, data) in files { try! write(data, to: path) } } }",
        "func run() async { try! await updateAll() }\nfunc updateAll() async throws { do { try await update() } catch { note(error) } }",
        "init() { let bundle = Bundle.main\npath = bundle.path(forResource: name)\npage = try! String(contentsOfFile: path) }",
        "extension Bundle { func text(_ name: String) -> String { let path = path(forResource: name, ofType: \"txt\")!\nreturn try! String(contentsOfFile: path) } }",
        "let store = try! ModelContainer(for: schema, configurations: [.init(isStoredInMemoryOnly: Options.inMemory)])",
        "func signed(_ message: Message) -> Data { owner.sign(try! serializedData()) }",
    ])
    func `a 'try!' is a note where the source does not show that it can fail, and where it is explained`(_ code: String)
    {
        #expect(Set(severities(code)) == [.note], "\(code)")
    }

    @Test(arguments: [
        "let database = try! Database(path: \"items.sqlite\")", "let data = try! String(contentsOfFile: name)",
        "try! manager.createDirectory(at: folder)", "let items = try! await client.items()",
        "func sign(_ event: Event) throws { event.signature = try! keys.signature(of: event) }",
        "let items = try! JSONDecoder().decode([Item].self, from: data)",
        "// The store of this app.\nlet store = try! Store(models)",
        "let version = try! run(\"PRAGMA user_version\")",
        "func all() -> [Item] { try! pool.read { try Item.fetchAll($0) } }",
        "let skins = try! await availableSkins()", "let cache = try! BlockCache(file: path, size: 512)",
        "let user = try! userService(name)", "let value = try! f()", "let items = try! readFromPlist(url)",
        "let items = try! load()\nfunc load() throws -> [Item] { [] }",
        "func ids(_ text: String) -> [Int] { try! tokens(of: text) }\nfunc tokens(of text: String) throws -> [Int] { throw Broken() }",
        "let store = try! ModelContainer(for: schema, configurations: [.init(isStoredInMemoryOnly: false)])",
    ])
    func `a 'try!' of what lies outside of the program is an error`(_ code: String) {
        #expect(severities(code) == [.error], "\(code)")
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
        #expect(severities("let database = try! Database(path: folder)", at: path) == [.error])
    }

    @Test func `an error shown for a cancellation is a note in an example and on a screen for developers`() {
        let code = """
            struct ItemsView: View {
                @State private var loadError: (any Error)?
                var body: some View { List(items).task { do { items = try await client.items() } catch { loadError = error } } }
            }
            """
        #expect(severities(code, at: "Examples/Shop/ItemsView.swift").allSatisfy { $0 == .note })
        #expect(severities(code, at: "Sources/App/DeveloperMenu.swift").allSatisfy { $0 == .note })
        #expect(severities(code).contains(.error))
    }

    @Test(arguments: [
        "Examples/Player/App.swift", "TestApp/Sources/Reader.swift", "Shop-Demo/App/Shop.swift", "Sample/Shop.swift",
        "Sources/tool/main.swift",
    ])
    func `a 'try!' in what only shows or tries something out is a note`(_ path: String) {
        #expect(severities("let database = try! Database(path: folder)", at: path) == [.note])
    }

    @Test(arguments: [
        "// Warming up the connection is best effort.", "// continue without formatting",
        "// Ignore cancellation errors", "/// The text may be no phrase at all.",
        "/* The caller falls back to the address itself. */",
        "// The caller has already logged it.\n// show(error)", "// 忽略執行錯誤，維持原有行為",
    ])
    func `a silent catch that gives a reason is a note`(_ reason: String) {
        #expect(severities("func run() {\ndo { try warmUp() } catch {\n\(reason)\n}\n}") == [.note])
    }

    @Test(arguments: [
        "data = try JSONSerialization.data(withJSONObject: items)",
        "page = try String(contentsOf: Bundle.main.bundleURL)",
        "try data.write(to: cache)", "names = try manager.contentsOfDirectory(atPath: folder)",
        "let age = try manager.attributesOfItem(atPath: file)[.creationDate]; if isOld(age) { try manager.removeItem(atPath: file) }",
        "try device.lockForConfiguration(); device.zoom = 1",
        "try player(for: CHHapticPattern(events: events)).start(atTime: 0)",
    ])
    func `a silent catch of what hardly fails or is made again is a note`(_ work: String) {
        #expect(severities("func run() {\ndo { \(work) } catch {}\n}") == [.note])
        #expect(severities("func run() {\ndo { try warmUp() } catch {}\n}", at: "Examples/Shop/A.swift") == [.note])
    }

    @Test(arguments: [
        "", "// do nothing", "// Handle error silently", "// retry = true\n// log.error(error)",
        "// rules:ignore quiet_catch for_now", "// Ignoring error",
        "// TODO: tell the user what went wrong",
        "// logger.error(\"not warmed up\", metadata: error)", "// XXX: how do we log from here?",
    ])
    func `a silent catch without a reason is an error`(_ comment: String) {
        #expect(severities("func run() {\ndo { try warmUp() } catch {\n\(comment)\n}\n}") == [.error])
    }

    @Test(arguments: [
        "for url in urls { do { try upload(url) } catch {} }",
        "for url in urls { do { try upload(url) } catch { // TODO: tell somebody\n} }",
        "for url in urls { start { do { try upload(url) } catch { // ignore\n} } }",
        "var ids: [Int]\ndo { ids = try stored() } catch {}",
        "do { items = try stored() } catch {}",
        "var ids: [Int] = []\ndo { ids = try stored(); try save(ids) } catch {}",
    ])
    func `a silent catch of work that nothing replaces is an error`(_ code: String) {
        #expect(severities("func run() {\n\(code)\n}") == [.error])
    }

    @Test func `a silent catch of an end, or of parts that may be missing, is a note`() {
        #expect(severities("func stop() { do { try handle.close() } catch {} }") == [.note])
        let code = """
            struct Feed: Decodable {
                init(from decoder: any Decoder) throws {
                    var text: String?
                    do {
                        let meta = try decoder.container(keyedBy: Key.self)
                        text = try? meta.decode(String.self, forKey: .text)
                    } catch {}
                    self.text = text
                }
            }
            """
        #expect(severities(code) == [.note])
    }

    @Test func `a silent catch of what is fetched ahead of its use is a note`() {
        #expect(severities("func preloadPages() async { do { pages = try await client.pages() } catch {} }") == [.note])
    }

    @Test(arguments: [
        "do { answer(try decode()); return } catch {}\nanswer(nil)",
        "do { let regex = try Regex(\"[0-9]+\"); apply(regex) } catch {}",
        "do { regex = try NSRegularExpression(pattern: String(format: \"%@ (%@)\", kType, kValue)) } catch {}",
        "do { try await list() } catch {} // nobody who asks for help has to know that",
        "for key in keys { do { try key.unlock(); isValid = true } catch {} }",
        "for account in accounts { do { found = try await account.file(); break } catch {} }",
        "if isNew { do { try write(); return true } catch {} }\nreturn false",
        "var color: Color?\nif let data { do { color = try read(data) } catch {} }\nuse(color)",
        "var ids: [Int] = []\ndo { ids = try stored() } catch {}\nuse(ids)",
        "var ids: [Int]?\ndo { try ids = stored() } catch {}\nuse(ids)",
        "for url in urls { do { let values = try url.values(); sum += values.size } catch { /* ignore */ } }",
    ])
    func `a silent catch that is answered afterwards, or never happens, is a note`(_ code: String) {
        #expect(severities("func run() {\n\(code)\n}") == [.note])
    }

    @Test func `a service that a view makes for one call that cannot fail is a note`() {
        let code = """
            protocol BrowserServiceProtocol { func open(_ url: URL) }
            final class BrowserService: BrowserServiceProtocol { func open(_ url: URL) {} }
            struct MockBrowserService: BrowserServiceProtocol { func open(_ url: URL) {} }
            struct HelpView: View { var body: some View { Button("Help") { BrowserService().open(help) } } }
            struct NameView: View { var body: some View { Text(BrowserService().name) } }
            """
        #expect(severities(code) == [.note, .note])
    }

    @Test func `a service that only adapts what the view was given, or that may be replaced, is a note`() {
        let services = """
            protocol CatalogService { func items() async throws -> [Item] }
            struct CatalogAdapter: CatalogService { func items() async throws -> [Item] { [] } }
            """
        let doctor = Doctor(configuration: DoctorConfiguration(only: ["direct_service_in_view"]))
        let found = { (view: String) in
            doctor.check(sources: [("Sources/App/A.swift", "\(services)\n\(view)")]).findings.map(\.severity)
        }
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

    @Test func `a guard for 'self' in the method that waits is a warning`() {
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
        #expect(severities(code) == [.warning])
        #expect(severities(code.replacing("func upload", with: "static func upload")) == [.error])
        #expect(severities(code.replacing("guard let self ", with: "guard let self, isOpen ")) == [.error])
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
                func play() {
                    task?.cancel()
                    task = Task { do { try await client.connect() } catch { state = .failed(error) } }
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
        #expect(severities(warned, at: path) == [.note, .note])
        #expect(severities(warned, at: "Sources/App/Device/Screen.swift") == [.warning, .warning])
        #expect(severities(warned, at: "/home/dev/checkout/Sources/Screen.swift") == [.warning, .warning])
        #expect(severities("do { try save() } catch {}", at: path) == [.error])
    }

    @Test(arguments: [
        "do { try refresh() } catch {\n    // Silent failure for background updates\n    print(error)\n}",
        "do { try search() } catch {\n    // do nothing\n    print(error)\n}",
        "do { try FileManager.default.removeItem(at: url) } catch { print(error) }",
    ])
    func `a catch that only prints what may be let go is a note`(_ code: String) {
        #expect(severities("func run() {\n\(code)\n}") == [.note])
    }

    @Test func `a folder of the project makes what a demo prints a note, a folder above the checkout does not`() {
        let code = "func load() { print(1) }"
        #expect(severities(code, at: "Development/App/Screen.swift") == [.note])
        #expect(severities(code, at: "/Users/me/Development/App/Sources/Screen.swift") == [.warning])
    }

    @Test(arguments: [
        "do { defaults.set(try JSONEncoder().encode(items), forKey: key) } catch { assertionFailure() }",
        "do { text = try JSONSerialization.data(withJSONObject: items).utf8String() } catch { assertionFailure() }",
        "do { try await load() } catch is CancellationError { leave() } catch { assertionFailure(\"no other error\") }",
        "do { regex = try NSRegularExpression(pattern: pattern) } catch { assertionFailure() }",
        "do { try await load() } catch let error as StoreError { show(error) } catch { assertionFailure(\"no other error\") }",
        "do { try pipe.close() } catch { assertionFailure() }",
        "do { try sync() } catch {\n// In production, continue anyway.\nassertionFailure()\n}",
    ])
    func `what hardly fails, or fails where nothing is wrong, is left alone`(_ code: String) {
        #expect(severities("func run() {\n\(code)\nnext()\n}").isEmpty)
    }

    @Test(arguments: [
        "do { items = try await session.data(from: url) } catch { assertionFailure() }",
        "do { try store.write(JSONEncoder().encode(items)) } catch { assertionFailure() }",
        "do { try await load() } catch is CancellationError { leave() } catch { assertionFailure(\"\\(error)\") }",
        "do { items = try JSONDecoder().decode([Item].self, from: data) } catch { assertionFailure() }",
        "do { try await load() } catch let error as StoreError { show(error) } catch { assertionFailure(\"\\(error)\") }",
        "try? JSONEncoder().encode(settings).write(to: .settings)",
        "Task { try await client.send(items) }", "try? keychain.delete(key)",
        "do { defaults.set(try JSONEncoder().encode(items), forKey: key) } catch { print(error) }",
        "do { try device.lockForConfiguration() } catch { print(error) }",
    ])
    func `what the source does not decide is a note`(_ code: String) {
        #expect(severities("func run() {\n\(code)\nnext()\n}") == [.note])
    }

    @Test(arguments: [
        "do { items = try await client.items() } catch { print(error) }", "print(\"started\")",
    ])
    func `what only developers see is a warning`(_ code: String) {
        #expect(severities("func run() {\n\(code)\nnext()\n}") == [.warning])
    }

    @Test func `what counts what people do is missed by nobody`() {
        let code =
            "final class AnalyticsService { func send() { do { try client.post(event) } catch { print(error) } } }"
        #expect(severities(code).allSatisfy { $0 == .note })
    }

    @Test func `a protocol of which the program chooses one of several services is a note`() {
        let code = """
            protocol ExportService { func export() throws }
            struct CSVExport: ExportService { func export() throws { try write() } }
            struct JSONExport: ExportService { func export() throws { try write() } }
            """
        #expect(severities(code) == [.note])
    }

    @Test func `rules that no sample has confirmed are no errors`() throws {
        for id in ["blocking_wait", "dependency_without_live"] {
            let rule = try #require(RuleCatalog.descriptions.first { $0.id == id })
            #expect(rule.severity == .warning)
        }
    }
}
