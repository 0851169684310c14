import Service
import Testing

@Suite struct AsyncServicesSnippets {
    struct Settings: Sendable { let host = "localhost" }
    final class Pool: Sendable {
        let host: String
        init(host: String) { self.host = host }
        static func connect(to host: String) async throws -> Pool { Pool(host: host) }
    }
    struct Sessions: Sendable { let pool: Pool }
    struct First: Sendable {}
    struct Second: Sendable {}

    // snippet: async-warmup
    struct Handler {
        @Service var pool: Pool
    }

    func start() async throws {
        try await ServiceEnv.current.warmUp()
        _ = Handler().pool.host
    }
    // snippet end

    @Test func `async services resolve once they are made`() async throws {
        let env = ServiceEnv(name: "async")
        env.register(Settings())
        // snippet: async-register
        env.registerAsync(Pool.self) {
            let settings = try await env.resolveAsync(Settings.self)
            return try await Pool.connect(to: settings.host)
        }
        env.registerAsync(Sessions.self, needs: Pool.self) { pool in Sessions(pool: pool) }

        let sessions = try await env.resolveAsync(Sessions.self)
        // snippet end
        #expect(sessions.pool.host == "localhost")
        #expect(try env.resolve(Pool.self) === sessions.pool)
        env.resetCaches()
        try await ServiceEnv.$current.withValue(env) { try await start() }
        #expect(try env.resolve(Pool.self) !== sessions.pool)
    }

    @Test func `a service that is not made yet says what to do`() {
        let env = ServiceEnv(name: "async")
        env.registerAsync(Pool.self) { try await Pool.connect(to: "localhost") }
        // snippet: async-not-ready
        do throws(ServiceError) {
            try env.resolve(Pool.self)
        } catch {
            guard case .factoryFailed(_, let notReady as AsyncServiceNotReadyError) = error else { return }
            #expect(notReady.serviceType == "Pool")
        }
        // snippet end
        #expect(throws: ServiceError.self) { try env.resolve(Pool.self) }
    }

    @Test func `a circle through async let is an error`() async {
        let env = ServiceEnv(name: "async")
        // snippet: async-circle
        env.registerAsync(First.self) {
            async let second = env.resolveAsync(Second.self)
            _ = try await second
            return First()
        }
        env.registerAsync(Second.self) {
            try await env.resolveAsync(First.self)
            return Second()
        }

        do {
            try await env.resolveAsync(First.self)
        } catch {
            #expect("\(error)".contains("First -> Second -> First"))
        }
        // snippet end
        await #expect(throws: ServiceError.self) { try await env.resolveAsync(First.self) }
    }

    actor Connection {
        private(set) var isOpen = true
        func close() { isOpen = false }
    }

    @Test func `what was made is shut down`() async throws {
        let env = ServiceEnv(name: "async")
        // snippet: async-shutdown
        env.register(Connection.self, onShutdown: { await $0.close() }) { Connection() }

        func stop() async {
            do {
                try await env.shutdown(timeout: .seconds(5))
            } catch {
                print(error.failures, error.timedOut)
            }
        }
        // snippet end
        let connection = try env.resolve(Connection.self)
        await stop()
        #expect(await !connection.isOpen)
        #expect(throws: ServiceError.self) { try env.resolve(Connection.self) }
    }
}
