import Service
import Testing

private enum First {
    struct Config: Sendable { let value: Int }
}
private enum Second {
    struct Config: Sendable { let value: Int }
}
private struct Box<Content>: Sendable {}
private protocol Port: Sendable {}
private struct Cable: Port {}

/// Guarantee 5: a service is its type and name, and texts show the shortest name that tells it apart.
@Suite struct IdentityTests {
    private let env = ServiceEnv(name: "identity")

    @Test func `types that print alike are different services`() throws {
        env.register(First.Config.self) { First.Config(value: 1) }
        env.register(Second.Config.self) { Second.Config(value: 2) }
        #expect(try env.resolve(First.Config.self).value == 1)
        #expect(try env.resolve(Second.Config.self).value == 2)
    }

    @Test func `a type that needs another that prints alike is no cycle`() throws {
        env.register(First.Config.self) {
            First.Config(value: try ServiceEnv.current.resolve(Second.Config.self).value + 1)
        }
        env.register(Second.Config.self) { Second.Config(value: 1) }
        #expect(try env.resolve(First.Config.self).value == 2)
    }

    @Test func `a type that nothing resembles is shown by its short name`() {
        #expect(env.failure(First.Config.self)?.missing == "Config")
        env.register(Second.Config.self) { throw Refused() }
        #expect(env.failure(Second.Config.self)?.failure?.service == "Config")
    }

    @Test func `types that print alike are shown by what tells them apart`() {
        env.register(First.Config.self) {
            First.Config(value: try ServiceEnv.current.resolve(Second.Config.self).value)
        }
        env.register(Second.Config.self) {
            Second.Config(value: try ServiceEnv.current.resolve(First.Config.self).value)
        }
        #expect(env.failure(First.Config.self)?.circle == ["First.Config", "Second.Config", "First.Config"])
        env.register(Second.Config.self) { throw Refused() }
        #expect(env.failure(Second.Config.self)?.failure?.service == "Second.Config")
    }

    @Test func `local types of the same name are different services`() throws {
        func local(_ value: Int) throws -> String {
            struct Local: Sendable {}
            env.register(Local.self) { Local() }
            _ = try env.resolve(Local.self)
            return String(reflecting: Local.self)
        }
        func another() -> ServiceError? {
            struct Local: Sendable {}
            return env.failure(Local.self)
        }
        _ = try local(1)
        #expect(another()?.missing != nil)
    }

    @Test func `generic types of other arguments are other services`() throws {
        env.register(Box<Int>.self) { Box() }
        _ = try env.resolve(Box<Int>.self)
        #expect(env.failure(Box<String>.self)?.missing == "Box<String>")
    }

    @Test func `a protocol and the type behind it are two services`() throws {
        env.register((any Port).self) { Cable() }
        #expect(try env.resolve((any Port).self) is Cable)
        #expect(env.failure(Cable.self)?.missing == "Cable")
        env.register(Cable())
        _ = try env.resolve(Cable.self)
    }

    @Test func `an optional and its payload are two services`() throws {
        env.register(Int?.self) { 1 }
        env.register(Int.self) { 2 }
        #expect(try env.resolve(Int?.self) == 1)
        #expect(try env.resolve(Int.self) == 2)
    }

    @Test func `a type alias is the same service`() throws {
        typealias Number = Int
        env.register(Number.self) { 3 }
        #expect(try env.resolve(Int.self) == 3)
    }

    // MARK: Names

    @Test func `names tell services of one type apart`() throws {
        env.register(String.self) { "plain" }
        env.register(String.self, name: "replica") { "replica" }
        env.register(String.self, name: ServiceName("archive"), scope: .transient) { "archive" }
        #expect(try env.resolve(String.self) == "plain")
        #expect(try env.resolve(String.self, name: "replica") == "replica")
        #expect(try env.resolve(String.self, name: "archive") == "archive")
    }

    @Test func `a named service is not found without its name, nor the other way round`() {
        env.register(String.self, name: "replica") { "replica" }
        env.register(Int.self) { 1 }
        #expect(env.failure(String.self)?.missing == "String")
        #expect(throws: ServiceError.self) { try env.resolve(Int.self, name: "replica") }
    }

    @Test func `an error names the name`() throws {
        let error = #expect(throws: ServiceError.self) { try env.resolve(String.self, name: "replica") }
        let text = try #require(error?.missing)
        #expect(text.contains("String"))
        #expect(text.contains("replica"))
    }

    @Test func `registering a name again drops that instance only`() throws {
        env.register(Instance.self) { Instance() }
        env.register(Instance.self, name: "a") { Instance() }
        env.register(Instance.self, name: "b") { Instance() }
        let (plain, a, b) = try (
            env.resolve(Instance.self), env.resolve(Instance.self, name: "a"), env.resolve(Instance.self, name: "b")
        )
        #expect(plain !== a && a !== b && plain !== b)
        env.register(Instance.self, name: "a") { Instance() }
        #expect(try env.resolve(Instance.self) === plain)
        #expect(try env.resolve(Instance.self, name: "b") === b)
        #expect(try env.resolve(Instance.self, name: "a") !== a)
    }

    @Test func `names are values`() {
        #expect(ServiceName("a") == "a")
        #expect(Set<ServiceName>(["a", "b", ServiceName("a")]).count == 2)
        #expect("\(ServiceName("replica"))" == "replica")
    }

    @Test @MainActor func `main-actor services have names, too`() throws {
        env.registerMain(Instance.self) { Instance() }
        env.registerMain(Instance.self, name: "detail") { Instance() }
        #expect(try env.resolveMain(Instance.self) !== env.resolveMain(Instance.self, name: "detail"))
        #expect(try env.resolveMain(Instance.self, name: "detail") === env.resolveMain(Instance.self, name: "detail"))
    }

    @Test func `a tuple is another argument than its parts`() throws {
        struct Row: Sendable, Equatable { let text: String }
        env.register(Row.self, arguments: { (a: Bool, b: Bool, text: String) in Row(text: "\(a) \(b) \(text)") })
        #expect(try env.resolve(Row.self, arguments: true, false, "x") == Row(text: "true false x"))
        let mismatch = #expect(throws: ServiceError.self) { try env.resolve(Row.self, arguments: (true, false, "x")) }
        let underlying = mismatch?.failure?.error as? ArgumentMismatchError
        #expect(underlying?.given == "((Bool, Bool, String))")
        #expect(underlying?.registered == ["(Bool, Bool, String)"])
        env.register(Row.self, arguments: { (pair: (Bool, String)) in Row(text: "\(pair.0) and \(pair.1)") })
        #expect(try env.resolve(Row.self, arguments: (true, "x")) == Row(text: "true and x"))
        #expect(throws: ServiceError.self) { try env.resolve(Row.self, arguments: true, "x") }
    }
}
