import ServiceDoctor
import Testing

/// What a cancellation ends, and what it does not, as the functions of the project show.
@Suite struct CancellationReachTests {
    private func found(_ service: String, _ work: String = "items = try await feedService.items()") -> [Severity] {
        let model = """
            @MainActor final class FeedViewModel: ObservableObject {
                @Published var loadError: String?
                private let feedService: any FeedProviding
                func load() async {
                    do { \(work) } catch { loadError = "Not loaded." }
                }
            }
            struct FeedView: View {
                var body: some View { Text(model.loadError ?? "").task(id: query) { await model.load() } }
            }
            protocol FeedProviding { func items() async throws -> [Item] }
            """
        let doctor = Doctor(configuration: DoctorConfiguration(only: ["missing_cancellation_check"]))
        return doctor.check(sources: [("Sources/App/Feed.swift", model), ("Sources/App/Service.swift", service)])
            .findings
            .map(\.severity)
    }

    private let request = """
        struct Ping { func send() async throws { _ = try await URLSession.shared.data(from: url) } }
        """

    @Test func `a call that ends in a request is an error`() {
        #expect(
            found(
                """
                struct RemoteFeed: FeedProviding {
                    let http: HTTP
                    func items() async throws -> [Item] { try await http.get("items") }
                }
                struct HTTP {
                    let session: URLSession
                    func get(_ path: String) async throws -> [Item] { try decode(await session.data(for: request(path)).0) }
                }
                """) == [.error])
        #expect(found("let feed = FeedClient(items: { try await URLSession.shared.data(from: url) })") == [.error])
        #expect(
            found(
                "extension Feed { func items() async throws -> [Item] { try Task.checkCancellation(); return await all() } }"
            )
                == [.error])
    }

    @Test(arguments: [
        // Another service of the same name waits for a request.
        """
        struct LocalFeed: FeedProviding {
            func items() async throws -> [Item] {
                try await withCheckedThrowingContinuation { continuation in store.items { continuation.resume(with: $0) } }
            }
        }
        struct Chat { func items() async throws -> [Item] { try await URLSession.shared.data(from: url) } }
        """,
        """
        import FirebaseFirestore
        struct CloudFeed: FeedProviding { func items() async throws -> [Item] { try await database.getDocuments() } }
        """,
        // What the library does, its source would tell.
        "struct SDKFeed: FeedProviding { func items() async throws -> [Item] { try await sdk.allItems() } }",
    ])
    func `a call that ends in a continuation or a library is a note`(_ service: String) {
        #expect(found("\(service)\n\(request)") == [.note])
    }

    @Test(arguments: [
        ("return try await cache.items()", "", Severity.note),
        ("print(error); return stored", "", .note),
        ("return []", "", .note), ("return try stored()", "", .error),
        ("throw error", "", .error),
        ("throw FeedError.offline", "", .error),
        ("last = error", "; throw last", .error),
        ("return try await http.get(\"archive\")", "", .error),
        ("attempts += 1", "; throw FeedError.offline", .error),
    ])
    func `a service that goes on with something else tells nobody of a cancellation`(
        _ handling: String, _ rest: String, _ expected: Severity
    ) {
        let service = """
            struct RemoteFeed: FeedProviding {
                func items() async throws -> [Item]? {
                    do { return try await http.get("items") } catch { \(handling) }\(rest)
                }
            }
            struct HTTP {
                func get(_ path: String) async throws -> [Item] { try decode(await session.data(for: request(path)).0) }
                let session: URLSession
            }
            struct Cache { func items() async throws -> [Item] { try await context.perform { try all() } } }
            """
        #expect(found(service) == [expected])
        let typed = service.replacing("} catch {", with: "} catch let error as URLError {")
        #expect(found(typed) == [.error])
    }

    @Test func `where nothing shows what a cancellation ends, the finding stays an error`() {
        #expect(
            found("struct SDKFeed: FeedProviding { func items() async throws -> [Item] { try await sdk.all() } }") == [
                .error
            ])
    }

    @Test func `a 'do' that looks for a cancellation itself is an error`() {
        let work = "items = try await feedService.items(); try Task.checkCancellation()"
        #expect(
            found("struct SDKFeed { func items() async throws { try await sdk.all() } }\n\(request)", work) == [.error])
    }

    @Test func `an error that says itself whether it is shown is a note`() {
        let shown = { (condition: String) in
            """
            @MainActor final class FeedController {
                var errorMessage: String?
                func load() async {
                    do { items = try await feed.items() } catch { if \(condition) { errorMessage = "Not loaded." } }
                }
            }
            struct FeedView: View { var body: some View { List(items).task(id: query) { await controller.load() } } }
            """
        }
        #expect(!Severities.of(shown("error.isWorthShowing")).contains(.error))
        #expect(Severities.of(shown("isOnline")).contains(.error))
    }

    @Test(arguments: [
        "items = try await feedService.items().map(Item.init)",
        "items = try await withRetry { try await feedService.items() }",
        "try await withThrowingTaskGroup(of: Item.self) { group in group.addTask { try await feedService.items() } }",
        "try await feedService.prepare(); for try await item in feedService.stream() { show(item) }",
    ])
    func `calls within others are waited for as well`(_ work: String) {
        let service = """
            struct RemoteFeed: FeedProviding {
                func items() async throws -> [Item] {
                    async let page = URLSession.shared.data(from: url)
                    return try decode(await page)
                }
                func prepare() async throws { try await sdk.prepare() }
            }
            """
        #expect(found(service, work) == [.error])
    }

    @Test(arguments: [
        ("AsyncThrowingStream<Item, any Error>", "", Severity.note), ("Items", "", .error),
        ("AsyncThrowingStream<Item, any Error>", "try await feedService.items(); ", .error),
    ])
    func `a stream that a cancellation ends without an error is a note`(
        _ stream: String, _ before: String, _ expected: Severity
    ) {
        let service = """
            struct RemoteFeed: FeedProviding {
                func items() async throws { try await URLSession.shared.data(from: url) }
                func stream() -> \(stream) { make() }
            }
            """
        let unfolding = service.replacing("{ make() }", with: "{ AsyncThrowingStream { try await next() } }")
        #expect(found(unfolding, "for try await item in feedService.stream() { show(item) }") == [.error])
        #expect(found(service, "\(before)for try await item in feedService.stream() { show(item) }") == [expected])
        let kept = "\(before)let stream = feedService.stream(); for try await item in stream { show(item) }"
        #expect(found(service, kept) == [expected])
    }

    @Test func `a service of three hundred helpers is told alike in every run`() {
        let helpers = (0..<300).map { "func help\($0)() async throws { try await sdk.call\($0)() }" }
        let calls = (0..<300).map { "try await help\($0)()" } + ["try await last()"]
        let service = """
            struct RemoteFeed: FeedProviding {
                func items() async throws -> [Item] { \(calls.joined(separator: "; ")) }
                \(helpers.joined(separator: "\n"))
                func last() async throws { try await Task.sleep(for: .seconds(1)) }
            }
            """
        #expect(found(service) == [.error])
    }

    @Test func `a session by another type's name is one, and a local of the name is none`() {
        let service = """
            struct RemoteFeed: FeedProviding {
                func log() { let session: LogSink = sink; session.add("x") }
                let session: URLSessionProtocol
                func items() async throws -> [Item] { decode(try await session.data(for: request)) }
            }
            \(request)
            """
        #expect(found(service) == [.error])
    }

    @Test(arguments: [
        ("", Severity.error),
        ("struct RemoteFeed: FeedProviding { func items() async throws -> [Item] { [] } }", .note),
        (
            "struct RemoteFeed: FeedProviding { func items() async throws -> [Item] { try await URLSession.shared.data(from: url) } }",
            .error
        ),
    ])
    func `what a mock waits for counts where there is nothing else`(_ real: String, _ expected: Severity) {
        let mock = """
            struct MockFeed: FeedProviding {
                func items() async throws -> [Item] { try await Task.sleep(for: .seconds(1)); return [] }
            }
            """
        #expect(found([request, mock, real].joined(separator: "\n")) == [expected])
    }

    @Test func `a child is waited for by the name of its value`() {
        let work = "async let all = feedService.items(); items = try await all"
        let quick = "struct RemoteFeed: FeedProviding { func items() async throws -> [Item] { [] } }"
        #expect(found(request + "\n" + quick, work) == [.note])
        let slow = quick.replacing("{ [] }", with: "{ try await URLSession.shared.data(from: url) }")
        #expect(found(request + "\n" + slow, work) == [.error])
    }

    private func severities(_ code: String, _ other: String = "") -> [Severity] {
        Doctor(configuration: DoctorConfiguration(only: ["missing_cancellation_check"]))
            .check(sources: [("Sources/App/A.swift", code), ("Sources/App/B.swift", other)]).findings.map(\.severity)
    }

    @Test(arguments: [
        ("", Severity.note), ("func stop(_ id: Int) { tasks[id]?.cancel() }", .error),
        ("func stop() { for task in tasks.values { task.cancel() } }", .error),
        ("func task(for id: Int) -> Task<Void, Never>? { return tasks[id] }", .error),
        ("func stop() { end(tasks[1]) }", .error), ("func forget(_ id: Int) { tasks[id] = nil }", .note),
    ])
    func `a task in a table that nothing cancels is a note`(_ more: String, _ expected: Severity) {
        func model(_ start: String) -> String {
            """
            final class ItemsController {
                private var tasks: [Int: Task<Void, Never>] = [:]
                func load(_ id: Int) { \(start) }
                private func run() async { do { items = try await service.items() } catch { errorMessage = "Not loaded." } }
                \(more)
            }
            """
        }
        #expect(severities(model("tasks[id] = Task { await run() }")) == [expected])
        let local = "let prior = tasks[id]; let task = Task { await prior?.value; await self.run() }\ntasks[id] = task"
        #expect(severities(model(local)) == [expected])
    }

    @Test func `a generation may stand in a table`() {
        let code = """
            final class ItemsController {
                func load(_ id: Int, attempt: Int) async {
                    do { items = try await service.items() } catch {
                        guard attempts[id] == attempt else { return }
                        errorMessage = "Not loaded."
                    }
                }
                func start() { task?.cancel(); task = Task { await load(1, attempt: 2) } }
            }
            """
        #expect(severities(code) == [])
    }

    @Test(arguments: [
        ("", Severity.note), ("import UIKit", .error), ("#if os(iOS)\nlet isPhone = true\n#endif", .error),
        ("struct Again { @Environment(\\.refresh) private var refresh }", .error),
    ])
    func `nothing refreshes a view on a Mac`(_ other: String, _ expected: Severity) {
        let code = """
            @MainActor final class ItemsController {
                func load() async { do { items = try await service.items() } catch { errorMessage = "Not loaded." } }
            }
            struct ItemsView: View {
                let controller: ItemsController
                var body: some View { List(items, controller.errorMessage).refreshable { await controller.load() } }
            }
            struct DirectView: View {
                @State var errorMessage: String?
                var body: some View {
                    List(items, errorMessage).refreshable { do { items = try await all() } catch { errorMessage = "Not loaded." } }
                }
            }
            @main struct ShopApp: App {
                var body: some Scene { WindowGroup { ItemsView(); DirectView() }.windowToolbarStyle(.unified) }
            }
            """
        let found = severities(code, other)
        #expect(found == [expected, expected])
        #expect(severities(code.replacing(".windowToolbarStyle(.unified)", with: ""), other) == [.error, .error])
    }
}
