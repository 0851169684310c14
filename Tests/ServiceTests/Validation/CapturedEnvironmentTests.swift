import Service
import Testing

private struct Database: Sendable {}
private struct Page: Sendable {}
private struct Log: Sendable {}
private struct Unregistered: Sendable {}
private struct Screen: Sendable {
    @Service var log: Log
}

/// What `validate()` and `explain` see of factories that ask another environment, and of required properties without a
/// service.
@Suite struct CapturedEnvironmentTests {
    let app = ServiceEnv(name: "app")

    private func findings(_ env: ServiceEnv) -> ServiceValidationError? {
        do throws(ServiceValidationError) {
            try env.validate()
            return nil
        } catch {
            return error
        }
    }

    @Test(arguments: [false, true])
    func `a factory that asks an environment that it captured is a finding`(isCached: Bool) throws {
        let app = app
        app.register(Database())
        if isCached { try app.resolve(Database.self) }
        let preview = app.derived(name: "preview")
        let line = #line + 1
        preview.register(Page.self) {
            try app.resolve(Database.self)
            return Page()
        }
        let error = try #require(findings(preview))
        #expect(
            error.description == """
                The services are not wired correctly: 1 problem.
                1. [captured environment] The factory of 'Page' captured an environment. It asks the environment 'app' for \
                'Database', but runs for 'preview', whose registrations and overrides do not reach it.
                   'Page' is registered at ServiceTests/CapturedEnvironmentTests.swift:\(line).
                   Ask ServiceEnv.current in the factory, or the environment that it is registered in.
                """)
        guard case .failed("Page", _) = error.problems.first else {
            Issue.record("\(error.problems)")
            return
        }
        #expect(
            preview.explain(Page.self).contains(
                "\nAsks 'app' for 'Database' in its factory: overrides do not reach it.\n"))
    }

    @Test func `a factory that asks the environment it was registered in is redirected, and no finding`() throws {
        let app = app
        app.register(Database())
        app.register(Page.self) {
            try app.resolve(Database.self)
            return Page()
        }
        try app.validate()
        try app.derived(name: "preview").validate()
        try ServiceEnv(name: "request", parent: app).validate()
    }

    @Test func `a factory that makes another environment the current one is no finding`() throws {
        let other = ServiceEnv(name: "other")
        other.register(Database())
        app.register(Page.self) {
            try ServiceEnv.$current.withValue(other) { try ServiceEnv.current.resolve(Database.self) }
            return Page()
        }
        try app.validate()
    }

    @Test func `an asynchronous factory that asks another environment is explained after it ran`() async throws {
        let other = ServiceEnv(name: "other")
        other.registerAsync(Log.self) { Log() }
        app.registerAsync(Page.self) {
            try await other.resolveAsync(Log.self)
            return Page()
        }
        try await app.resolveAsync(Page.self)
        #expect(app.explain(Page.self).contains("Asks 'other' for 'Log' in its factory"))
    }

    // MARK: Replaced registrations

    @Test func `explain shows what a registration replaced, and where`() throws {
        let line = #line + 1
        app.register(Database())
        app.register(Database())
        let preview = app.derived(name: "preview")
        preview.register(Database())
        #expect(
            preview.explain(Database.self).hasPrefix(
                """
                'Database' is registered at ServiceTests/CapturedEnvironmentTests.swift:\(line + 3), singleton.
                This replaced what was registered at ServiceTests/CapturedEnvironmentTests.swift:\(line), \
                ServiceTests/CapturedEnvironmentTests.swift:\(line + 1).

                """))
        try preview.validate()
        #expect(!app.derived(name: "again").explain(Log.self).contains("replaced"))
    }

    @Test func `explain shows the registration of a parent that does not count`() {
        let line = #line + 1
        app.register(Database())
        let request = ServiceEnv(name: "request", parent: app)
        request.register(Database())
        #expect(
            request.explain(Database.self).contains(
                "\nWhat 'app' registered at ServiceTests/CapturedEnvironmentTests.swift:\(line) does not count here.\n")
        )
    }

    @Test func `the place of a registration that is repeated is remembered once`() {
        for _ in 0..<1000 { app.register(Database()) }
        #expect(app.explain(Database.self).split(separator: ",").count < 4)
    }

    // MARK: Required properties

    #if os(macOS) || os(Linux) || os(Windows)
    @Test func `a required property without a service, read in a factory, does not hide the other findings`()
        async throws
    {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let env = ServiceEnv(name: "check")
            env.register(Database.self) { throw Refused(number: 5) }
            env.register(Page.self) {
                _ = Screen().log
                return Page()
            }
            env.register(Screen.self) {
                try env.resolve(Page.self)
                return Screen()
            }
            env.register(Int.self, needs: Unregistered.self) { _ in 1 }
            try env.validate()
        }
        let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
        #expect(text.contains("Service 'Log' is not registered in ServiceEnv\nWhile resolving: Page -> Log\n"))
        #expect(text.contains("This stopped validate(), as a required property cannot throw. What it found:"))
        #expect(text.contains("The services are not wired correctly: 3 problems."))
        #expect(text.contains("[missing] 'Log' is not registered, but needed by Page."))
        #expect(text.contains("[missing] 'Unregistered' is not registered, but needed by Int."))
        #expect(text.contains("[failed] The factory of 'Database' failed: Refused(number: 5)"))
    }
    #endif
}
