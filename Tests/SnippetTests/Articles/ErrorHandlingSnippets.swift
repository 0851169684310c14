@_spi(Lock) import Service
import Testing

@Suite struct ErrorHandlingSnippets {
    struct Database: Sendable {
        let path: String
    }
    struct Analytics: Sendable { func track(_ event: String) {} }
    struct CannotOpen: Error, Equatable { let path: String }

    // snippet: errors-switch
    func open() -> String {
        do {
            let database = try ServiceEnv.current.resolve(Database.self)
            return "opened \(database.path)"
        } catch {
            switch error {
            case .notRegistered(let service): return "\(service) is not registered"
            case .circularDependency(_, let chain): return "a cycle: \(chain.joined(separator: " -> "))"
            case .maxDepthExceeded(let depth, _): return "more than \(depth) services deep"
            case .factoryFailed(let service, let underlying): return "\(service) failed: \(underlying)"
            }
        }
    }
    // snippet end

    // snippet: errors-optional
    struct Page {
        @Service var analytics: Analytics?

        func show() {
            analytics?.track("shown")
        }

        func isTracking() throws -> Bool {
            try $analytics.resolve() != nil
        }
    }
    // snippet end

    @Test func `what a factory throws arrives in factoryFailed`() {
        let env = ServiceEnv(name: "errors")
        // snippet: errors-factory
        env.register(Database.self) { throw CannotOpen(path: "app.db") }

        do throws(ServiceError) {
            try env.resolve(Database.self)
        } catch {
            guard case .factoryFailed(_, let underlying as CannotOpen) = error else { return }
            #expect(underlying.path == "app.db")
        }
        // snippet end
        ServiceEnv.$current.withValue(env) {
            #expect(open() == #"Database failed: CannotOpen(path: "app.db")"#)
        }
    }

    @Test func `an optional service is nil, and says why`() throws {
        let env = ServiceEnv(name: "errors")
        let page = ServiceEnv.$current.withValue(env) { Page() }
        page.show()
        #expect(try !page.isTracking())
        env.register(Analytics.self) { throw CannotOpen(path: "analytics") }
        #expect(page.analytics == nil)
        #expect(throws: ServiceError.self) { try page.isTracking() }
        env.register(Analytics())
        #expect(try page.isTracking())
    }

    @Test func `observers hear of failures`() {
        let env = ServiceEnv(name: "errors")
        let failures = Lock<[String]>([])
        // snippet: errors-observe
        let observation = env.observe { event in
            if case .failed(let error) = event.outcome {
                failures.withLock { $0.append("\(event.path.joined(separator: " -> ")): \(error)") }
            }
        }
        // snippet end
        #expect(throws: ServiceError.self) { try env.resolve(Database.self) }
        env.register(Database.self) { throw CannotOpen(path: "app.db") }
        #expect(throws: ServiceError.self) { try env.resolve(Database.self) }
        observation.cancel()
        #expect(
            failures.withLock { $0 } == [
                #"Database: Factory failed to create service 'Database': CannotOpen(path: "app.db")"#
            ])
    }

    struct ProfilePage: Sendable {}

    #if os(macOS) || os(Linux) || os(Windows)  // the systems that have exit tests
    @Test func `the message of a required property that cannot be resolved`() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            struct Databse: Sendable {}
            let env = ServiceEnv.online
            env.register(Database.self) { Database(path: "app.db") }
            env.register(ProfilePage.self) {
                _ = Service(Databse.self)()
                return ProfilePage()
            }
            try env.resolve(ProfilePage.self)
        }
        let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
        #expect(
            text.contains(
                """
                Service 'Databse' is not registered in ServiceEnv
                While resolving: ProfilePage -> Databse
                Environment: online
                Similar services are registered: Database.
                Register it before it is first used, env.register(Databse.self) { … }, or make the property optional.
                """))
    }
    #endif
}
