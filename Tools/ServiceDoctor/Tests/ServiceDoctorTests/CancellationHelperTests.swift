import ServiceDoctor
import Testing

/// Functions beside the catch that decide what a cancellation shows.
@Suite struct CancellationHelperTests {
    private func severities(_ code: String) -> [Severity] {
        Doctor(configuration: DoctorConfiguration(only: ["missing_cancellation_check"]))
            .check(sources: [("Sources/App/Search.swift", code)]).findings.map(\.severity)
    }

    @Test(arguments: [
        ("if isCurrent(query) { errorMessage = \"Not found.\" }", "!Task.isCancelled && self.query == query", false),
        ("guard self.isCurrent(query) else { return }\nerrorMessage = \"Not found.\"", "!Task.isCancelled", false),
        ("if isCurrent(query) { errorMessage = \"Not found.\" }", "self.query == query", true),
        ("errorMessage = \"Not found.\"\nif isCurrent(query) { stop() }", "!Task.isCancelled", true),
    ])
    func `a function of the file may ask for the cancellation`(_ shown: String, _ answer: String, _ isFound: Bool) {
        let code = """
            @MainActor final class SearchController {
                func search(_ query: String) async {
                    do { items = try await service.items(query) } catch { \(shown) }
                }
                private func isCurrent(_ query: String) -> Bool { \(answer) }
            }
            struct V: View { var body: some View { List(items).task(id: query) { await controller.search(query) } } }
            """
        #expect(severities(code) == (isFound ? [.error] : []))
    }

    @Test(arguments: [("@discardableResult ", Severity.note), ("", .error)])
    func `a task that callers may drop is a note`(_ attribute: String, _ expected: Severity) {
        let code = """
            @MainActor final class ItemsController {
                \(attribute)func reload() -> Task<Void, Never> { Task { await load() } }
                private func load() async {
                    do { items = try await service.items() } catch { errorMessage = "Not loaded." }
                }
            }
            """
        #expect(severities(code) == [expected])
    }

    @Test(arguments: [
        ("showsErrors: false", "showsErrors: true", "showsErrors", Severity.note),
        ("showsErrors: true", "showsErrors: true", "showsErrors", .error),
        ("isSilent: true", "isSilent: false", "!isSilent", .note),
        ("isSilent: false", "isSilent: false", "!isSilent", .error),
        ("isLater: true", "isLater: false", "!isLater", .error),
    ])
    func `an error that the caller wants is a note where another caller does not`(
        _ cancelled: String, _ other: String, _ condition: String, _ expected: Severity
    ) {
        let parameter = cancelled.prefix { $0 != ":" }
        let code = """
            @MainActor final class ItemsController {
                private var task: Task<Void, Never>?
                func start() { task = Task { await load(\(cancelled)) } }
                func stop() { task?.cancel() }
                func retry() { Task { await load(\(other)) } }
                private func load(\(parameter): Bool) async {
                    do { items = try await service.items() } catch { if \(condition) { errorMessage = "Not loaded." } }
                }
            }
            """
        #expect(severities(code) == [expected])
    }

    @Test(arguments: [
        ("ErrorPresenter.hint(for: error)", Severity.note), ("ErrorPresenter.hint(for: filter)", .error),
        ("ErrorPresenter.hint(for: error) ?? fallback", .error), ("hints[error.code]", .error),
    ])
    func `a presenter may have no hint for a cancellation`(_ hint: String, _ expected: Severity) {
        let code = """
            @MainActor final class ItemsController {
                private var task: Task<Void, Never>?
                func start() { task = Task { await load() } }
                func stop() { task?.cancel() }
                private func load() async {
                    do { items = try await service.items() } catch { if let hint = \(hint) { errorMessage = hint } }
                }
            }
            """
        #expect(severities(code) == [expected])
    }
}
