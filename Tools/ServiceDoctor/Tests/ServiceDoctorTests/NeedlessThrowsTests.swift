import ServiceDoctor
import Testing

/// Functions that are declared to throw, and handle all of their errors themselves.
@Suite struct NeedlessThrowsTests {
    private func found(_ rule: String, _ code: String, _ other: String = "") -> [Severity] {
        let sources = [("Sources/App/ItemsModel.swift", code), ("Sources/App/Service.swift", other)]
        return Doctor(configuration: DoctorConfiguration(only: [rule])).check(sources: sources).findings.map(\.severity)
    }

    private static let handled =
        "func items() async throws -> [Item] { do { return try await ask() } catch { return [] } }"
    private static let thrown =
        "func items() async throws -> [Item] { do { return try await ask() } catch { throw error } }"

    @Test(arguments: [(handled, true), (thrown, false), ("", false)])
    func `what shows their errors is a note`(_ function: String, _ isNote: Bool) {
        let model = """
            @MainActor final class ItemsModel: ObservableObject {
                @Published private(set) var loadError: String?
                private var task: Task<Void, Never>?
                func stop() { task?.cancel() }
                func reload() {
                    task = Task {
                        do { items = try await service.items() } catch { loadError = error.localizedDescription }
                    }
                }
            }
            """
        let service =
            "protocol ItemService { func items() async throws -> [Item] }\nactor LiveService: ItemService { \(function) }"
        #expect(found("technical_error_shown", model, service) == [isNote ? .note : .warning])
        #expect(found("missing_cancellation_check", model, service) == [isNote ? .note : .error])
    }

    @Test(arguments: [
        ("try await service.items()", Severity.note), ("try await service.items(); show()", .note),
        ("try await service.all()", .error), ("try await service.items(); try show()", .error),
    ])
    func `a silent catch of a function of another type is a note where its name is nobody else's`(
        _ work: String, _ expected: Severity
    ) {
        let work = work.replacing("items()", with: "latestItems()")
        let functions =
            Self.handled.replacing("items()", with: "latestItems()") + "\n"
            + Self.handled.replacing("items()", with: "all()")
        let code = "final class ItemsModel { func run() async { do { \(work) } catch {} } }"
        #expect(found("silent_catch", code, "actor LiveService { \(functions) }") == [expected])
    }

    @Test(arguments: [
        ("fetch { answer.resume(returning: $0) }", Severity.note),
        (
            "fetch { item in if item.isNew { answer.resume(returning: item) } else { answer.resume(returning: nil) } }",
            .note
        ),
        ("fetch { item in item == nil ? answer.resume(throwing: Missing()) : answer.resume(returning: item) }", .error),
        ("fetch { answer.resume(with: $0) }", .error), ("fetch(answer)", .error),
    ])
    func `a continuation that only values resume throws nothing`(_ work: String, _ expected: Severity) {
        let code = """
            final class ItemsModel {
                func run() async { do { try await latest() } catch {} }
                func latest() async throws -> Item? { try await withCheckedThrowingContinuation { answer in \(work) } }
            }
            """
        #expect(found("silent_catch", code) == [expected])
    }
}
