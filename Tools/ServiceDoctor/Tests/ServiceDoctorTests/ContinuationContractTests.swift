import ServiceDoctor
import Testing

/// Callbacks give a value or an error; a whole app shows that nothing else calls them, and who waits.
@Suite struct ContinuationContractTests {
    private func found(_ code: String, _ others: [(String, String)] = []) -> [Severity] {
        Doctor(configuration: DoctorConfiguration(only: ["unresumed_continuation"]))
            .check(sources: [("App/Loader.swift", code)] + others).findings.map(\.severity)
    }

    private let app = (
        "App/ShopApp.swift", "@main struct ShopApp: App { func start() async throws { try await Loader().photo() } }"
    )

    private func loader(_ body: String, _ parameters: String = "data, response, error") -> String {
        """
        final class Loader {
            func photo() async throws -> Data {
                try await withCheckedThrowingContinuation { continuation in
                    session.load(url) { \(parameters) in
                        \(body.replacing("give(", with: "continuation.resume(returning: ").replacing("fail(", with: "continuation.resume(throwing: "))
                    }
                }
            }
        }
        """
    }

    @Test(arguments: [
        ("if let error { fail(error) } else if let data { give(data) }", Severity.note, Severity.warning),
        (
            "if let data = data, let response = response { give(data) } else if let error = error { fail(error) }",
            .note, .warning
        ),
        ("if error != nil { fail(error!) } else if data != nil { give(data!) }", .note, .warning),
        ("if let error { fail(error); return }\nif let data { give(data) }", .note, .warning),
        ("if let error { fail(error) } else if let data = data as? Data { give(data) }", .warning, .warning),
        ("if let error { fail(error) } else if let data, data.isWhole { give(data) }", .error, .error),
        ("if let error { fail(error) } else if let kept { give(kept) }", .warning, .warning),
        ("if let error { log(error) } else if let data { give(data) }", .error, .error),
        (
            "if let error = error as? URLError { fail(error); return }\nguard let data else { return }\ngive(data)",
            .error, .error
        ),
    ])
    func `neither a value nor an error is a note in an app`(_ body: String, _ inApp: Severity, _ elsewhere: Severity) {
        #expect(found(loader(body), [app]) == [inApp])
        #expect(found(loader(body)) == [elsewhere])
    }

    @Test func `a continuation of which nothing of an app waits is a note`() {
        let code = loader("if let data { give(data) }")
        #expect(found(code, [app]) == [.error])
        #expect(found(code, [(app.0, "@main struct ShopApp: App {}")]) == [.note])
        let uncalled = app.1.replacing("Loader().photo()", with: "Loader()")
        #expect(found(code, [(app.0, uncalled)]) == [.note])
        #expect(found(code) == [.error])
    }
}
