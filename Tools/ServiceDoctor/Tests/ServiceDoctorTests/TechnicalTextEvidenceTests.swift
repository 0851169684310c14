import ServiceDoctor
import Testing

/// In an app, whose code is all there, a `localizedDescription` is a warning where some error that arrives is known to have no sentence.
@Suite struct TechnicalTextEvidenceTests {
    /// What it makes and calls, people see.
    private let app = (
        "Sources/App/ShopApp.swift",
        """
        @main struct ShopApp: App {
            let all = [M.self, V.self]
            func start(_ model: M) {
                model.run(); model.show(nothing); model.failed(nothing)
                model.shop(self, didFailWithError: nothing); model.locationManager(self, didFailWithError: nothing)
            }
        }
        """
    )

    private func severities(_ code: String, beside other: String = "", inApp: Bool = true) -> [Severity] {
        let files = [("Sources/App/ItemsModel.swift", code), ("Sources/App/Other.swift", other)]
        return Doctor(configuration: DoctorConfiguration(only: ["technical_error_shown"])).check(
            sources: files + (inApp ? [app] : [])
        ).findings.map(\.severity)
    }

    /// A catch that shows the message of what a statement tries.
    private func model(_ work: String) -> String {
        "final class M { let store: Store; func run() async { do { \(work) } catch { errorMessage = error.localizedDescription } } }"
    }

    @Test(arguments: [
        ("_ = try await session.data(for: request)", Severity.note), ("try await account.signIn()", .note),
        ("items = try JSONDecoder().decode([Item].self, from: data)", .warning), ("try modelContext.save()", .warning),
        ("try viewContext.fetch(request)", .warning), ("try database.save()", .note),
        ("try await db.collection(\"items\").document(id).setData(values)", .warning),
        ("try await container.privateCloudDatabase.save(record)", .warning),
        ("try await client.from(\"items\").insert(item).execute()", .warning), ("try await query.execute()", .note),
        ("try audioEngine.start()", .warning), ("try await timer.start()", .note),
        ("throw URLError(.badServerResponse)", .warning), ("throw NSError(domain: \"Shop\", code: 1)", .warning),
        ("throw NSError(domain: \"Shop\", code: 1, userInfo: [:])", .warning),
        ("throw NSError(domain: \"Shop\", code: 1, userInfo: [NSLocalizedDescriptionKey: \"Sold out.\"])", .note),
        ("guard let url = URL(string: path) else { throw URLError(.badURL) }", .note),
        ("try db.collection(\"items\").addDocument(from: item)", .note),
        ("try await db.collection(\"items\").addDocument(from: item)", .warning),
    ])
    func `a message needs a call or an error without a sentence`(_ work: String, _ expected: Severity) {
        #expect(severities(model(work)) == [expected])
        let store = "struct Store { func refresh() async throws { \(work) } }"
        #expect(severities(model("try await store.refresh()"), beside: store) == [expected])
    }

