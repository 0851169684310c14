import ServiceDoctor
import Testing

/// Catches that only print or do nothing, where the failure harms nobody or is told elsewhere.
@Suite struct LetGoTests {
    private func found(_ rule: String, _ code: String) -> [Severity] {
        found(rule, [("Sources/App/A.swift", code)])
    }

    private func found(_ rule: String, _ sources: [(String, String)]) -> [Severity] {
        Doctor(configuration: DoctorConfiguration(only: [rule])).check(sources: sources).findings.map(\.severity)
    }

    @Test(arguments: [
        ("catch let error as NSError", []), ("catch", []), ("catch let error as StoreError", [true]),
        ("catch let error as NSError where error.code == 4", [true]),
    ])
    func `a catch behind one of every error is never reached`(_ first: String, _ isFound: [Bool]) {
        let code = { (body: String) in "func f() { do { try save() } \(first) { show(error) } catch { \(body) } }" }
        #expect(found("print_only_catch", code("print(error)")) == isFound.map { _ in .warning })
        #expect(found("silent_catch", code("")) == isFound.map { _ in .error })
    }

    @Test(arguments: [
        ("if let data = try? encode(items) { try? data.write(to: url) }", Severity.note),
        ("try Files.store(items)", .note), ("try Files.open(items)", .warning), ("", .warning),
        ("throw SaveError.full", .warning),
    ])
    func `a function that only seems to throw fails nobody`(_ body: String, _ expected: Severity) {
        let code = """
            final class M { func run() { do { try model.writeHistory(items) } catch { print(error) } } }
            struct Model { func writeHistory(_ items: [Item]) throws { \(body) } }
            enum Files {
                static func store(_ items: [Item]) throws -> Bool { let data = items.data; return write(data) }
                static func open(_ items: [Item]) throws { try library.open(items) }
            }
            """
        #expect(found("print_only_catch", code) == [expected])
        #expect(found("print_logging", code) == [expected])
    }

    @Test func `what is only built for the simulator is no finding`() {
        let code = { (condition: String) in
            "func f() {\n#if \(condition)\ndo { try save() } catch { print(error) }\n#endif\n}"
        }
        #expect(found("print_only_catch", code("targetEnvironment(simulator)")) == [])
        #expect(found("print_only_catch", code("!targetEnvironment(simulator)")) == [.warning])
        #expect(found("print_only_catch", code("arch(i386) || arch(x86_64)")) == [])
        #expect(found("print_only_catch", code("arch(arm64) || arch(x86_64)")) == [.warning])
        #expect(found("print_only_catch", code("targetEnvironment(macCatalyst)")) == [.warning])
    }

    @Test(arguments: [("seedIfNeeded", Severity.note), ("saveSeeds", .warning)])
    func `what a screen begins with is a note`(_ function: String, _ expected: Severity) {
        let code = "func \(function)() { do { try context.save() } catch { print(error) } }"
        #expect(found("print_only_catch", code) == [expected])
    }

    @Test func `what has just been encoded can be decoded`() {
        let code = """
            final class Board {
                private var copied: Item?
                func copy(_ item: Item) {
                    do {
                        let data = try JSONEncoder().encode(item)
                        copied = try JSONDecoder().decode(Item.self, from: data)
                    } catch {}
                }
            }
            """
        #expect(found("silent_catch", code) == [.note])
        for other in ["load(item)", "JSONSerialization.data(withJSONObject: item)"] {
            #expect(found("silent_catch", code.replacing("JSONEncoder().encode(item)", with: other)) == [.error])
        }
    }

    @Test(arguments: [("configure", 1), ("configureForTests", 0)])
    func `a mock that a function for tests registers is no live value`(_ function: String, _ count: Int) {
        let code = """
            import Swinject
            final class Composition {
                func \(function)(_ container: Container) { container.register(Log.self) { _ in MockLog() } }
            }
            """
        #expect(found("mock_as_live", code).count == count)
    }

