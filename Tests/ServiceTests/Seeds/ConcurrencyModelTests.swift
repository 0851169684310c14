import Foundation
import Service
import Testing

/// The snippets of the page on concurrency, except those on environments.
@Suite struct ConcurrencyModelTests {
    // Service must conform to Sendable
    struct DatabaseService: Sendable {
        let connectionString: String
    }

    @MainActor
    final class ViewModelService {
        var data: String = ""

        func loadData() { data = "loaded" }
    }

    private func inEnvironment<R>(
        isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> R
    ) async rethrows -> R {
        try await ServiceEnv.$current.withValue(ServiceEnv(name: "concurrency"), operation: body)
    }

    private func registerDatabase() {
        // Register as Sendable service
        ServiceEnv.current.register(DatabaseService.self) {
            DatabaseService(connectionString: "sqlite://app.db")
        }
    }

    // MARK: Sendable services

    @Test func `a Sendable service is resolved from any context`() async throws {
        try await inEnvironment {
            registerDatabase()
            // Can be resolved from any context
            let database = try ServiceEnv.current.resolve(DatabaseService.self)
            #expect(database.connectionString == "sqlite://app.db")

            // Can be used in async contexts
            let task = Task {
                let database = try ServiceEnv.current.resolve(DatabaseService.self)
                // Use database...
                return database.connectionString
            }
            #expect(try await task.value == "sqlite://app.db")
        }
    }

    struct UserRepository: Sendable {
        @Service
        var database: DatabaseService  // Automatically resolved
    }

    @Test func `a Sendable struct injects it`() async {
        await inEnvironment {
            registerDatabase()
            let repository = UserRepository()
            #expect(repository.database.connectionString == "sqlite://app.db")
            #expect(await Task.detached { repository.database.connectionString }.value == "sqlite://app.db")
        }
    }

    // MARK: Main-actor services

    @MainActor
    func setupUI() throws -> ViewModelService {
        let viewModel = try ServiceEnv.current.resolveMain(ViewModelService.self)
        viewModel.loadData()
        return viewModel
    }

    @MainActor
    class MyViewController {
        @MainService
        var viewModel: ViewModelService  // Automatically resolved
    }

    private func registerViewModel() async {
        // Must register from @MainActor context
        await MainActor.run {
            ServiceEnv.current.registerMain(ViewModelService.self) {
                ViewModelService()
            }
        }
    }

    @Test func `a main-actor service is registered by MainActor-run in the environment of the task`() async throws {
        try await inEnvironment {
            await registerViewModel()
            try await MainActor.run {
                let viewModel = try setupUI()
                #expect(viewModel.data == "loaded")
                #expect(try setupUI() === ServiceEnv.current.resolveMain(ViewModelService.self))
            }
        }
        await #expect(throws: ServiceError.self) { try await MainActor.run { _ = try setupUI() } }
    }

    @Test func `a main-actor class injects it`() async throws {
        try await inEnvironment {
            await registerViewModel()
            try await MainActor.run {
                let controller = MyViewController()
                controller.viewModel.data = "seen"
                let viewModel = try ServiceEnv.current.resolveMain(ViewModelService.self)
                #expect(viewModel.data == "seen")
            }
        }
    }

    @MainActor
    func goodExample() throws {
        let viewModel = try ServiceEnv.current.resolveMain(ViewModelService.self)  // OK
        #expect(viewModel.data == "")
    }

    @Test func `the good example works`() async throws {
        try await inEnvironment {
            await registerViewModel()
            try await goodExample()
        }
    }

    // MARK: Concurrent resolution

    final class MyService: Sendable {}

    @Test func `all tasks of a group resolve the same instance`() async throws {
        try await inEnvironment {
            ServiceEnv.current.register(MyService.self) { MyService() }
            var seen: Set<ObjectIdentifier> = []
            // Multiple concurrent resolutions
            try await withThrowingTaskGroup(of: MyService.self) { group in
                for _ in 0..<10 {
                    group.addTask {
                        try ServiceEnv.current.resolve(MyService.self)
                    }
                }

                // All tasks resolve the same cached instance
                for try await service in group {
                    seen.insert(ObjectIdentifier(service))
                }
            }
            let service = try ServiceEnv.current.resolve(MyService.self)
            #expect(seen == [ObjectIdentifier(service)])
        }
    }

    // MARK: A Sendable service with a main-actor dependant

    struct APIClient: Sendable {
        func fetchData() async -> Data { Data("data".utf8) }
    }

    // MainActor service that uses Sendable service
    @MainActor
    final class ViewModel {
        let api: APIClient
        private(set) var data: Data?

        init(api: APIClient) {
            self.api = api
        }

        func loadData() async {
            let data = await api.fetchData()  // OK - async call
            // Update UI state...
            self.data = data
        }
    }

    @Test func `a main-actor service uses a Sendable one`() async throws {
        try await inEnvironment {
            // Registration
            ServiceEnv.current.register(APIClient.self) {
                APIClient()
            }

            await MainActor.run {
                ServiceEnv.current.registerMain(ViewModel.self) {
                    let api = try ServiceEnv.current.resolve(APIClient.self)
                    return ViewModel(api: api)
                }
            }

            let load = Task { @MainActor in
                let viewModel = try ServiceEnv.current.resolveMain(ViewModel.self)
                await viewModel.loadData()
                return viewModel.data
            }
            let data = try await load.value
            #expect(data == Data("data".utf8))
        }
    }
}
