import Service
import Testing

private protocol Database: Sendable {
    var name: String { get }
}

private struct Real: Database {
    let name = "real"
}

private struct Fake: Database {
    let name = "fake"
}

private final class Repository: Sendable {
    let database: any Database
    init(_ database: any Database) { self.database = database }
}

private final class Counter: Sendable {}

@Suite struct DerivedEnvironmentTests {
    let app = ServiceEnv(name: "app")

    init() {
        let app = app
        app.register((any Database).self) { Real() }
        // The factory names the environment it was registered in.
        app.register(Repository.self) { Repository(try app.resolve((any Database).self)) }
    }

    @Test func `an override rebuilds what depends on it and leaves the original untouched`() throws {
        let original = try app.resolve(Repository.self)
        let derived = app.derived(name: "derived")
        derived.register((any Database).self) { Fake() }
        #expect(try derived.resolve(Repository.self).database.name == "fake")
        #expect(try app.resolve(Repository.self) === original)
        #expect(original.database.name == "real")
    }

    @Test func `a derived environment shares no instances`() throws {
        let original = try app.resolve(Repository.self)
        #expect(try app.derived(name: "derived").resolve(Repository.self) !== original)
    }

    @Test func `a derived environment is a snapshot in both directions`() throws {
        let derived = app.derived(name: "derived")
        app.register(Counter.self) { Counter() }
        derived.register((any Database).self) { Fake() }
        #expect(throws: ServiceError.self) { try derived.resolve(Counter.self) }
        #expect(try app.resolve((any Database).self).name == "real")
    }

    @Test func `a derived environment can be derived from again`() throws {
        let first = app.derived(name: "first")
        first.register((any Database).self) { Fake() }
        let second = first.derived(name: "second")
        #expect(try second.resolve(Repository.self).database.name == "fake")
    }

    @Test func `a factory that asks the original explicitly from an override is not redirected`() throws {
        let app = app
        let derived = app.derived(name: "derived")
        derived.register((any Database).self) { try app.resolve((any Database).self) }
        #expect(try derived.resolve(Repository.self).database.name == "real")
    }

    @Test func `a child shares its parent's singletons`() throws {
        let child = ServiceEnv(name: "child", parent: app)
        #expect(try child.resolve(Repository.self) === app.resolve(Repository.self))
    }

    @Test func `a parent's singleton is made without the child's registrations`() throws {
        let child = ServiceEnv(name: "child", parent: app)
        child.register((any Database).self) { Fake() }
        #expect(try child.resolve(Repository.self).database.name == "real")
        #expect(try child.resolve((any Database).self).name == "fake")
    }

    @Test(arguments: [ServiceScope.transient, .graph])
    func `a parent's unkept service is made for the child`(scope: ServiceScope) throws {
        let app = app
        app.register(Repository.self, scope: scope) { Repository(try app.resolve((any Database).self)) }
        let child = ServiceEnv(name: "child", parent: app)
        child.register((any Database).self) { Fake() }
        #expect(try child.resolve(Repository.self).database.name == "fake")
    }

    @Test func `a child sees what its parent registers later, until it registers itself`() throws {
        let child = ServiceEnv(name: "child", parent: app)
        app.register((any Database).self) { Fake() }
        #expect(try child.resolve((any Database).self).name == "fake")
        child.register((any Database).self) { Real() }
        #expect(try child.resolve((any Database).self).name == "real")
        child.resetAll()
        #expect(try child.resolve((any Database).self).name == "fake")
    }

    @Test func `deriving flattens the parents`() throws {
        let child = ServiceEnv(name: "child", parent: app)
        child.register((any Database).self) { Fake() }
        let derived = child.derived(name: "derived")
        #expect(try derived.resolve(Repository.self).database.name == "fake")
        #expect(try app.resolve(Repository.self).database.name == "real")
    }

    @Test func `overrides hold inside the operation, for tasks as well`() async throws {
        try await ServiceEnv.$current.withValue(app) {
            let name = try await ServiceEnv.withOverrides({ $0.register((any Database).self) { Fake() } }) {
                try await Task { try ServiceEnv.current.resolve(Repository.self).database.name }.value
            }
            #expect(name == "fake")
            #expect(try ServiceEnv.current.resolve(Repository.self).database.name == "real")
        }
    }

    @Test func `overrides rethrow the operation's own error type`() {
        struct Own: Error {}
        do throws(Own) {
            try ServiceEnv.withOverrides({ _ in }) { () throws(Own) in throw Own() }
        } catch {
            let _: Own = error
        }
    }
}
