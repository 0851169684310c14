import ServiceDoctor
import Testing

@Suite struct MockAsLiveTests {
    private func found(_ code: String) -> [String] {
        let doctor = Doctor(configuration: DoctorConfiguration(only: ["mock_as_live"]))
        return doctor.check(sources: [("Sources/App/Wiring.swift", "import Service\n\(code)")]).findings.map {
            "\($0.line)"
        }
    }

    @Test(arguments: [
        "ServiceEnv.current.register(StoreService.self) { MockStoreService() }",
        "ServiceEnv.live.register(StoreService.self) { MockStoreService() }",
        "func wire(_ env: ServiceEnv) { env.register(StoreService.self) { MockStoreService() } }",
        "func wire(in environment: ServiceEnv) { environment.registerMain(StoreService.self) { FakeStore() } }",
        "func wire(_ env: ServiceEnv) { env.register(StoreService.self, MockStoreService()) }",
        "struct Wiring: ServiceAssembly { func assemble(env: ServiceEnv) { env.register(StoreService.self) { StubStore() } } }",
    ])
    func `a mock that the program's wiring registers is found, whatever the environment is called`(_ code: String) {
        #expect(found(code) == ["2"])
    }

    @Test(arguments: [
        ("func wire(c: Container) { c.register(StoreService.self) { _ in MockStoreService() } }", true),
        ("func wire(c: Container) { c.register(StoreService.self, factory: { _ in MockStoreService() }) }", true),
        ("let container: Container = { c.register(StoreService.self) { _ in MockStoreService() }; return c }()", true),
        (
            "let mockContainer: Container = { c.register(StoreService.self) { _ in MockStoreService() }; return c }()",
            false
        ),
        ("func wireTests(c: Container) { c.register(StoreService.self, factory: { _ in MockStoreService() }) }", false),
    ])
    func `a mock that Swinject is given for the program is found`(_ code: String, _ isFound: Bool) {
        #expect(found("import Swinject; \(code)").isEmpty != isFound)
    }

    @Test(arguments: [
        "ServiceEnv.test.register(StoreService.self) { MockStoreService() }",
        "func wireForPreviews(_ env: ServiceEnv) { env.register(StoreService.self) { MockStoreService() } }",
        "func wireDevelopment(_ env: ServiceEnv) { env.register(StoreService.self) { MockStoreService() } }",
        "enum TestSupport { static func wire(_ env: ServiceEnv) { env.register(StoreService.self) { MockStoreService() } } }",
        "func wire(_ env: ServiceEnv) { if isOffline { env.register(StoreService.self) { MockStoreService() } } }",
        "func wire(_ env: ServiceEnv) { env.register(MockStoreService.self) { MockStoreService() } }",
        "func wire(_ env: ServiceEnv) { env.register(StoreService.self) { LiveStoreService() } }",
        "func show() { withOverrides({ $0.register(StoreService.self) { MockStoreService() } }) { screen() } }",
    ])
    func `a mock for tests, previews or a choice is none`(_ code: String) {
        #expect(found(code).isEmpty)
    }

    @Test(arguments: ["StoreKey.testValue", "testValue", ".testValue", "Self.previewValue"])
    func `a live value that is the test value is a mock`(_ value: String) {
        let key = """
            struct StoreKey: DependencyKey {
                static let liveValue: Store = \(value)
                static let testValue = Store()
            }
            """
        #expect(found(key) == ["3"])
        #expect(found(key.replacing("= \(value)", with: "= StoreKey.diskValue")).isEmpty)
    }
}
