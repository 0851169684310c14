import Foundation
import Service
import Testing

private final class Database: Sendable {}
private final class Log: Sendable {}
private final class Logger: Sendable {}
private final class Clock: Sendable {}
private final class Session: Sendable {}

private final class Repository: Sendable {
    init(_ database: Database) {}
}

private struct Screen: Sendable {
    @Service(Log.self) private var unused: Log
    let session = Service(Session.self)
    init() {}
}

private struct Sessions: Sendable {
    let next = Provider(Session.self)
    @Provider(name: "other") var other: Session?
    private var held: Service<Session>?

    init(holdsOne: Bool = false) {
        if holdsOne { held = Service(Session.self) }
    }
}

@Suite struct ValidationTests {
    let env = ServiceEnv(name: "test")

    @Test func `a sound wiring validates and keeps nothing`() throws {
        let env = env
        env.register(Database.self) { Database() }
        env.register(Repository.self) { Repository(try env.resolve(Database.self)) }
        let observation = env.observe { _ in Issue.record("validate made something in the environment itself") }
        try env.validate()
        observation.cancel()
    }

    @Test func `a missing service is named with those who need it, declared or not`() throws {
        let env = env
        env.register(Repository.self) { Repository(try env.resolve(Database.self)) }
        env.register(Clock.self, needs: Database.self) { _ in Clock() }
        #expect(env.problems() == [.missing(service: "Database", requiredBy: ["Clock", "Repository"])])
    }

    @Test func `what a factory can do without is not missing`() throws {
        let env = env
        env.register(Clock.self) {
            _ = try? env.resolve(Database.self)
            return Clock()
        }
        try env.validate()
    }

    @Test func `what an injected property needs is missing as well`() throws {
        env.register(Screen.self) { Screen() }
        env.register(Log.self) { Log() }
        #expect(env.problems() == [.missing(service: "Session", requiredBy: ["Screen"])])
    }

    @Test(arguments: [false, true]) @MainActor
    func `what a provider will ask for is missing as well, unless it is optional`(isMain: Bool) async throws {
        @MainActor final class Panel {
            @MainProvider var session: Session
            @MainProvider(name: "other") var other: Session?
        }
        if isMain {
            env.registerMain(Panel.self) { Panel() }
            // Its factory is not run here.
            let panel = try ServiceEnv.$current.withValue(env) { try env.resolveMain(Panel.self) }
            withExtendedLifetime(panel) {}
        } else {
            env.register(Sessions.self) { Sessions() }
        }
        #expect(env.problems() == [.missing(service: "Session", requiredBy: [isMain ? "Panel" : "Sessions"])])
    }

    @Test(arguments: [false, true])
    func `a provider closes no cycle and holds nothing, but a property beside it does`(hasProperty: Bool) throws {
        let env = env
        env.register(Session.self, scope: .transient) {
            try env.resolve(Sessions.self)
            return Session()
        }
        env.register(Sessions.self) { Sessions(holdsOne: hasProperty) }
        #expect(env.problems() == (hasProperty ? [.captive(service: "Sessions", holds: "Session")] : []))
    }

    @Test func `a decorator of a derived environment adds no need to the original`() throws {
        let env = env
        env.register(Log.self) { Log() }
        env.register(Clock.self, needs: Log.self) { _ in Clock() }
        let test = env.derived(name: "derived")
        test.register(Clock.self) { Clock() }
        test.decorate(Log.self) { inner in
            try ServiceEnv.current.resolve(Clock.self)
            return inner
        }
        try test.resolve(Log.self)
        try test.validate()
        try env.validate()
        #expect(test.graph.edges == [.init(from: "Log", to: "Clock")])
        #expect(env.graph.edges == [.init(from: "Clock", to: "Log")])
    }

    @Test func `declared needs are followed without running anything`() throws {
        env.register(Clock.self, needs: Log.self) { _ in
            Issue.record("ran a factory that declares its needs")
            return Clock()
        }
        env.register(Log.self, needs: Clock.self) { _ in Log() }
        #expect(env.problems() == [.cycle(["Clock", "Log", "Clock"])])
    }

    @Test func `an observed cycle is reported once`() throws {
        let env = env
        env.register(Clock.self) {
            try env.resolve(Log.self); return Clock()
        }
        env.register(Log.self) {
            try env.resolve(Session.self); return Log()
        }
        env.register(Session.self) {
            try env.resolve(Clock.self); return Session()
        }
        #expect(env.problems() == [.cycle(["Clock", "Log", "Session", "Clock"])])
    }