    @Test func `where the rest of the code may be missing, nothing needs to be known`() {
        #expect(severities(model("try await account.signIn()"), inApp: false) == [.warning])
        #expect(
            severities("final class M { func failed(_ error: Error) { errorMessage = \"\\(error)\" } }") == [.warning])
    }

    @Test(arguments: [
        ("enum ShopError: Error { case sold }", Severity.warning),
        ("enum ShopError: Error, CustomStringConvertible { case sold }", .warning),
        ("enum ShopError: Error { case sold; var localizedDescription: String { \"Gone.\" } }", .warning),
        (
            "enum ShopError: Error { case sold }\nextension ShopError: LocalizedError { var errorDescription: String? { \"Gone.\" } }",
            .note
        ),
        (
            "enum ShopError: Error { case sold }\nextension ShopError: LocalizedError { var errorDescription: String? { String(reflecting: self) } }",
            .warning
        ),
    ])
    func `only a message that every error is asked for counts`(_ type: String, _ expected: Severity) {
        #expect(severities(model("throw ShopError.sold"), beside: type) == [expected])
    }

    @Test(arguments: [
        ("completion(.failure(ShopError.sold))", Severity.warning), ("completion(.failure(error))", .note),
        ("session.load { data, error in completion(.failure(error!)) }", .note),
        ("ref.getDocuments { _, error in completion(.failure(error ?? Gone())) }", .warning),
        ("do { try context.save() } catch { completion(.failure(error)) }", .warning),
        ("do { try client.send() } catch { completion(.failure(error)) }", .note),
        ("fetch(completion: completion)", .warning),
    ])
    func `an error is followed through closures`(_ body: String, _ expected: Severity) {
        let code = """
            final class M {
                let store: Store
                func run() {
                    store.load { result in
                        switch result {
                        case .success: break
                        case .failure(let error): self.errorMessage = error.localizedDescription
                        }
                    }
                }
            }
            """
        let store = """
            enum ShopError: Error { case sold }
            struct Store {
                func load(completion: @escaping (Result<Item, Error>) -> Void) { \(body) }
                func fetch(completion: @escaping (Result<Item, Error>) -> Void) { completion(.failure(ShopError.sold)) }
            }
            """
        #expect(severities(code, beside: store) == [expected])
    }

    @Test(arguments: [
        ("try await withCheckedThrowingContinuation { c in c.resume(throwing: ShopError.sold) }", Severity.warning),
        ("try await withCheckedThrowingContinuation { c in client.get { c.resume(throwing: $0) } }", .note),
        ("try await queue.perform { try context.save() }", .warning),
        ("try await queue.perform { try client.send() }", .note),
    ])
    func `an error is followed through continuations and closures that are tried`(_ work: String, _ expected: Severity)
    {
        #expect(severities(model(work), beside: "enum ShopError: Error { case sold }") == [expected])
    }

    @Test(arguments: [
        ("do { try context.save() } catch { show(error) }", Severity.warning),
        ("do { try client.send() } catch { show(error) }", .note), ("show(ShopError.sold)", .warning), ("", .note),
    ])
    func `a parameter is what callers give`(_ work: String, _ expected: Severity) {
        let code =
            "final class M { func run() { \(work) }\nfunc show(_ error: Error) { errorMessage = error.localizedDescription } }"
        #expect(severities(code, beside: "enum ShopError: Error { case sold }") == [expected])
    }

    @Test(arguments: [("locationManager", Severity.warning), ("shop", .note)])
    func `the system's delegates are given codes`(_ name: String, _ expected: Severity) {
        let code =
            "final class M { func \(name)(_ other: Other, didFailWithError error: Error) { errorMessage = error.localizedDescription } }"
        #expect(severities(code) == [expected])
    }

    @Test(arguments: [("error = failure", Severity.warning), ("problem = failure", .note)])
    func `a property is what it is set to`(_ assignment: String, _ expected: Severity) {
        let store = """
            final class Store {
                var error: (any Error)?
                func save() { do { try context.save() } catch let failure { \(assignment) } }
            }
            """
        let code = """
            struct V: View {
                let store: Store
                var body: some View { if let error = store.error { Text(error.localizedDescription) } }
            }
            """
        #expect(severities(code, beside: store) == [expected])
    }

    @Test(arguments: [
        ("catch let error as ShopError { errorMessage = \"Gone.\" } catch { SHOWN }", Severity.note),
        ("catch { if let known = error as? ShopError { show(known) } else { SHOWN } }", .note),
        ("catch { if isShown { SHOWN } }", .warning),
        ("catch { if let known = error as? Other { show(known) } else { SHOWN } }", .warning),
    ])
    func `an error that is taken before does not arrive`(_ handling: String, _ expected: Severity) {
        let shown = handling.replacing("SHOWN", with: "errorMessage = error.localizedDescription")
        let code = "final class M { func run() { do { try load() } \(shown) } }"
        #expect(
            severities(code, beside: "enum ShopError: Error { case sold }\nfunc load() throws { throw ShopError.sold }")
                == [expected])
    }

    @Test(arguments: [
        ("if let known = error as? ShopError { show(known) } else { SHOWN }", Severity.note), ("SHOWN", .warning),
        ("if let known = error as? Other { show(known) } else { SHOWN }", .warning),
    ])
    func `an error of a closure that a branch takes before does not arrive`(
        _ handling: String, _ expected: Severity
    ) {
        let shown = handling.replacing("SHOWN", with: "self.errorMessage = error.localizedDescription")
        let code = """
            final class M {
                let client: Client
                func run() {
                    client.load { result in
                        switch result {
                        case .success: break
                        case .failure(let error): \(shown)
                        }
                    }
                }
            }
            """
        let client = """
            enum ShopError: Error { case sold }
            final class Client {
                func load(completion: @escaping (Result<Int, Error>) -> Void) { completion(.failure(ShopError.sold)) }
            }
            """
        #expect(severities(code, beside: client) == [expected])
    }

    @Test(arguments: [("Task.sleep(for: .seconds(1))", Severity.note), ("client.get()", .warning)])
    func `what only a pause would throw is rare`(_ work: String, _ expected: Severity) {
        let load =
            "enum ShopError: Error { case sold }\nfunc load() async throws { do { try await \(work) } catch { throw ShopError.sold } }"
        #expect(severities(model("try await load()"), beside: load) == [expected])
    }

    @Test(arguments: [
        ("", Severity.note), (".onAppear { showsError = true }", .warning),
        (".sheet(isPresented: $showsError) {}", .warning),
    ])
    func `an alert that nothing opens shows nothing`(_ more: String, _ expected: Severity) {
        let code = """
            struct V: View {
                @State private var showsError = false
                let error: Error
                var body: some View {
                    List(items).alert("Not loaded.", isPresented: $showsError) { Text("\\(error)") }\(more)
                }
            }
            """
        #expect(severities(code) == [expected])
    }

    @Test(arguments: [("item.episode", false), ("item.lastError", true)])
    func `a letter for something that is no error is none`(_ value: String, _ isFound: Bool) {
        let code = "struct V: View { var body: some View { if let e = \(value) { Text(\"E\\(e)\") } } }"
        #expect(severities(code) == (isFound ? [.warning] : []))
    }
}
