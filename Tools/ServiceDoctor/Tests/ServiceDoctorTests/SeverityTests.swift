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
        "try? storage.save(lastSyncTimestamp: now)", "try? database.write_last_fetched(now)",
        "try? keychain.delete(key)", "try? await repository.remove(item)",
    ])
    func `what hardly fails, or fails where nothing is wrong, is a note`(_ code: String) {
        #expect(severities("func run() {\n\(code)\nnext()\n}") == [.note])
    }

    @Test(arguments: [
        "do { items = try await session.data(from: url) } catch { assertionFailure() }",
        "do { try store.write(JSONEncoder().encode(items)) } catch { assertionFailure() }",
        "do { try await load() } catch is CancellationError { leave() } catch { assertionFailure(\"\\(error)\") }",
        "do { items = try JSONDecoder().decode([Item].self, from: data) } catch { assertionFailure() }",
        "try? JSONEncoder().encode(settings).write(to: .settings)",
    ])
    func `what can fail at any time is a warning`(_ code: String) {
        #expect(severities("func run() {\n\(code)\nnext()\n}") == [.warning])
    }

    @Test func `rules that no sample has confirmed are no errors`() throws {
        for id in ["blocking_wait", "dependency_without_live"] {
            let rule = try #require(RuleCatalog.descriptions.first { $0.id == id })
            #expect(rule.severity == .warning)
        }
    }
}
