import ServiceDoctor
import Testing

@Suite struct SeverityTests {
    private func severities(_ code: String, at path: String = "Sources/App/A.swift") -> [Severity] {
        Doctor().check(sources: [(path, code)]).findings.map(\.severity)
    }

    @Test(arguments: [
        "switch Section(rawValue: indexPath.section)! { default: break }",
        "let name = (sender as! UIButton).title",
        "func data() -> Data { image.pngData()! }",
        "for item in context.inputItems as! [NSExtensionItem] { add(item) }",
        "let next = tabs.topViewController as! AccountScreen",
        "BGTaskScheduler.shared.register(forTaskWithIdentifier: name, using: nil) { handle($0 as! BGProcessingTask) }",
        "func address() -> URL { var parts = URLComponents(); parts.host = host; return parts.url! }",
        "words.enumerateMatches(in: text, range: all) { match, _, _ in add(match!.range) }",
        "let view = row.if(item.url != nil) { $0.draggable(item.url!) }",
        "func find() { episode = store.find(id)! // it's ok to crash here\n }",
        "func swap() { let old = class_getInstanceMethod(Item.self, name); exchange(old!) }",
    ])
    func `a value that is nil only in theory is a note`(_ code: String) {
        #expect(severities(code) == [.note], "\(code)")
    }

    @Test(arguments: [
        "func name() -> String { let user = users[id]; return user!.name }",
        "func find() { var path = Bundle.main.path(forResource: \"en\", ofType: \"lproj\"); find(&path); open(path!) }",
        "switch Kind(rawValue: stored)! { default: break }",
        "let name = sender.name!",
    ])
    func `a value that others decide is a warning`(_ code: String) {
        #expect(severities(code) == [.warning], "\(code)")
    }

    @Test func `what lies in the bundle makes 'try!' a note`() {
        let code = """
            func template() -> String {
                let path = Bundle.main.path(forResource: "page", ofType: "html")!
                return try! String(contentsOfFile: path, encoding: .utf8)
            }
            """
        #expect(severities(code) == [.note])
    }

    @Test(arguments: [
        "Sources/App/Debug/Screen.swift", "Sources/App/DevSettings/Screen.swift", "Sources/App/DeveloperMenu.swift",
        "Sources/App/QA Features/Screen.swift",
    ])
    func `a warning on a screen for developers is a note`(_ path: String) {
        let warned = "func send() { Task { try await service.send() } }\ndo { try save() } catch { print(error) }"
        #expect(severities(warned, at: path) == [.note, .note])
        #expect(severities(warned, at: "Sources/App/Device/Screen.swift") == [.warning, .warning])
        #expect(severities(warned, at: "/home/dev/checkout/Sources/Screen.swift") == [.warning, .warning])
        #expect(severities("do { try save() } catch {}", at: path) == [.error])
    }

    @Test func `a folder of the project makes what a demo prints a note, a folder above the checkout does not`() {
        let code = "func load() { print(1) }"
        #expect(severities(code, at: "Development/App/Screen.swift") == [.note])
        #expect(severities(code, at: "/Users/me/Development/App/Sources/Screen.swift") == [.warning])
    }

    @Test func `rules that no sample has confirmed are no errors`() throws {
        for id in ["blocking_wait", "dependency_without_live"] {
            let rule = try #require(RuleCatalog.descriptions.first { $0.id == id })
            #expect(rule.severity == .warning)
        }
    }
}
