import ServiceDoctor
import Testing

/// Catches that do nothing, and rules beside them, where the failure harms nobody or is told elsewhere.
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
        ("map.style = try GMSMapStyle(jsonString: style)", .note),
        ("map.style = try MapStyle(jsonString: style)", .error),
        ("try Tips.configure([.displayFrequency(.immediate)])", .note), ("try shop.configure()", .error),
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
}
