import Service
import Testing

private protocol Store: Sendable { var name: String { get } }
private struct Disk: Store { let name: String }

private protocol Uploading: Sendable { var target: String { get } }

/// What `@Injectable` writes, written by hand.
private final class Uploader: Uploading, Injectable {
    let target: String
    init(store: any Store, @Named("replica") replica: any Store) { target = store.name + replica.name }

    static var needs: [ServiceNeed] {
        [ServiceNeed((any Store).self), ServiceNeed((any Store).self, name: "replica")]
    }
    static func make(in env: ServiceEnv) throws -> Uploader {
        try Uploader(
            store: env.resolve((any Store).self), replica: env.resolve((any Store).self, name: "replica"))
    }
}

private final class Pool: AsyncInjectable {
    let store: any Store
    init(store: any Store) async { self.store = store }

    static var needs: [ServiceNeed] { [ServiceNeed((any Store).self)] }
    static func make(in env: ServiceEnv) async throws -> Pool {
        try await Pool(store: env.resolveAsync((any Store).self))
    }
}

@MainActor
private final class Screen: MainInjectable {
    let store: any Store
    init(store: any Store) { self.store = store }

    nonisolated static var needs: [ServiceNeed] { [ServiceNeed((any Store).self)] }
    static func make(in env: ServiceEnv) throws -> Screen {
        try Screen(store: env.resolveMain((any Store).self))
    }
}

private struct Report: ArgumentInjectable, Equatable {
    let text: String
    init(store: any Store, @Passed year: Int, @Passed author: String) { text = "\(store.name) \(year) \(author)" }

    static var needs: [ServiceNeed] { [ServiceNeed((any Store).self)] }
    static var creation: ArgumentCreation<Report> {
        ArgumentCreation { (env: ServiceEnv, year: Int, author: String) in
            try Report(store: env.resolve((any Store).self), year: year, author: author)
        }
    }
}

/// A type with a default and an initialiser for services.
private final class Both: ServiceKey, Injectable, Sendable {
    let origin: String
    init(origin: String) { self.origin = origin }

    static var `default`: Both { Both(origin: "default") }
    static var needs: [ServiceNeed] { [] }
    static func make(in env: ServiceEnv) throws -> Both { Both(origin: "initialiser") }
}

@Suite struct InjectableTests {
    let env = ServiceEnv(name: "test")

    private func registerStores() {
        env.register((any Store).self) { Disk(name: "a") }
        env.register((any Store).self, name: "replica") { Disk(name: "b") }
    }

    @Test func `a type is registered as itself, and by what it provides`() throws {
        registerStores()
        env.register(Uploader.self)
        env.register((any Uploading).self, as: Uploader.self, name: "second", scope: .transient) { $0 }
        let uploader = try env.resolve(Uploader.self)
        #expect(uploader.target == "ab")
        #expect(try env.resolve(Uploader.self) === uploader)
        #expect(try env.resolve((any Uploading).self, name: "second").target == "ab")
    }

    @Test func `scope and name are optional`() throws {
        registerStores()
        env.register(Uploader.self, scope: .transient)
        env.register(Uploader.self, name: "named")
        env.register(Uploader.self, name: "fresh", scope: .transient)
        #expect(try env.resolve(Uploader.self) !== env.resolve(Uploader.self))
        #expect(try env.resolve(Uploader.self, name: "named") === env.resolve(Uploader.self, name: "named"))
        #expect(try env.resolve(Uploader.self, name: "fresh") !== env.resolve(Uploader.self, name: "fresh"))
    }

