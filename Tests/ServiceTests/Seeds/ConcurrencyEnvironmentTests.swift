import Service
import Testing

/// The snippets of the page on concurrency that switch environments. They use the shared ones, so every test has types
/// of its own and resets nothing.
@Suite struct ConcurrencyEnvironmentTests {
    struct MyService: Sendable {
        let environment: String
    }

    @Test func `each task has its environment and hands it to child tasks`() async throws {
        ServiceEnv.online.register(MyService.self) { MyService(environment: "online") }
        ServiceEnv.dev.register(MyService.self) { MyService(environment: "dev") }

        // Default environment
        let service1 = try ServiceEnv.current.resolve(MyService.self)  // Uses .online
        #expect(service1.environment == "online")

        // Switch environment for this task
        let task = try await ServiceEnv.$current.withValue(.dev) {
            let service2 = try ServiceEnv.current.resolve(MyService.self)  // Uses .dev
            await Task.yield()
            #expect(service2.environment == "dev")

            // Child task inherits environment
            return Task {
                let service3 = try ServiceEnv.current.resolve(MyService.self)  // Uses .dev
                return service3.environment
            }
        }
        #expect(try await task.value == "dev")

        // Back to default environment
        let service4 = try ServiceEnv.current.resolve(MyService.self)  // Uses .online
        #expect(service4.environment == "online")
    }

    struct APIClient: Sendable {
        let baseURL: String
    }

    @Test func `environments hold different registrations`() async throws {
        // Register in different environments
        ServiceEnv.online.register(APIClient.self) {
            APIClient(baseURL: "https://api.example.com")
        }

        ServiceEnv.dev.register(APIClient.self) {
            APIClient(baseURL: "https://dev-api.example.com")
        }

        // Use in code
        try await ServiceEnv.$current.withValue(.dev) {
            let client = try ServiceEnv.current.resolve(APIClient.self)  // Uses dev
            #expect(client.baseURL == "https://dev-api.example.com")
            await Task.yield()
            #expect(try ServiceEnv.current.resolve(APIClient.self).baseURL == "https://dev-api.example.com")
        }
        #expect(try ServiceEnv.online.resolve(APIClient.self).baseURL == "https://api.example.com")
    }

    struct Probe: Sendable {}

    func testExample() async {
        await ServiceEnv.$current.withValue(.test) {
            // Test code uses test environment
            #expect(ServiceEnv.current == .test)
            #expect(ServiceEnv.current.name == "test")
            await Task.yield()
            #expect(ServiceEnv.current == .test)
        }
    }

    @Test func `tests switch to the test environment`() async throws {
        await testExample()
        #expect(ServiceEnv.current == .online)
        ServiceEnv.test.register(Probe.self) { Probe() }
        #expect(throws: ServiceError.self) { try ServiceEnv.current.resolve(Probe.self) }
        try ServiceEnv.$current.withValue(.test) {
            _ = try ServiceEnv.current.resolve(Probe.self)
        }
    }

    @Test func `concurrent tasks do not see the switch of another`() async throws {
        await withTaskGroup(of: (String, String).self) { group in
            for name in ["first", "second", "third"] {
                group.addTask {
                    await ServiceEnv.$current.withValue(ServiceEnv(name: name)) {
                        await Task.yield()
                        return (name, ServiceEnv.current.name)
                    }
                }
            }
            for await (wanted, found) in group {
                #expect(wanted == found)
            }
        }
    }
}
