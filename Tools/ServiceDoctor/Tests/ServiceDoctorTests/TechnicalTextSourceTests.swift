import ServiceDoctor
import Testing

/// Where the error comes from whose text is shown decides whether it is one for people.
@Suite struct TechnicalTextSourceTests {
    private func severities(_ code: String, beside other: String = "") -> [Severity] {
        let files = [("Sources/App/ItemsModel.swift", code), ("Sources/App/Other.swift", other)]
        return Doctor(configuration: DoctorConfiguration(only: ["technical_error_shown"])).check(sources: files)
            .findings.map(\.severity)
    }

    @Test(arguments: [
        ("let failure = isSaved ? \"Not sent.\" : \"Not saved.\"", false), ("let failure = \"Not saved.\"", false),
        ("let failure = store.lastProblem", true), ("let failure = \"Not saved: \\(error)\"", true),
    ])
    func `a variable that is a text is no error`(_ variable: String, _ isFound: Bool) {
        let code = "final class M { func show(_ error: Error) { \(variable)\nmessage = \"\\(failure) Try again.\" } }"
        #expect(severities(code) == (isFound ? [.warning] : []))
    }

    @Test(arguments: [
        ("Result<Item, StoreError>", [Severity]()), ("Result<Item, Error>", [.warning]),
        ("Result<Item, any Error>", [.warning]),
    ])
    func `an error of a function's result has the type that is written there`(_ type: String, _ expected: [Severity]) {
        let shown = "{ case .success: break; case .failure(let error): message = \"\\(error)\" }"
        let client = "protocol Client { func redeem() async -> \(type) }"
        let bound = "final class M { func show() async { let result = await client.redeem(); switch result \(shown) } }"
        let direct = "final class M { func show() async { switch await client.redeem() \(shown) } }"
        #expect(severities(bound, beside: client) == expected)
        #expect(severities(direct, beside: client) == expected)
        #expect(severities(direct.replacing("redeem", with: "load"), beside: client) == [.warning])
    }

    @Test(arguments: [
        ("AnyPublisher<Item, StoreError>", ".receive(on: queue)", [Severity]()),
        ("some Publisher<Item, StoreError>", "", []), ("Future<Item, StoreError>", ".map(\\.name)", []),
        ("AnyPublisher<Item, Error>", "", [.note]),
        ("AnyPublisher<Item, StoreError>", ".mapError(broken)", [.note]),
        ("AnyPublisher<Item, StoreError>", ".flatMap { load($0) }", [.note]),
        ("Publishers.Merge<Item, StoreError>", "", [.note]),
    ])
    func `an error of a publisher has the type that is written at its function`(
        _ type: String, _ operators: String, _ expected: [Severity]
    ) {
        let sink =
            "sink(receiveCompletion: { end in if case .failure(let error) = end { message = error.localizedDescription } }, receiveValue: show)"
        let code = "final class M { func show() { client.redeem()\(operators).\(sink) } }"
        let client = "protocol Client { func redeem() -> \(type) }\nenum StoreError: Error { case closed }"
        let words = "extension StoreError: LocalizedError { var errorDescription: String? { \"Closed.\" } }"
        #expect(severities(code, beside: "\(client)\n\(words)") == expected)
        let own = "extension StoreError { var localizedDescription: String { \"Closed.\" } }"
        #expect(severities(code, beside: "\(client)\n\(own)").isEmpty == expected.isEmpty)
        let dumped = code.replacing("error.localizedDescription", with: "\"\\(error)\"")
        #expect(severities(dumped, beside: "\(client)\n\(words)") == [.warning])
    }

    @Test(arguments: [
        ("String?", [Severity]()), ("Error?", [.warning]), ("StoreError", [.warning]), ("[any Error]", [.warning]),
    ])
    func `what an initialiser gets as a text is no error`(_ type: String, _ expected: [Severity]) {
        let code =
            "final class M { init(decodingError: \(type)) { if let decodingError { message = \"\\(decodingError). Old.\" } } }"
        #expect(severities(code) == expected)
    }

    @Test(arguments: [
        ("@StateObject private var model = TeamModel()", "var error: String?", false),
        ("let model: TeamModel", "var error: String?", false), ("let model: TeamModel", "var error: Error?", true),
        ("let model: Player", "var error: String?", true),
    ])
    func `a property of a model that is a text is no error`(_ kept: String, _ property: String, _ isFound: Bool) {
        let view =
            "struct V: View { \(kept); var body: some View { if let error = model.error { Text(\"Not loaded: \\(error)\") } } }"
        #expect(severities(view, beside: "final class TeamModel { \(property) }") == (isFound ? [.warning] : []))
    }

    @Test(arguments: [
        ("model.syncErrors, id: \\.self", "error", "var syncErrors: [String] = []", false),
        ("Array(model.syncErrors.enumerated()), id: \\.offset", "index, error", "let syncErrors: [String]", false),
        ("model.syncErrors, id: \\.self", "error", "var syncErrors: [Error]", true),
        ("model.syncErrors, id: \\.self", "error", "var others: [String]", true),
    ])
    func `an element of a list of texts is no error`(
        _ list: String, _ names: String, _ property: String, _ isFound: Bool
    ) {
        let view =
            "struct V: View { var body: some View { ForEach(\(list)) { \(names) in Text(\"- \\(error)\") } } }"
        #expect(severities(view, beside: "final class SyncModel { \(property) }") == (isFound ? [.warning] : []))
    }