    @Test func `validate names every missing need, also a named one, and creates nothing`() throws {
        let observation = env.observe { _ in Issue.record("validate ran a factory") }
        env.register(Uploader.self)
        #expect(
            env.problems() == [
                .missing(service: "Store", requiredBy: ["Uploader"]),
                .missing(service: "Store(replica)", requiredBy: ["Uploader"]),
            ])
        observation.cancel()
    }

    @Test func `the graph has the needs before anything is created`() {
        registerStores()
        env.register(Uploader.self)
        let needs = env.graph.edges.filter { $0.from == "Uploader" }.map(\.to)
        #expect(Set(needs) == ["Store", "Store(replica)"])
    }

    @Test func `it is created in the environment that resolves it`() throws {
        registerStores()
        env.register(Uploader.self)
        let derived = env.derived(name: "derived")
        derived.register((any Store).self) { Disk(name: "c") }
        #expect(try derived.resolve(Uploader.self).target == "cb")
    }

    @Test func `an asynchronous initialiser is awaited`() async throws {
        registerStores()
        env.registerAsync(Pool.self)
        #expect(try await env.resolveAsync(Pool.self).store.name == "a")
        env.registerAsync(Pool.self, as: Pool.self, name: "second", scope: .transient) { $0 }
        #expect(try await env.resolveAsync(Pool.self, name: "second").store.name == "a")
        let lonely = ServiceEnv(name: "lonely")
        lonely.registerAsync(Pool.self)
        #expect(throws: ServiceValidationError.self) { try lonely.validate() }
    }

    @MainActor
    @Test func `an initialiser of the main actor runs there`() throws {
        registerStores()
        env.registerMain(Screen.self)
        #expect(try env.resolveMain(Screen.self) === env.resolveMain(Screen.self))
        env.registerMain(Screen.self, scope: .transient)
        #expect(try env.resolveMain(Screen.self) !== env.resolveMain(Screen.self))
        env.registerMain(Screen.self, name: "second")
        #expect(try env.resolveMain(Screen.self, name: "second").store.name == "a")
        let lonely = ServiceEnv(name: "lonely")
        lonely.registerMain(Screen.self)
        #expect(throws: ServiceValidationError.self) { try lonely.validate() }
    }

    @Test func `passed arguments come with the resolution`() throws {
        registerStores()
        env.register(Report.self)
        #expect(try env.resolve(Report.self, arguments: 2026, "Ada").text == "a 2026 Ada")
        env.register(Report.self, name: "named")
        #expect(try env.resolve(Report.self, name: "named", arguments: 1, "Bo").text == "a 1 Bo")
    }

    @Test func `the needs of a factory with arguments are declared by hand`() {
        env.register(
            Report.self, declaring: [ServiceNeed((any Store).self)],
            arguments: { (year: Int) in
                Report(store: Disk(name: "own"), year: year, author: "")
            })
        #expect(env.problems() == [.missing(service: "Store", requiredBy: ["Report(Int)"])])
        #expect((try? env.resolve(Report.self, arguments: 7))?.text == "own 7 ")
    }

    @Test func `a factory that resolves what it needs declares it, and is not run to find out`() throws {
        let made = Recorder<String>()
        env.register(Disk.self, name: "kept", declaring: [ServiceNeed((any Store).self, name: "replica")]) { [env] in
            let name = try env.resolve((any Store).self, name: "replica").name
            made.record(name)
            return Disk(name: name)
        }
        #expect(env.problems() == [.missing(service: "Store(replica)", requiredBy: ["Disk(kept)"])])
        registerStores()
        try env.validate()
        #expect(env.graph.edges.contains { $0.from == "Disk(kept)" && $0.to == "Store(replica)" } && made.all.isEmpty)
        #expect(try env.resolve(Disk.self, name: "kept").name == "b" && made.all == ["b"])
    }

    @Test func `a type with a default is registered with it, unless it is named as the implementation`() throws {
        env.register(Both.self)
        #expect(try env.resolve(Both.self).origin == "default")
        env.register(Both.self, scope: .transient)
        #expect(try env.resolve(Both.self).origin == "default")
        env.register(Both.self, as: Both.self) { $0 }
        #expect(try env.resolve(Both.self).origin == "initialiser")
    }

    @Test func `a need is described as in messages`() {
        #expect("\(ServiceNeed(Int.self))" == "Int")
        #expect("\(ServiceNeed(Int.self, name: "port"))" == "Int(port)")
    }
}
