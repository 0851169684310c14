import Service
import Testing

private struct Database: Sendable { let name: String }
private final class Repository: Sendable {
    let database: Database
    let environment: String
    init(_ database: Database) {
        self.database = database
        environment = ServiceEnv.current.name
    }
}

/// Guarantee 6 among relatives: parents, children and derived environments.
@Suite(.timeLimit(.minutes(5))) struct EnvironmentFamilyTests {
    private let app = ServiceEnv(name: "app")

    /// A database, and a repository whose factory names the environment that it is registered in.
    private func registerBoth(_ scope: ServiceScope = .singleton) {
        app.register(Database.self) { Database(name: "real") }
        app.register(Repository.self, scope: scope) { [app] in Repository(try app.resolve(Database.self)) }
    }

    // MARK: Derived

    @Test func `a kept instance of the original does not keep a factory from the override`() throws {
        registerBoth()
        #expect(try app.resolve(Database.self).name == "real")
        let derived = app.derived(name: "derived")
        derived.register(Database.self) { Database(name: "fake") }
        for _ in 0..<3 {
            #expect(try derived.resolve(Repository.self).database.name == "fake")
            #expect(try derived.resolve(Repository.self).environment == "derived")
            derived.resetCaches()
        }
    }

    @Test func `while a derived environment makes something, others get what the original has`() async throws {
        let (begun, finish) = (Gate(), Gate())
        app.register(Database.self) { Database(name: "real") }
        try app.resolve(Database.self)
        app.register(Repository.self) { [app] in
            if ServiceEnv.current.name == "derived" {
                begun.open()
                finish.wait()
            }
            return Repository(try app.resolve(Database.self))
        }
        let derived = app.derived(name: "derived")
        derived.register(Database.self) { Database(name: "fake") }
        let maker = Threads(1) { _ in derived.outcome(Repository.self) }
        await begun.opened()
        let others = try await onThreads(4) { [app] number in
            number % 2 == 0 ? app.outcome(Database.self).value : app.outcome(Repository.self).value?.database
        }
        #expect(others.map { $0?.name } == ["real", "real", "real", "real"])
        finish.open()
        let made = try await maker.results()
        #expect(made[0].value?.database.name == "fake")
    }

    @Test func `a wrapper is never redirected`() throws {
        app.register(Database.self) { Database(name: "real") }
        let (service, provider) = ServiceEnv.$current.withValue(app) {
            (Service(Database.self), Provider(Database.self))
        }
        app.register([Repository].self) { [Repository(service()), Repository(provider())] }
        let derived = app.derived(name: "derived")
        derived.register(Database.self) { Database(name: "fake") }
        let repositories = try derived.resolve([Repository].self)
        #expect(repositories.map(\.database.name) == ["real", "real"])
        #expect(repositories.map(\.environment) == ["derived", "derived"])
    }

    @Test func `a wrapper made in a factory belongs to the environment it runs for`() throws {
        app.register(Database.self) { Database(name: "real") }
        app.register(Service<Database>.self) { Service(Database.self) }
        let derived = app.derived(name: "derived")
        derived.register(Database.self) { Database(name: "fake") }
        let injected = try derived.resolve(Service<Database>.self)
        #expect(injected().name == "fake")
        let own = try app.resolve(Service<Database>.self)
        #expect(own().name == "real")
    }

    @Test func `a factory's named dependencies are redirected as well`() throws {
        app.register(Database.self, name: "replica") { Database(name: "real") }
        app.register(Repository.self) { [app] in Repository(try app.resolve(Database.self, name: "replica")) }
        try app.resolve(Repository.self)
        let derived = app.derived(name: "derived")
        derived.register(Database.self, name: "replica") { Database(name: "fake") }
        #expect(try derived.resolve(Repository.self).database.name == "fake")
    }

    @Test func `so are the contributions that it asks for, also in an asynchronous factory`() async throws {
        app.contribute(Database.self) { Database(name: "real") }
        app.register([String].self) { [app] in try app.resolveAll(Database.self).map(\.name) }
        app.registerAsync(Set<String>.self) { [app] in Set(try app.resolveAll(Database.self).map(\.name)) }
        let derived = app.derived(name: "derived")
        derived.contribute(Database.self) { Database(name: "fake") }
        #expect(try derived.resolve([String].self) == ["real", "fake"])
        #expect(try await derived.resolveAsync(Set<String>.self) == ["real", "fake"])
        #expect(try await app.resolveAsync(Set<String>.self) == ["real"])
    }

    @Test @MainActor func `so are those of a main-actor factory`() throws {
        app.registerMain(Database.self) { Database(name: "real") }
        app.registerMain(Repository.self) { [app] in Repository(try app.resolveMain(Database.self)) }
        try app.resolveMain(Repository.self)
        let derived = app.derived(name: "derived")
        derived.registerMain(Database.self) { Database(name: "fake") }
        let repository = try derived.resolveMain(Repository.self)
        #expect(repository.database.name == "fake")
        let original = try app.resolveMain(Repository.self)
        #expect(original.database.name == "real")
    }

    @Test func `a redirected cycle is found`() {
        app.register(Repository.self) { [app] in try app.resolve(Repository.self) }
        let derived = app.derived(name: "derived")
        #expect(derived.failure(Repository.self)?.circle == ["Repository", "Repository"])
    }

    @Test func `a registered instance is the same in a derived environment`() throws {
        let instance = Instance()
        app.register(instance)
        #expect(try app.derived(name: "derived").resolve(Instance.self) === instance)
    }

    @Test func `overrides on many threads at once do not mix`() async throws {
        registerBoth()
        let names = try await onThreads(8) { [app] number in
            (0..<50).map { round in
                let derived = app.derived(name: "derived")
                derived.register(Database.self) { Database(name: "\(number).\(round)") }
                return derived.outcome(Repository.self).value?.database.name
            }
        }
        for (number, found) in names.enumerated() {
            #expect(found == (0..<50).map { "\(number).\($0)" })
        }
        #expect(try app.resolve(Repository.self).database.name == "real")
    }

    // MARK: Children

    @Test func `many children that ask first share their parent's one instance`() async throws {
        let runs = Cell(0)
        app.register(Instance.self) {
            runs.increment()
            return Instance()
        }
        let instances = try await onThreads(16) { [app] number in
            ServiceEnv(name: "child \(number)", parent: app).outcome(Instance.self).value
        }
        #expect(runs.value == 1)
        #expect(try Set(instances.map { ObjectIdentifier(try #require($0)) }).count == 1)
    }

    @Test(arguments: [ServiceScope.singleton, .custom("session")])
    func `what falls through is made in the parent`(scope: ServiceScope) throws {
        registerBoth(scope)
        let child = ServiceEnv(name: "child", parent: app)
        child.register(Database.self) { Database(name: "child's") }
        let repository = try child.resolve(Repository.self)
        #expect(repository.environment == "app")
        #expect(repository.database.name == "real")
        #expect(try app.resolve(Repository.self) === repository)
    }

    @Test func `a reset of the child leaves the parent's instances, a reset of the parent drops them for the child`()
        throws
    {
        app.register(Instance.self) { Instance() }
        let child = ServiceEnv(name: "child", parent: app)
        let instance = try child.resolve(Instance.self)
        child.resetCaches()
        child.resetAll()
        #expect(try child.resolve(Instance.self) === instance)
        app.resetCaches()
        #expect(try child.resolve(Instance.self) !== instance)
    }

    @Test func `grandparents are asked as well, the nearest first`() throws {
        let parent = ServiceEnv(name: "parent", parent: app)
        let child = ServiceEnv(name: "child", parent: parent)
        app.register(Database.self) { Database(name: "grandparent") }
        #expect(try child.resolve(Database.self).name == "grandparent")
        parent.register(Database.self) { Database(name: "parent") }
        #expect(try child.resolve(Database.self).name == "parent")
        child.register(Database.self) { Database(name: "child") }
        #expect(try child.resolve(Database.self).name == "child")
        #expect(try app.resolve(Database.self).name == "grandparent")
    }

    @Test func `a cycle between child and parent is found`() {
        let child = ServiceEnv(name: "child", parent: app)
        app.register(Repository.self, scope: .transient) { [app] in Repository(try app.resolve(Database.self)) }
        child.register(Database.self) { Database(name: try child.resolve(Repository.self).environment) }
        #expect(child.failure(Database.self)?.circle == ["Database", "Repository", "Database"])
    }

    @Test func `a creation in the parent is reported to its observers and to the child's`() throws {
        app.register(Instance.self) { Instance() }
        let child = ServiceEnv(name: "child", parent: app)
        let seen = Recorder<String>()
        let observation = app.observe { seen.record("app \($0.service)") }
        let own = child.observe { seen.record("child \($0.service)") }
        try child.resolve(Instance.self)
        #expect(Set(seen.all) == ["app Instance", "child Instance"])
        #expect(seen.count == 2)
        observation.cancel()
        own.cancel()
    }

    @Test @MainActor func `children share main-actor instances`() throws {
        app.registerMain(Instance.self) { Instance() }
        let child = ServiceEnv(name: "child", parent: app)
        #expect(try child.resolveMain(Instance.self) === app.resolveMain(Instance.self))
        #expect(child.failure(Instance.self)?.missing == "Instance")
    }

    @Test func `a parent and its children go when nobody needs them`() throws {
        let deaths = Recorder<String>()
        do {
            let parent = ServiceEnv(name: "parent")
            parent.register(Mortal.self) { Mortal { deaths.record("parent's") } }
            let child = ServiceEnv(name: "child", parent: parent)
            child.register(Mortal.self, name: "own") { Mortal { deaths.record("child's") } }
            try child.resolve(Mortal.self)
            try child.resolve(Mortal.self, name: "own")
            try child.derived(name: "derived").resolve(Mortal.self)
        }
        #expect(deaths.all.sorted() == ["child's", "parent's", "parent's"])
    }
}