    @Test(arguments: [ServiceScope.transient, .graph, .custom("session")])
    func `a captive dependency is found`(scope: ServiceScope) throws {
        let env = env
        env.register(Session.self, scope: scope) { Session() }
        env.register(Clock.self) {
            try env.resolve(Session.self); return Clock()
        }
        #expect(env.problems() == [.captive(service: "Clock", holds: "Session")])
        #expect(env.graph.edges.first?.isCaptive == true)
    }

    @Test func `a failing factory is reported once, however many services need it`() throws {
        struct Down: Error, CustomStringConvertible { let description = "Connection refused" }
        let env = env
        env.register(Database.self) { throw Down() }
        env.register(Repository.self) { Repository(try env.resolve(Database.self)) }
        #expect(env.problems() == [.failed(service: "Database", reason: "Connection refused")])
    }

    @Test @MainActor func `a type in both tables is named`() throws {
        env.register(Clock.self) { Clock() }
        env.registerMain(Clock.self) { Clock() }
        #expect(env.problems() == [.registeredTwice(service: "Clock")])
    }

    @Test @MainActor func `factories of the main actor, asynchronous ones and those with arguments are not run`() throws
    {
        env.registerMain(Clock.self) {
            Issue.record("ran"); return Clock()
        }
        env.registerAsync(Log.self) {
            Issue.record("ran"); return Log()
        }
        env.register(
            Session.self,
            arguments: { (_: Int) in
                Issue.record("ran"); return Session()
            })
        try env.validate()
        #expect(env.graph.nodes.allSatisfy { !$0.isChecked })
    }

    @Test func `instances are dropped, and not shut down before`() throws {
        let died = Cell(0)
        env.register(Mortal.self, onShutdown: { _ in Issue.record("shut down") }) { Mortal { died.increment() } }
        try env.validate()
        #expect(died.value == 1)
    }

    @Test func `the text has every problem, its place and what is similar`() throws {
        env.register(Logger.self) { Logger() }
        env.register(Clock.self, needs: Log.self) { _ in Clock() }
        let text = "\(try #require(throws: ServiceValidationError.self) { try env.validate() })"
        #expect(text.contains("1. [missing] 'Log' is not registered, but needed by Clock."))
        #expect(text.contains("ValidationTests.swift"))
        #expect(text.contains("Similar services are registered: Logger."))
    }

    @Test func `a child validates what it inherits`() throws {
        let child = ServiceEnv(name: "child", parent: env)
        env.register(Clock.self, needs: Log.self) { _ in Clock() }
        #expect(throws: ServiceValidationError.self) { try child.validate() }
        child.register(Log.self) { Log() }
        try child.validate()
    }

    @Test(arguments: [false, true])
    @MainActor func `also where it was validated, or derived from, between the registrations`(isDerived: Bool) throws {
        env.register(Clock.self) { Clock() }
        let derived = isDerived ? env.derived(name: "derived") : nil
        if !isDerived { try env.validate() }
        env.registerMain(Clock.self) { Clock() }
        #expect(env.problems() == [.registeredTwice(service: "Clock")])
        try derived?.validate()
    }

    @Test @MainActor func `a derived environment may register for the main actor what the first one did for everybody`()
        throws
    {
        env.register(Clock.self) { Clock() }
        let derived = env.derived(name: "derived")
        derived.registerMain(Clock.self) { Clock() }
        try derived.validate()
        try env.validate()
    }

    @Test func `explain tells what was replaced after a validation, once`() throws {
        env.register(Clock.self) { Clock() }
        let line = #line - 1
        try env.validate()
        env.register(Clock.self) { Clock() }
        let place = "ServiceTests/ValidationTests.swift:\(line)"
        #expect(env.explain(Clock.self).contains("This replaced what was registered at \(place)."))
        try env.validate()
        #expect(env.explain(Clock.self).components(separatedBy: place).count == 2)
    }

    @Test(arguments: [false, true])
    func `a factory that declares its needs runs only where one resolves it that declares nothing`(
        isDeclared: Bool
    ) throws {
        let env = env
        let runs = Cell(0)
        env.register(Log.self) { Log() }
        env.register(Clock.self, needs: Log.self) { _ in
            runs.increment()
            return Clock()
        }
        env.register(
            Database.self,
            arguments: { (_: Int) in
                runs.increment()
                return Database()
            })
        let create: @Sendable () throws -> Session = {
            try env.resolve(Clock.self)
            try env.resolve(Database.self, arguments: 1)
            return Session()
        }
        if isDeclared {
            env.register(Session.self, needs: Clock.self) { _ in try create() }
        } else {
            env.register(Session.self, factory: create)
        }
        try env.validate()
        #expect(runs.value == (isDeclared ? 0 : 2))
    }
}
