#if Health
import Service
import ServiceHealth
import ServiceTesting
import Testing

/// Whether a mock may be a fallback depends on the purpose of the environment, and on nothing else.
@Suite struct MockFallbackTests {
    private protocol Store: Sendable {}
    private struct MockStore: Store, MockService {}

    private let health = ServiceHealthManager(clock: ManualClock())

    /// Whether a mock serves in an environment whose live service fails.
    private func servesMock(in env: ServiceEnv) -> Bool {
        env.register((any Store).self, health: .inventory, manager: health, fallback: { MockStore() }) {
            throw Down()
        }
        return isMock(in: env)
    }

    private func isMock(in env: ServiceEnv) -> Bool {
        do throws(ServiceError) {
            return try env.resolve((any Store).self) is MockStore
        } catch {
            return false
        }
    }

    @Test(arguments: ["test", "dev", "testing", "development", "online", "mock"])
    func `a name permits nothing, and forbids nothing`(name: String) {
        #expect(!servesMock(in: ServiceEnv(name: name)))
        #expect(!servesMock(in: ServiceEnv(name: name, purpose: .production)))
        #expect(servesMock(in: ServiceEnv(name: name, purpose: .testing)))
        #expect(servesMock(in: ServiceEnv(name: name, purpose: .development)))
    }

    @Test(arguments: ["test", "dev"])
    func `a derived, child or renamed environment keeps its purpose`(name: String) {
        for (purpose, permits) in [(ServiceEnv.Purpose.production, false), (.testing, true), (.development, true)] {
            let env = ServiceEnv(name: "original", purpose: purpose)
            #expect(servesMock(in: env.derived(name: name)) == permits)
            #expect(servesMock(in: ServiceEnv(name: name, parent: env)) == permits)
            #expect(servesMock(in: ServiceEnv(name: name, parent: env).derived(name: "again")) == permits)
        }
    }

    @Test func `overrides keep the purpose`() {
        for purpose in [ServiceEnv.Purpose.production, .testing] {
            ServiceEnv.$current.withValue(ServiceEnv(name: "x", purpose: purpose)) {
                ServiceEnv.withOverrides({ _ in }) {
                    #expect(servesMock(in: .current) == (purpose == .testing))
                }
            }
        }
    }

    @Test(.serviceEnv) func `a test's own environment permits mocks`() {
        #expect(servesMock(in: .current))
        #expect(servesMock(in: ServiceEnv(name: "child", parent: .current)))
    }

    @Test func `a parent's service is created by the parent's rules`() {
        let parent = ServiceEnv(name: "test")
        #expect(!servesMock(in: parent))
        #expect(!isMock(in: ServiceEnv(name: "child", parent: parent)))
    }

    @Test func `validate judges a mock as the environment does`() throws {
        let env = ServiceEnv(name: "x", purpose: .testing)
        #expect(servesMock(in: env))
        try env.validate()
        let production = ServiceEnv(name: "test")
        #expect(!servesMock(in: production))
        #expect(throws: ServiceValidationError.self) { try production.validate() }
    }
}
#endif
