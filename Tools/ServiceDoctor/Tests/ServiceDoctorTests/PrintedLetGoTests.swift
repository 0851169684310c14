import ServiceDoctor
import Testing

/// Catches that only print, where the failure harms nobody or is told elsewhere.
@Suite struct PrintedLetGoTests {
    private func found(_ rule: String, _ code: String) -> [Severity] {
        found(rule, [("Sources/App/A.swift", code)])
    }

    private func found(_ rule: String, _ sources: [(String, String)]) -> [Severity] {
        Doctor(configuration: DoctorConfiguration(only: [rule])).check(sources: sources).findings.map(\.severity)
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
        "map.style = try GMSMapStyle(jsonString: style)", "try Tips.configure()",
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
        "try telemetry?.close(); try upload(status)", "try shop.configure()",
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
        ("import Vapor", Severity.note), ("import Vapor\nimport SwiftUI", .warning), ("import Foundation", .warning),
    ])
    func `what a part of a server prints is in its log`(_ imports: String, _ expected: Severity) {
        let code = "func f() { do { try save() } catch { print(error) } }"
        let sources = [("Server/Sources/Core/A.swift", code), ("Server/Sources/App/B.swift", imports)]
        #expect(found("print_only_catch", sources) == [expected])
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

    @Test(arguments: [
        ("onFinished(1)", Severity?.none), ("tableView.reloadData()", .warning), ("reload()", .warning),
    ])
    func `a closure that is called after a failure only tells of it`(_ next: String, _ expected: Severity?) {
        let code = """
            func signIn(onFinished: @escaping (Int) -> Void) {
                fetch { data in
                    do { login = try decode(data); onFinished(0); return } catch { print(error) }
                    \(next)
                }
            }
            """
        #expect(found("print_only_catch", code) == [expected].compactMap(\.self))
        let falling = code.replacing("; return }", with: " }")
        #expect(found("print_only_catch", falling) == [.warning])
    }

    @Test func `what is read by way of a variable for a place in the bundle is read there`() {
        let code = """
            func load() {
                var file: URL?
                file = Bundle.main.url(forResource: name, withExtension: "json")
                do { let data = try Data(contentsOf: file!); texts = try JSON(data: data) } catch { print(error) }
            }
            """
        #expect(found("print_only_catch", code) == [.note])
        #expect(
            found("print_only_catch", code.replacing("file = Bundle", with: "file = folder.file(name); file = Bundle"))
                == [.warning])
    }

    @Test(arguments: [("Bundle.main.path(forResource: \"a\")", Severity.note), ("folder.path(for: \"a\")", .warning)])
    func `what one condition looks up in the bundle, the next one may read`(_ lookup: String, _ expected: Severity) {
        let code = """
            func load() {
                guard let path = \(lookup), let data = try? Data(contentsOf: URL(fileURLWithPath: path)) else { return }
                do { banners = try JSONDecoder().decode([Banner].self, from: data) } catch { print(error) }
            }
            """
        #expect(found("print_only_catch", code) == [expected])
    }
}