    @Test(arguments: [
        "try session.setActive(true); player = try AVAudioPlayer(contentsOf: Bundle.main.url(forResource: name))",
        "try manager.createDirectory(at: folder, withIntermediateDirectories: true)",
        "for file in try manager.contentsOfDirectory(at: temporary) { try manager.removeItem(at: file) }",
        "rating.setData(try Firestore.Encoder().encode(value))",
        "request.httpBody = try JSONEncoder().encode(item); send(request) { do { try read($0) } catch { show(error) } }",
        "folder = try manager.url(for: .documentDirectory, in: .userDomainMask, appropriateFor: nil, create: false)",
        "let data = try JSONEncoder().encode(self); items = try JSONSerialization.jsonObject(with: data)",
        "try device.lockForConfiguration(); try device.setTorchModeOn(level: 1)",
        "items = try subject.value()", "try orders.document(id).setData(from: order)",
        "_ = try Activity<Download>.request(attributes: attributes)",
        "model = try VNCoreMLModel(for: Classifier(configuration: MLModelConfiguration()).model)",
    ])
    func `a catch that prints is a note where each part hardly fails or is missed by nobody`(_ work: String) {
        #expect(found("print_only_catch", "func f() { do { \(work) } catch { print(error) } }") == [.note])
    }

    @Test(arguments: [
        "try session.setActive(true); player = try AVAudioPlayer(contentsOf: url)",
        "names = try manager.contentsOfDirectory(atPath: folder)", "_ = try request(Activity())",
        "_ = try Activity.request(attributes: attributes); recorder.start()",
        "rating.setData(try await Firestore.Encoder().encode(value).upload())",
        "model = try MLModel(contentsOf: url, configuration: MLModelConfiguration())",
    ])
    func `a catch that prints is a warning where one part is missed`(_ work: String) {
        #expect(found("print_only_catch", "func f() async { do { \(work) } catch { print(error) } }") == [.warning])
    }

    @Test func `a folder that cannot be made is a warning where the work ends there`() {
        let code = { (end: String) in
            "func f() { do { try manager.createDirectory(at: folder) } catch { print(error)\(end) }\nwrite() }"
        }
        #expect(found("print_only_catch", code("")) == [.note])
        #expect(found("print_only_catch", code("; return")) == [.warning])
    }

    @Test(arguments: [
        ("do { return try await ask(text) } catch { print(error) }\nreturn guess(text)", [Severity.note]),
        ("if isNew { do { return try await ask(text) } catch { print(error) } }\nreturn guess(text)", [.note]),
        (
            "do { lines = try await ask(text); return lines } catch { print(error) }\nlines = known\nreturn lines",
            [.note]
        ),
        (
            "do { lines = try await ask(text); return lines } catch { print(error) }\nlines = []\nreturn lines",
            [.warning]
        ),
        ("do { lines = try await ask(text) } catch { print(error) }\nreturn guess(text)", [.warning]),
        ("do { return try await ask(text) } catch { print(error) }\nreturn Lines(text)", [.warning]),
        (
            "for word in text { do { return try await ask(word) } catch { print(error) } }\nreturn guess(text)",
            [.warning]
        ),
    ])
    func `a catch that prints is a note where what follows does the same in another way`(
        _ work: String, _ expected: [Severity]
    ) {
        #expect(found("print_only_catch", "func run(_ text: String) async -> [Line] {\n\(work)\n}") == expected)
    }

    @Test(arguments: [
        ("addMockItems", Severity.note), ("insertSampleData", .note), ("addItems", .warning),
        ("processSampleBuffer", .warning),
    ])
    func `a catch that prints is a note where data is made up`(_ function: String, _ expected: Severity) {
        let code = "func \(function)() async { do { try await store.add(item) } catch { print(error) } }"
        #expect(found("print_only_catch", code) == [expected])
    }

