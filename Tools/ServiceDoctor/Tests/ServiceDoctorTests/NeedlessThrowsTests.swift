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

    /// A model that asks a use case, which asks a repository, both behind protocols.
    private func chain(_ work: String, client: String) -> [(String, String)] {
        [
            (
                "Sources/App/ItemsModel.swift",
                """
                @MainActor final class ItemsModel: ObservableObject {
                    @Published private(set) var loadError: String?
                    private let getItems: any GetItems
                    private var task: Task<Void, Never>?
                    func stop() { task?.cancel() }
                    func reload() { task = Task { \(work) } }
                }
                """
            ),
            (
                "Sources/App/GetItems.swift",
                """
                protocol GetItems { func execute(_ filter: Filter) async throws -> [Item] }
                struct LiveGetItems: GetItems {
                    private let repository: ItemRepository
                    func execute(_ filter: Filter) async throws -> [Item] { try await repository.items(for: filter) }
                }
                struct GetOthers { func execute(_ filter: Filter) async throws { throw Missing() } }
                protocol ItemRepository { func items(for filter: Filter, page: Int) async throws -> [Item] }
                final class LiveItemRepository: ItemRepository {
                    let client = ItemClient.shared
                    func items(for filter: Filter, page: Int = 0) async throws -> [Item] { try await client.items(filter) }
                }
                final class MockItemRepository: ItemRepository {
                    func items(for filter: Filter, page: Int) async throws -> [Item] { throw Missing() }
                }
                """
            ), ("Sources/App/ItemClient.swift", "actor ItemClient { \(client) }"),
        ]
    }

    private func found(_ rule: String, _ sources: [(String, String)]) -> [Severity] {
        Doctor(configuration: DoctorConfiguration(only: [rule])).check(sources: sources).findings.map(\.severity)
    }

    private static let fallsBack =
        "func items(_ filter: Filter) async throws -> [Item] { do { return try await get(filter) } catch { return try await kept(filter) } }"

    @Test(arguments: [
        (
            "func kept(_ filter: Filter) async throws -> [Item] { do { return try read() } catch { return [] } }",
            Severity.note
        ),
        ("func kept(_ filter: Filter) async throws -> [Item] { try read() }", .error),
        ("func kept(_ filter: Filter) async throws -> [Item] { try await items(filter) }", .note),
        ("", .error),
    ])
    func `errors that one function on the way handles do not arrive`(_ kept: String, _ expected: Severity) {
        let work = "do { items = try await getItems.execute(filter) } catch { loadError = error.localizedDescription }"
        let sources = chain(work, client: "\(Self.fallsBack)\n\(kept)")
        #expect(found("missing_cancellation_check", sources) == [expected])
        #expect(found("technical_error_shown", sources) == [expected == .error ? .warning : .note])
    }

    @Test(arguments: [
        ("do { return try await get(filter) } catch { logger.error(\"\\(error)\"); throw error }", Severity.note),
        (
            "guard let url = url(of: filter) else { throw Missing() }; do { return try await get(url) } catch { log.e(error); throw error }",
            .note
        ),
        (
            "let body = try JSONEncoder().encode(Any(filter)); do { return try await get(body) } catch { log.e(error); throw error }",
            .note
        ),
        (
            "do { if isOld { logger.info(\"old\"); throw Missing() }; return [] } catch let error as Missing { throw error } catch { print(error); throw error }",
            .note
        ),
        (
            "do { if isOld { throw Missing() }; return [] } catch let error as Missing { throw error } catch { print(error); throw error }",
            .error
        ),
        ("return try decode(await data(filter))", .error), ("return try await get(filter)", .error),
        ("guard isSignedIn else { throw Missing() }; return []", .error),
    ])
    func `a silent catch of errors that are logged further down is a note`(_ body: String, _ expected: Severity) {
        let client = """
            func items(_ filter: Filter) async throws -> [Item] { \(body) }
            func data(_ filter: Filter) async throws -> Data { do { return try await get() } catch { print(error); throw error } }
            """
        let sources = chain("do { items = try await getItems.execute(filter) } catch {}", client: client)
        #expect(found("silent_catch", sources) == [expected])
    }

    @Test(arguments: [
        ("do { return try await get() } catch { return [] }", Severity.note), ("return try await get()", .warning),
    ])
    func `a task group throws what its children throw`(_ child: String, _ expected: Severity) {
        let code = """
            final class NewsModel {
                private let news: News
                func run() async { do { items = try await news.all() } catch { errorMessage = error.localizedDescription } }
            }
            struct News {
                func all() async throws -> [Item] {
                    try await withThrowingTaskGroup(of: [Item].self) { group in
                        group.addTask { \(child) }
                        for try await items in group { add(items) }
                        return []
                    }
                }
            }
            """
        #expect(found("technical_error_shown", code) == [expected])
    }

    @Test(arguments: [
        ("catch { throw JoinError.other(error) }", "catch let error as Joining.JoinError", Severity.note),
        ("catch { throw JoinError.other(error) }", "catch let error as JoinError where error.isKnown", .warning),
        ("catch { throw error }", "catch let error as JoinError", .warning),
        ("catch { throw JoinError.other(error) }", "catch let error as URLError", .warning),
    ])
    func `a catch behind one of the only error that can come is never reached`(
        _ inner: String, _ first: String, _ expected: Severity
    ) {
        let code = """
            final class JoinModel {
                let joining: Joining
                func run() async {
                    do { try await joining.join(code) } \(first) { show(error) } catch { errorMessage = error.localizedDescription }
                }
            }
            actor Joining {
                func join(_ code: String) async throws {
                    guard isAvailable else { throw JoinError.unavailable }
                    do { try await client.join(code) } \(inner)
                }
            }
            """
        #expect(found("technical_error_shown", code) == [expected])
    }
}
