import Service
import Testing

private struct SQLiteDatabase: ExplainErrorTests.Database {}
private protocol Hidden: Sendable {}
private class Screen: @unchecked Sendable {}
private final class ProfileScreen: Screen, @unchecked Sendable {}
private struct Report: Sendable {}
private struct Plugin: Sendable {}
private struct Repository: Sendable {}
private struct Log: Sendable {}

/// A thrown error can be explained as well as the message that stops the process: the misuses of CONTRIBUTING, and what each
/// is told.
@Suite struct ExplainErrorTests {
    protocol Database: Sendable {}

    private let env = ServiceEnv(name: "app")

    private func explain<S: Sendable>(_ type: S.Type, name: ServiceName? = nil) -> String {
        do throws(ServiceError) {
            try env.resolve(type, name: name)
            return "resolved"
        } catch {
            return env.explain(error)
        }
    }

    // MARK: Not registered

    @Test func `a missing registration is told what to write`() {
        #expect(
            explain(Log.self) == """
                Service 'Log' is not registered in ServiceEnv
                Environment: app
                Register it before it is first used, env.register(Log.self) { … }.
                """)
    }

    @Test func `a protocol is spelled as it must be registered`() {
        #expect(
            explain((any Database).self, name: "replica") == """
                Service 'Database(replica)' is not registered in ServiceEnv
                Environment: app
                Register it before it is first used, env.register((any Database).self, name: "replica") { … }.
                """)
    }

    @Test func `a private protocol is spelled like any other`() {
        #expect(explain((any Hidden).self).contains("env.register((any Hidden).self) { … }"))
    }

    @Test func `a wrong name is told the names there are`() {
        env.register(Log.self, name: "audit") { Log() }
        env.register(Log.self, name: "access") { Log() }
        #expect(
            explain(Log.self, name: "acess") == """
                Service 'Log(acess)' is not registered in ServiceEnv
                Environment: app
                It is registered with the name "access", "audit": pass name: "access".
                Register it before it is first used, env.register(Log.self, name: "acess") { … }.
                """)
        #expect(explain(Log.self).contains(#"It is registered with the name "access", "audit": pass name: "access"."#))
    }

    @Test func `a name is spelled as a literal where code is suggested`() {
        env.register(Log.self, name: #"a"b"#) { Log() }
        env.register(Report.self, name: #"\()"#, arguments: { (_: Int) in Report() })
        #expect(
            explain(Log.self, name: "q\"r\\s\n") == #"""
                Service 'Log(q"r\s
                )' is not registered in ServiceEnv
                Environment: app
                It is registered with the name "a"b": pass name: "a\"b".
                Register it before it is first used, env.register(Log.self, name: "q\"r\\s\n") { … }.
                """#)
        #expect(explain(Report.self).contains(#"resolve(Report.self, name: "\\()", arguments: …)."#))
    }

    @Test func `a name that is not needed is told that`() {
        env.register(Log())
        #expect(explain(Log.self, name: "audit").contains("\nIt is registered without a name.\n"))
    }

    @Test func `a service without its arguments is told the types`() {
        env.register(Report.self, arguments: { (_: Int) in Report() })
        #expect(
            explain(Report.self) == """
                Service 'Report' is not registered in ServiceEnv
                Environment: app
                It is registered with arguments (Int): resolve(Report.self, arguments: …).
                Register it before it is first used, env.register(Report.self) { … }.
                """)
    }

    @Test func `wrong arguments are told the right ones`() {
        env.register(Report.self, arguments: { (_: Int) in Report() })
        do throws(ServiceError) {
            try env.resolve(Report.self, arguments: "2026")
            Issue.record("resolved")
        } catch {
            #expect(
                env.explain(error) == """
                    Factory failed to create service 'Report': 'Report' was asked for with arguments (String), but is \
                    registered with (Int). Argument types must match exactly: an Int is not an Int?.
                    Environment: app
                    """)
        }
    }

    @Test func `contributions are told to be resolved together`() {
        env.contribute(Plugin.self) { Plugin() }
        env.contribute(Plugin.self) { Plugin() }
        #expect(
            explain(Plugin.self) == """
                Service 'Plugin' is not registered in ServiceEnv
                Environment: app
                2 contributions were made to it: use resolveAll(Plugin.self).
                Register it before it is first used, env.register(Plugin.self) { … }.
                """)
    }

    @Test func `a protocol of which a conforming type is registered is told that`() {
        env.register(SQLiteDatabase())
        #expect(
            explain((any Database).self) == """
                Service 'Database' is not registered in ServiceEnv
                Environment: app
                'SQLiteDatabase' is registered and conforms to it: register that as (any Database).self as well.
                Register it before it is first used, env.register((any Database).self) { … }.
                """)
    }

    @Test func `a type that is registered as its protocol is told that`() {
        env.register((any Database).self) { SQLiteDatabase() }
        #expect(explain(SQLiteDatabase.self).contains("\nIt is registered as (any Database).self: ask for that.\n"))
    }

    @Test func `a class of which a subclass is registered is told that`() {
        env.register(ProfileScreen())
        #expect(
            explain(Screen.self).contains(
                "\n'ProfileScreen' is registered and inherits from it: register that as Screen.self as well.\n"))
    }

    @Test @MainActor func `a service of the main actor that is asked for elsewhere is told where it belongs`() {
        let line = #line + 1
        env.registerMain(Report.self) { Report() }
        #expect(
            explain(Report.self) == """
                Service 'Report' is not registered in ServiceEnv
                Environment: app
                'Report' was registered at ServiceTests/ExplainErrorTests.swift:\(line).
                It belongs to the main actor: resolve it there with resolveMain.
                """)
    }

    @Test @MainActor func `a service that is decorated on the main actor belongs there`() {
        env.register(Report())
        env.decorateMain(Report.self) { $0 }
        #expect(explain(Report.self).hasSuffix("It belongs to the main actor: resolve it there with resolveMain."))
    }

    @Test @MainActor func `what the main actor misses is registered for it`() {
        do throws(ServiceError) {
            try env.resolveMain(Report.self)
            Issue.record("resolved")
        } catch {
            #expect(env.explain(error).hasSuffix("env.registerMain(Report.self) { … }."))
        }
    }

    @Test func `similar names are shown`() {
        struct Log2: Sendable {}
        env.register(Log2())
        #expect(explain(Log.self).contains("\nSimilar services are registered: Log2.\n"))
    }

    // MARK: Where it came from

    @Test func `the path leads to what is missing`() {
        let line = #line + 1
        env.register(Repository.self, needs: (any Database).self) { _ in Repository() }
        #expect(
            explain(Repository.self) == """
                Service 'Database' is not registered in ServiceEnv
                While resolving: Repository -> Database
                Environment: app
                'Repository' was registered at ServiceTests/ExplainErrorTests.swift:\(line).
                Register it before it is first used, env.register((any Database).self) { … }.
                """)
    }

    @Test func `the path leads to what failed`() {
        let line = #line + 1
        env.register(Log.self) { throw Refused(number: 7) }
        env.register(Repository.self, needs: Log.self) { _ in Repository() }
        #expect(
            explain(Repository.self) == """
                Factory failed to create service 'Log': Refused(number: 7)
                While resolving: Repository -> Log
                Environment: app
                'Repository' was registered at ServiceTests/ExplainErrorTests.swift:\(line + 1).
                'Log' was registered at ServiceTests/ExplainErrorTests.swift:\(line).
                """)
    }

    @Test func `a cycle is explained with the place of each registration`() {
        let line = #line + 1
        env.register(Log.self, needs: Report.self) { _ in Log() }
        env.register(Report.self, needs: Log.self) { _ in Report() }
        #expect(
            explain(Log.self) == """
                Circular dependency detected for service 'Log'.
                Dependency chain: Log -> Report -> Log
                Check your service registration to break the cycle.
                Environment: app
                'Log' was registered at ServiceTests/ExplainErrorTests.swift:\(line).
                'Report' was registered at ServiceTests/ExplainErrorTests.swift:\(line + 1).
                """)
    }

    @Test func `an asynchronous service before it exists is told to be awaited`() {
        let line = #line + 1
        env.registerAsync(Report.self) { Report() }
        #expect(
            explain(Report.self) == """
                Factory failed to create service 'Report': 'Report' is created asynchronously and does not exist yet. Either \
                await warmUp() before anything resolves it synchronously, or await resolveAsync(Report.self).
                Environment: app
                'Report' was registered at ServiceTests/ExplainErrorTests.swift:\(line).
                """)
    }

    @Test(arguments: [
        (
            ServiceScope.weak,
            "Await resolveAsync(Report.self, name: \"monthly\") before anything resolves it synchronously: warmUp() creates singletons only."
        ),
        (
            .transient,
            "Await resolveAsync(Report.self, name: \"monthly\"): its scope is transient, so nothing keeps it for a synchronous call."
        ),
    ])
    func `the advice for an asynchronous service is the call that creates it`(scope: ServiceScope, advice: String) {
        env.registerAsync(Report.self, name: "monthly", scope: scope) { Report() }
        let error = #expect(throws: ServiceError.self) { try env.resolve(Report.self, name: "monthly") }
        #expect(error.map { "\($0)".hasSuffix(advice) } == true)
    }

    @Test func `an asynchronous service that is a protocol is awaited as it is registered`() {
        env.registerAsync((any Database).self) { SQLiteDatabase() }
        let error = #expect(throws: ServiceError.self) { try env.resolve((any Database).self) }
        #expect(error.map { "\($0)".contains("or await resolveAsync((any Database).self).") } == true)
    }

    @Test func `an environment that was shut down is named, also after a second shutdown`() async throws {
        env.register(Log())
        try await env.shutdown()
        try await env.shutdown()
        #expect(
            explain(Log.self).hasPrefix(
                """
                Factory failed to create service 'Log': The environment 'app' was shut down. Create a new one, or resolve \
                before shutdown().
                Environment: app

                """))
    }

    @Test @available(*, deprecated) func `a type without a factory is told to have one`() {
        env.register(Log.self)
        #expect(
            explain(Log.self).hasPrefix(
                """
                Factory failed to create service 'Log': 'Log' was registered without a factory and is not a ServiceKey. Either \
                give a factory, register(Log.self) { … }, or conform the type to ServiceKey.

                """))
    }

    @Test func `a child's error names its parents, and the registrations there`() {
        env.register(SQLiteDatabase())
        let child = ServiceEnv(name: "request", parent: env)
        do throws(ServiceError) {
            try child.resolve((any Database).self)
            Issue.record("resolved")
        } catch {
            let text = child.explain(error)
            #expect(text.contains("\nEnvironment: request, a child of 'app'\n"))
            #expect(text.contains("'SQLiteDatabase' is registered and conforms to it"))
        }
    }

    @Test func `what a parent creates is explained by its child`() {
        env.register(Repository.self, needs: Log.self) { _ in Repository() }
        let child = ServiceEnv(name: "request", parent: env)
        child.register(Report.self, needs: Repository.self) { _ in Report() }
        do throws(ServiceError) {
            try child.resolve(Report.self)
            Issue.record("resolved")
        } catch {
            #expect(child.explain(error).contains("\nWhile resolving: Report -> Repository -> Log\n"))
        }
    }

    @Test func `an environment that never threw the error says what it knows`() {
        env.register(Log())
        let text = env.explain(ServiceError.notRegistered(serviceType: "Log"))
        #expect(
            text.hasSuffix("It is registered now: the error is older, or comes from another environment."))
        #expect(
            env.explain(ServiceError.notRegistered(serviceType: "Logs")) == """
                Service 'Logs' is not registered in ServiceEnv
                Environment: app
                Similar services are registered: Log.
                """)
    }

    @Test func `another error is returned in its own words`() {
        #expect(env.explain(Refused(number: 3)) == "Refused(number: 3)")
    }

    @Test func `many failures are remembered, and not without end`() {
        for number in 0..<200 { _ = explain(Log.self, name: ServiceName("\(number)")) }
        #expect(explain(Log.self, name: "last").contains(#"env.register(Log.self, name: "last")"#))
    }

    // MARK: Events

    @Test func `the event of a failure carries the explanation`() throws {
        let events = Recorder<ServiceEvent>()
        let observation = env.observe { events.record($0) }
        env.register(Repository.self, needs: Log.self) { _ in Repository() }
        let thrown = explain(Repository.self)
        env.register(Log())
        try env.resolve(Repository.self)
        observation.cancel()
        #expect(events.all.map(\.explanation) == [thrown, nil, nil])
    }

    @Test func `the event of a failure has the path to it, whatever fails for the same service meanwhile`() async throws
    {
        let (failed, failedAgain) = (Gate(), Gate())
        let events = Recorder<ServiceEvent>()
        let observation = env.observe { events.record($0) }
        env.register(Log.self, scope: .transient) { throw Refused() }
        env.register(Plugin.self, scope: .transient, needs: Log.self) { _ in Plugin() }
        env.register(Repository.self, scope: .transient) {
            defer {
                failed.open()
                failedAgain.wait()
            }
            try ServiceEnv.current.resolve(Log.self)
            return Repository()
        }
        env.register(Report.self, scope: .transient, needs: Repository.self) { _ in Report() }
        _ = try await Threads(2) { [env] number in
            if number == 0 { return env.failure(Report.self) }
            failed.wait()
            defer { failedAgain.open() }
            return env.failure(Plugin.self)
        }.results()
        observation.cancel()
        let report = events.all.first { $0.service == "Report" }?.explanation
        #expect(report?.contains("\nWhile resolving: Report -> Repository -> Log\n") == true)
    }

    // MARK: The default environment

    #if os(macOS) || os(Linux) || os(Windows)
    @Test func `a detached task is told that nothing is registered where it looks`() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let env = ServiceEnv(name: "app")
            env.register(Log())
            await ServiceEnv.$current.withValue(env) {
                await Task.detached { _ = Service(Log.self)() }.value
            }
        }
        let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
        #expect(
            text.contains(
                """
                Nothing at all is registered in 'online', the environment that is current where no other is: in a detached \
                task, for example, and outside of ServiceEnv.$current.withValue.
                """))
    }
    #endif
}