    @Test(arguments: [("model.addItems()", Severity.warning), ("model.showItems()", .note)])
    func `a catch that prints in a function of an app that nothing calls is a note`(
        _ action: String, _ expected: Severity
    ) {
        let model =
            "final class ItemsModel { func addItems() async { do { try await client.add() } catch { print(error) } } }"
        let view =
            "struct V: View { let model: ItemsModel; var body: some View { Text(\"\").task { await \(action) } } }"
        let sources = [("Sources/App/ItemsModel.swift", model), ("Sources/App/V.swift", view)]
        let app = ("Sources/App/ShopApp.swift", "@main struct ShopApp: App { let start = V.self }")
        #expect(found("print_only_catch", sources + [app]) == [expected])
        #expect(found("print_only_catch", sources) == [.warning])
    }

    @Test(arguments: [
        ("logger.error(\"\\(error)\"); throw error", Severity.note),
        ("if loadError == nil { loadError = text(of: error) }; throw error", .note),
        ("if loadError == nil { show(error) }; throw error", .error),
        ("loadError = error.localizedDescription; throw error", .note), ("print(error); throw error", .note),
        ("let wrapped = Failure(error); throw wrapped", .error), ("isLoading = false; throw error", .error),
        ("throw error", .error),
    ])
    func `a silent catch of a function that reports its errors before it throws them on is a note`(
        _ handling: String, _ expected: Severity
    ) {
        let code = """
            final class Notes {
                func open() { do { try load() } catch {} }
                func load() throws { do { text = try store.text() } catch { \(handling) } }
            }
            final class Others { func load() throws { try store.load() } }
            """
        #expect(found("silent_catch", code) == [expected])
        let more = code.replacing("func load() throws { do", with: "func load() throws { try prepare(); do")
        #expect(found("silent_catch", more) == [.error])
    }

    @Test(arguments: [
        (
            "func savedHost() throws -> String { do { return try read() } catch { print(error) }; return \"\" }",
            Severity.note
        ),
        ("func savedHost() throws -> String { try read() }", .error),
    ])
    func `a silent catch of an assignment under 'try' asks what is assigned`(_ function: String, _ expected: Severity) {
        let code =
            "final class Wire { func open() { do { try self.host = Settings.savedHost() } catch {}; connect() } }"
        #expect(found("silent_catch", code + "\nenum Settings { static \(function) }") == [expected])
    }

    @Test(arguments: [
        ("if process.terminationStatus == 0 { use(pipe) }", Severity.note),
        ("if process.terminationStatus == 0 { use(pipe) } else { show(process) }", .error), ("use(pipe)", .error),
    ])
    func `a silent catch of a command whose failure is passed over as well is a note`(
        _ end: String, _ expected: Severity
    ) {
        let code =
            "func find() {\nlet process = Process()\ndo { try process.run(); process.waitUntilExit(); \(end) } catch {}\n}"
        #expect(found("silent_catch", code) == [expected])
    }

    @Test(arguments: [
        ("try await Task.sleep(for: pause); try manager.removeItem(at: copy)", Severity.note),
        ("try await Task.sleep(for: pause); try data.write(to: copy)", .error),
    ])
    func `a silent catch is a note where each part hardly fails`(_ work: String, _ expected: Severity) {
        #expect(found("silent_catch", "func f() async { do { \(work) } catch {} }") == [expected])
    }

    @Test(arguments: [
        ("UIImage?", "picture = image", Severity.note),
        ("UIImage?", "LogoCache.shared.store(image); picture = image", .note),
        ("UIImage", "picture = image", .error), ("UIImage?", "save(image)", .error), ("UIImage?", "other = 1", .error),
    ])
    func `a silent catch of a picture that something else stands for is a note`(
        _ type: String, _ work: String, _ expected: Severity
    ) {
        let code = """
            struct Logo: View {
                @State private var picture: \(type)
                func load() async {
                    do {
                        let (data, _) = try await URLSession.shared.data(from: url)
                        if let image = UIImage(data: data) { \(work) }
                    } catch {}
                }
            }
            """
        #expect(found("silent_catch", code) == [expected])
    }

