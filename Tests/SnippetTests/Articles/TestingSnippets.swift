import Service
import ServiceTesting
import Testing

@Suite struct TestingSnippets {
    protocol WallClock: Sendable { var hour: Int { get } }
    struct SystemClock: WallClock { let hour = 17 }
    struct FixedClock: WallClock { let hour: Int }
    struct Greeter: Sendable {
        let clock: any WallClock
        var greeting: String { clock.hour < 12 ? "Good morning" : "Good day" }
    }
    struct AppAssembly: ServiceAssembly {
        func assemble(env: ServiceEnv) {
            env.register((any WallClock).self) { SystemClock() }
            env.register(Greeter.self, needs: (any WallClock).self) { Greeter(clock: $0) }
        }
    }
    struct Page {
        @Service var greeter: Greeter
    }

    // snippet: testing-assembly
    @Suite(.serviceEnv { await $0.assemble(AppAssembly()) })
    struct PageTests {
        @Test(.serviceEnv { $0.register((any WallClock).self) { FixedClock(hour: 9) } })
        func `the page greets by the clock`() {
            #expect(Page().greeter.greeting == "Good morning")
        }
    }
    // snippet end

    // snippet: testing-trait
    @Suite(.serviceEnv { $0.register(Greeter.self, needs: (any WallClock).self) { Greeter(clock: $0) } })
    struct GreetingTests {
        @Test(.serviceEnv { $0.register((any WallClock).self) { FixedClock(hour: 11) } })
        func `it is morning until noon`() {
            #expect(Page().greeter.greeting == "Good morning")
        }

        @Test(arguments: [12, 18])
        func `from noon on it is day`(hour: Int) {
            ServiceEnv.current.register((any WallClock).self) { FixedClock(hour: hour) }
            #expect(Page().greeter.greeting == "Good day")
        }
    }
    // snippet end

    // snippet: testing-recorder
    @Test(.serviceEnv) func `the clock is created before the greeter`() throws {
        ServiceEnv.current.register((any WallClock).self) { FixedClock(hour: 9) }
        ServiceEnv.current.register(Greeter.self, needs: (any WallClock).self) { Greeter(clock: $0) }

        let recorder = ServiceEventRecorder()
        try ServiceEnv.current.resolve(Greeter.self)
        #expect(recorder.created == ["WallClock", "Greeter"])
    }
    // snippet end

    // snippet: testing-environment
    @Test func `it is morning until noon`() throws {
        let env = ServiceEnv(name: "test")
        env.register((any WallClock).self) { FixedClock(hour: 11) }
        env.register(Greeter.self, needs: (any WallClock).self) { Greeter(clock: $0) }

        ServiceEnv.$current.withValue(env) {
            #expect(Page().greeter.greeting == "Good morning")
        }
    }
    // snippet end

    // snippet: testing-override
    @Test @MainActor func `the page greets by the clock`() {
        let app = ServiceEnv(name: "app")
        app.assemble(AppAssembly())

        ServiceEnv.$current.withValue(app) {
            ServiceEnv.withOverrides({ $0.register((any WallClock).self) { FixedClock(hour: 9) } }) {
                #expect(Page().greeter.greeting == "Good morning")
            }
            #expect(Page().greeter.greeting == "Good day")
        }
    }
    // snippet end

    // snippet: testing-validate
    @Test @MainActor func `the services are wired`() throws {
        let env = ServiceEnv(name: "check")
        env.assemble(AppAssembly())
        try env.validate()
    }
    // snippet end

    // snippet: testing-detached
    @Test func `a detached task takes the environment along`() async throws {
        let env = ServiceEnv(name: "test")
        env.register((any WallClock).self) { FixedClock(hour: 9) }

        let hour = try await Task.detached {
            try ServiceEnv.$current.withValue(env) {
                try ServiceEnv.current.resolve((any WallClock).self).hour
            }
        }.value
        #expect(hour == 9)
    }
    // snippet end
}
