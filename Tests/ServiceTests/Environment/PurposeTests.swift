import Service
import ServiceTesting
import Testing

/// What an environment is for is set when it is created, and inherited.
@Suite struct PurposeTests {
    nonisolated static let purposes: [ServiceEnv.Purpose] = [.production, .development, .testing]

    @Test func `the predefined environments have their own`() {
        #expect(ServiceEnv.online.purpose == .production)
        #expect(ServiceEnv.dev.purpose == .development)
        #expect(ServiceEnv.test.purpose == .testing)
    }

    @Test(arguments: ["online", "dev", "test", ""]) func `a name gives none`(name: String) {
        #expect(ServiceEnv(name: name).purpose == .production)
        #expect(ServiceEnv(name: name, clock: ManualClock()).purpose == .production)
    }

    @Test(arguments: purposes) func `an environment has the one that it was created with`(purpose: ServiceEnv.Purpose) {
        #expect(ServiceEnv(name: "x", purpose: purpose).purpose == purpose)
        #expect(ServiceEnv(name: "x", purpose: purpose, clock: ManualClock()).purpose == purpose)
    }

    @Test(arguments: purposes) func `derived and child environments inherit it`(purpose: ServiceEnv.Purpose) async {
        let env = ServiceEnv(name: "x", purpose: purpose)
        #expect(env.derived(name: "test").purpose == purpose)
        #expect(env.derived(name: "online").derived(name: "dev").purpose == purpose)
        let child = ServiceEnv(name: "test", parent: env)
        #expect(child.purpose == purpose)
        #expect(ServiceEnv(name: "grandchild", parent: child).purpose == purpose)
        #expect(child.derived(name: "online").purpose == purpose)
    }

    @Test(arguments: purposes) func `overrides inherit it`(purpose: ServiceEnv.Purpose) async {
        await ServiceEnv.$current.withValue(ServiceEnv(name: "x", purpose: purpose)) {
            ServiceEnv.withOverrides({ #expect($0.purpose == purpose) }) {
                #expect(ServiceEnv.current.purpose == purpose)
            }
            await ServiceEnv.withOverrides({ _ in }) {
                await Task.yield()
                #expect(ServiceEnv.current.purpose == purpose)
            }
        }
    }

    @Test func `while a factory runs, the current environment has its own`() throws {
        let env = ServiceEnv(name: "x", purpose: .development)
        env.register(ServiceEnv.Purpose.self) { ServiceEnv.current.purpose }
        #expect(try env.resolve(ServiceEnv.Purpose.self) == .development)
        let parent = ServiceEnv(name: "parent", purpose: .testing)
        parent.register(String.self, scope: .transient) { "\(ServiceEnv.current.purpose)" }
        #expect(try ServiceEnv(name: "child", parent: parent).resolve(String.self) == "testing")
    }

    @Test(.serviceEnv) func `a test's environment is for testing`() {
        #expect(ServiceEnv.current.purpose == .testing)
        #expect(ServiceEnv.current.derived(name: "online").purpose == .testing)
    }

    @Test(.serviceEnv(.strict)) func `a strict test's environment is for testing`() {
        #expect(ServiceEnv.current.purpose == .testing)
    }

    @Test func `equality and names do not depend on it`() {
        let (one, other) = (ServiceEnv(name: "x", purpose: .testing), ServiceEnv(name: "x"))
        #expect(one == other && one.hashValue == other.hashValue)
        #expect("\(one)" == "\(other)")
    }
}