    @Test(arguments: [
        ("shortMessage(of: answer)", false), ("answer.lastErrorMessage", false), ("answer.helpText", false),
        ("answer.lastError", true), ("failure(of: answer)", true), ("sendMessage(answer)", true),
    ])
    func `what is called a message or a text is no error`(_ value: String, _ isFound: Bool) {
        let code =
            "struct V: View { var body: some View { if let error = \(value) { Text(\"Not sent: \\(error)\") } } }"
        #expect(severities(code) == (isFound ? [.warning] : []))
        #expect(severities(code.replacing("\\(error)", with: "\\(error.localizedDescription)")) == [.warning])
    }

    @Test(arguments: [("[String]", false), ("[Error]", true)])
    func `an element of a view's own list of texts is no error`(_ type: String, _ isFound: Bool) {
        let view =
            "struct V: View { let errors: \(type); var body: some View { ForEach(errors, id: \\.self) { error in Text(\"- \\(error)\") } } }"
        #expect(severities(view, beside: "struct Log { let errors: [Error] }") == (isFound ? [.warning] : []))
    }

    @Test(arguments: [("failure(String)", false), ("failure(Error)", true)])
    func `a text in a failure of the project's own is no error`(_ failure: String, _ isFound: Bool) {
        let view = """
            struct V: View {
                enum CheckResult { case success, \(failure) }
                @State private var checkResult: CheckResult?
                var body: some View {
                    if let result = checkResult {
                        switch result {
                        case .success: Text("Done.")
                        case .failure(let error): Text("Not done: \\(error)")
                        }
                    }
                }
            }
            """
        #expect(severities(view) == (isFound ? [.warning] : []))
    }

    @Test(arguments: [
        ("try await store.requestFullAccessToEvents(); try store.save(event, span: .thisEvent)", Severity.note),
        ("try await Auth.auth().signIn(withEmail: email, password: password)", .note),
        ("try await context.evaluatePolicy(.deviceOwnerAuthentication, localizedReason: reason)", .note),
        ("try await product.purchase()", .note), ("try await account.signIn(email: email)", .warning),
        ("try context.save()", .warning),
        ("try store.save(event, span: .thisEvent); try await client.send(event)", .warning),
    ])
    func `a sentence of the system or of a library is a note`(_ work: String, _ expected: Severity) {
        func model(_ work: String) -> String {
            "final class M { func run() async { do { \(work) } catch { errorMessage = error.localizedDescription } } }"
        }
        #expect(severities(model(work)) == [expected])
        let wrapper = "struct Calendars { func keep() async throws { \(work) } }"
        #expect(severities(model("try await calendars.keep()"), beside: wrapper) == [expected])
    }

    @Test(arguments: [
        ("Auth.auth().createUser(withEmail: email, password: password)", Severity.note),
        ("client.createUser(email: email)", .warning),
    ])
    func `a sentence that a library hands to its closure is a note`(_ call: String, _ expected: Severity) {
        let code =
            "final class M { func run() { \(call) { result, error in if let error { errorMessage = error.localizedDescription } } } }"
        #expect(severities(code) == [expected])
    }

    @Test(arguments: [
        ("func signIn() async throws { isSignedIn = true }", Severity.note),
        ("func signIn() async throws { try await Task.sleep(for: .seconds(1)) }", .note),
        ("func signIn() async throws { try await client.signIn() }", .warning),
        (
            "func signIn() async throws { isSignedIn = true }\nstruct Other { func signIn() throws { throw Failure() } }",
            .warning
        ),
    ])
    func `what cannot fail yet shows nothing`(_ function: String, _ expected: Severity) {
        let code =
            "final class M { func run() async { do { try await account.signIn() } catch { errorMessage = error.localizedDescription } } }"
        #expect(severities(code, beside: function) == [expected])
    }

    @Test func `a text in a function for previews is a note`() {
        func code(_ name: String) -> String {
            "func \(name)() -> some View { do { return try list() } catch { return Text(error.localizedDescription) } }"
        }
        #expect(severities(code("setupPreview")) == [.note])
        #expect(severities(code("setupList")) == [.warning])
    }

    @Test(arguments: [
        ("try data.write(to: url)", Severity.note), ("_ = try JSONSerialization.jsonObject(with: data)", .note),
        ("try await http.put(data)", .warning), ("throw Missing()", .warning),
    ])
    func `errors of files and of their JSON are sentences, also behind a protocol`(
        _ work: String, _ expected: Severity
    ) {
        let code = """
            final class M {
                let storage: Storage
                func save() async {
                    do { try await storage.profiles.save(profile) } catch { errorMessage = error.localizedDescription }
                }
            }
            """
        let other = """
            struct Storage { let profiles: any ProfileStoring }
            protocol ProfileStoring { func save(_ profile: Profile) async throws }
            actor LocalProfiles: ProfileStoring { func save(_ profile: Profile) async throws { \(work) } }
            struct Others { func save(_ other: Other) throws { throw Missing() } }
            """
        #expect(severities(code, beside: other) == [expected])
    }

    @Test(arguments: [
        ("error != .cancelled", []), ("isShown, error == .locked", []), ("error != nil", [Severity.warning]),
        ("isShown", [.warning]), ("other != .cancelled", [.warning]),
    ])
    func `an error that is compared with a case has a type of its own`(_ condition: String, _ expected: [Severity]) {
        let code = """
            final class M {
                func load() {
                    fetch { result in
                        if case .failure(let error) = result { if \(condition) { self.errorMessage = error.localizedDescription } }
                    }
                }
            }
            """
        #expect(severities(code) == expected)
    }
}