    @Test(arguments: [
        ("try await client.trackAnalytics(id)", Severity.note),
        ("let id = try user(); try await client.logEvent(id)", .note),
        ("try await analytics.send(id)", .note), ("try await client.trackOrder(id)", .error),
        ("try await client.trackAnalytics(id); try await save()", .note),
        ("try await save(); try await log.event(id)", .error),
    ])
    func `counting is missed by nobody`(_ work: String, _ expected: Severity) {
        let isLast = !work.hasSuffix("save()")
        let code = { (body: String) in "func f() async { do { \(work) } catch { \(body) } }" }
        #expect(found("silent_catch", code("")) == [isLast ? expected : .error])
        #expect(found("print_only_catch", code("print(error)")) == [isLast && expected == .note ? .note : .warning])
    }

    @Test(arguments: [
        ("import Vapor", Severity.note), ("import Vapor\nimport SwiftUI", .warning), ("import Foundation", .warning),
    ])
    func `what a part of a server prints is in its log`(_ imports: String, _ expected: Severity) {
        let code = "func f() { do { try save() } catch { print(error) } }"
        let sources = [("Server/Sources/Core/A.swift", code), ("Server/Sources/App/B.swift", imports)]
        #expect(found("print_only_catch", sources) == [expected])
    }

    @Test(arguments: [
        ("first == nil", Severity.note), ("error is CocoaError", .error),
    ])
    func `a silent catch behind one that keeps the first error is a note`(_ condition: String, _ expected: Severity) {
        let code =
            "func f() { for item in items { do { try save(item) } catch where \(condition) { first = error } catch {} } }"
        #expect(found("silent_catch", code) == [expected])
    }

    @Test(arguments: [
        ("UserDefaults.standard.set(token, forKey: key)", Severity.note), ("kept = token", .note),
        ("try write(token)", .warning), ("fatalError()", .warning), ("", .warning),
    ])
    func `a catch of functions that throw nothing is a note`(_ body: String, _ expected: Severity) {
        let code = """
            final class Keychain { func storeToken(_ token: String) throws { \(body) } }
            final class Login { func finish() { do { try keychain.storeToken(token) } catch { HANDLE } } }
            """
        #expect(found("print_only_catch", code.replacing("HANDLE", with: "print(error)")) == [expected])
        let silent: Severity = expected == .note || !body.contains("try") ? .note : .error
        #expect(found("silent_catch", code.replacing("HANDLE", with: "")) == [silent])
    }

    @Test(arguments: [("print(\"Got \\(fields)\")", Severity.note), ("use(fields)", .warning)])
    func `a catch of what is only read to be printed is a note`(_ use: String, _ expected: Severity) {
        let code =
            "func look() { do { if let data { if let fields = try parse(data) { \(use) } } } catch { print(error) } }"
        #expect(found("print_only_catch", code) == [expected])
    }

    @Test(arguments: [
        ("for file in files { do { print(try size(of: file)) } catch { print(file) } }", Severity.note),
        ("for file in files { if file.isNew { print(file) } else { print(\"old\") } }", .note),
        ("for file in files { print(file); upload(file) }", .warning),
    ])
    func `a catch of what does nothing but print is a note, also in loops`(_ work: String, _ expected: Severity) {
        let code = "func diagnose() { do { let files = try list()\n\(work) } catch { print(error) } }"
        #expect(found("print_only_catch", code).last == expected)
    }

