import Service
import ServiceTesting
import Testing

// The examples of the docstrings of `ServiceTesting`.

private protocol Database: Sendable {}
private struct FakeDatabase: Database {}
private struct BrokenDatabase: Database {}

private struct Repository: Sendable {
    func load() throws -> [String] { ["item"] }
}

private struct Settings: ServiceKey {
    let theme: String
    static var `default`: Settings { Settings(theme: "light") }
}

enum StoreError: FailureDescribing {
    case locked, corrupt
    var failureKind: FailureKind { self == .locked ? .unavailable(retryAfter: nil) : .failed(self) }
}

private protocol Log: Sendable {}
private struct SilentLog: Log {}

private struct StorageAssembly: ServiceAssembly {
    func assemble(env: ServiceEnv) {
        env.register(Repository.self, needs: (any Log).self) { _ in Repository() }
    }
}

private enum Change: Equatable { case loading, loaded }

private final class Model {
    var listener: (Change) -> Void = { _ in }
    func onChange(_ listener: @escaping (Change) -> Void) -> Int {
        self.listener = listener
        return 1
    }
    func load() {
        listener(.loading)
        listener(.loaded)
    }
}

private func startServer() async throws {
    struct Server: Sendable {}
    let env = ServiceEnv.current
    struct Database: Sendable {}
    env.register(Database.self) { Database() }
    env.register(Server.self, needs: Database.self) { _ in Server() }
    try await env.resolveAsync(Server.self)
}

@Suite struct TestKitExamples {
    @Test(.timeLimit(.minutes(5))) func `the manual clock wakes who is due`() async throws {
        let clock = ManualClock()
        let pause = Task { try await clock.sleep(for: .seconds(5)) }
        await clock.waitForSleepers()
        await clock.advance(by: .seconds(5))
        try await pause.value
    }

    @Test func `a recorder keeps the changes of a model`() async throws {
        let model = Model()
        let changes = Recorder<Change>()
        let subscription = model.onChange { changes.record($0) }
        model.load()
        #expect(try await changes.first(2) == [.loading, .loaded])
        _ = subscription
    }

    @Test(.serviceEnv) func `an event recorder tells of the server's database`() async throws {
        let recorder = ServiceEventRecorder()
        try await startServer()
        let event = try await recorder.events.first { $0.service == "Database" }
        #expect(event.depth == 2)
    }

    @MainActor @Test func `the storage assembly keeps its promises`() {
        ServiceAssemblyConformance(StorageAssembly(), needing: { $0.register((any Log).self) { SilentLog() } }).check()
    }

    @Test func `settings keep the promises of a service key`() {
        ServiceKeyConformance(Settings.self).check()
    }

    @Test(arguments: [StoreError.locked, .corrupt])
    func `store errors describe themselves`(error: StoreError) {
        FailureDescribingConformance(error).check()
    }

    @Test(.serviceEnv(.strict) { $0.register((any Database).self) { FakeDatabase() } })
    func `a strict environment has the fake`() throws {
        _ = try ServiceEnv.current.resolve((any Database).self)
    }
}

@Suite(.serviceEnv { $0.register((any Database).self) { FakeDatabase() } })
struct RepositoryTests {
    @Test func `a test has the suite's services`() throws {
        let database = try ServiceEnv.current.resolve((any Database).self)
        #expect(database is FakeDatabase)
    }

    @Test(.serviceEnv { $0.register((any Database).self) { BrokenDatabase() } }, arguments: [1, 2, 3])
    func `a test may replace one`(attempt: Int) throws {
        let database = try ServiceEnv.current.resolve((any Database).self)
        #expect(database is BrokenDatabase)
    }
}