    @Test(arguments: [
        ("var isSaved = false", "if isSaved { show() } else { retry() }", Severity.note),
        ("var isSaved = false", "guard isSaved else { return retry() }", .note),
        ("var isSaved = false", "if !isSaved { retry() }", .note),
        ("var isSaved = false", "if !isSaved { print(1) }", .warning),
        ("var isSaved = false", "guard isSaved else { print(1); return }", .warning),
        ("var isSaved = false", "if isSaved { show() }", .warning),
        ("var isSaved = true", "if !isSaved { retry() }", .warning),
        ("", "if !isSaved { retry() }", .warning), ("var isSaved = false", "show()", .warning),
    ])
    func `a catch that prints is a note where what follows asks whether it went well`(
        _ variable: String, _ rest: String, _ expected: Severity
    ) {
        let code = "func f() { \(variable)\ndo { try save(); isSaved = true } catch { print(error) }\n\(rest) }"
        #expect(found("print_only_catch", code) == [expected])
    }

    @Test(arguments: [
        ("Bundle.main.url(forResource: name, withExtension: nil)", Severity.note),
        ("Bundle.main.url(forResource: name, withExtension: nil) ?? FileManager.default.temporaryDirectory", .warning),
        ("URL(string: name)", .warning),
    ])
    func `a catch that prints is a note where a function finds the file in the bundle`(
        _ place: String, _ expected: Severity
    ) {
        let player = """
            final class Player {
                func play(audioURL: URL?) {
                    guard let url = audioURL else { return }
                    do { player = try AVAudioPlayer(contentsOf: url); player.play() } catch { print(error) }
                }
                func intro() {
                    guard let url = Sounds.place(of: "intro") else { return }
                    do { player = try AVAudioPlayer(contentsOf: url) } catch { print(error) }
                }
            }
            """
        let sounds = "enum Sounds { static func place(of name: String) -> URL? { \(place) } }"
        let caller = "func show() { if let url = Sounds.place(of: name) { player.play(audioURL: url) } }"
        let sources = [("Sources/App/A.swift", player), ("Sources/App/B.swift", sounds)]
        #expect(found("print_only_catch", sources + [("Sources/App/C.swift", caller)]) == [expected, expected])
        #expect(found("print_only_catch", sources) == [.warning, expected])
    }

    @Test(arguments: [("Text(\"\")", Severity.note), ("Text(Adapter().name)", .warning)])
    func `a catch that prints in a class that nothing makes is a note`(_ content: String, _ expected: Severity) {
        let adapter = "final class Adapter { func frames() { do { try read() } catch { print(error) } } }"
        let app = "@main struct ShopApp: App { var body: some Scene { WindowGroup { \(content); player.frames() } } }"
        #expect(
            found("print_only_catch", [("Sources/App/A.swift", adapter), ("Sources/App/B.swift", app)]) == [expected])
        let small = adapter.replacing("Adapter", with: "iAdapter")
        #expect(
            found("print_only_catch", [("Sources/App/A.swift", small), ("Sources/App/B.swift", app)]) == [.warning])
    }

    @Test(arguments: [(".cachesDirectory", Severity.note), (".documentDirectory", .warning)])
    func `what is not written to the folder of caches is got again`(_ folder: String, _ expected: Severity) {
        let code = """
            final class LocalFileManager {
                func saveImage(_ image: UIImage) { do { try data.write(to: place) } catch { print(error) } }
                var place: URL { manager.urls(for: \(folder), in: .userDomainMask)[0] }
            }
            """
        #expect(found("print_only_catch", code) == [expected])
    }

    @Test(arguments: [
        ("throw Failure.closed", "catch is Failure { show() }", Severity.note), ("throw Failure.closed", "", .warning),
        ("try store.load()", "catch is Failure { show() }", .warning),
        ("do { try store.load() } catch { logger.error(\"\\(error)\"); throw error }", "", .note),
    ])
    func `a catch that prints is a note where no error is left, or was logged`(
        _ work: String, _ first: String, _ expected: Severity
    ) {
        let code = """
            enum Failure: Error { case closed }
            func load() throws { \(work) }
            func run() { do { try load() } \(first) catch { print(error) } }
            """
        #expect(found("print_only_catch", code) == [expected])
    }
}
