import Service
import Testing

private final class Log: Sendable {}

private final class Repository: Sendable {
    let log: Log
    let number: Int
    init(_ log: Log, _ number: Int) {
        self.log = log
        self.number = number
    }
}

private struct Text: Sendable {
    let value: String
}

@MainActor
private final class Screen {
    let title: String
    init(_ title: String) { self.title = title }
}

private protocol Plugin: Sendable {
    var name: String { get }
}

private struct Named: Plugin {
    let name: String
}

@Suite struct RegistrationFormsTests {
    let env = ServiceEnv(name: "test")

    @Test func `declared needs arrive in their order`() throws {
        env.register(Log.self) { Log() }
        env.register(Int.self) { 7 }
        env.register(Repository.self, needs: Log.self, Int.self) { log, number in Repository(log, number) }
        let repository = try env.resolve(Repository.self)
        #expect(repository.number == 7)
        #expect(try repository.log === env.resolve(Log.self))
        env.register(Text.self, needs: Int.self) { Text(value: "\($0)") }
        #expect(try env.resolve(Text.self).value == "7")
    }

    @Test @MainActor func `declared needs arrive on the main actor`() throws {
        env.register(Text.self) { Text(value: "hello") }
        env.registerMain(Screen.self, needs: Text.self) { Screen($0.value) }
        #expect(try env.resolveMain(Screen.self).title == "hello")
    }

    @Test func `arguments choose the factory by their types`() throws {
        env.register(Text.self) { Text(value: "none") }
        env.register(Text.self, arguments: { (number: Int) in Text(value: "int \(number)") })
        env.register(Text.self, arguments: { (number: Int, word: String) in Text(value: "\(number) \(word)") })
        #expect(try env.resolve(Text.self).value == "none")
        #expect(try env.resolve(Text.self, arguments: 3).value == "int 3")
        #expect(try env.resolve(Text.self, arguments: 3, "x").value == "3 x")
    }

    @Test func `a wrong argument is an error that names what was registered`() {
        env.register(Text.self, arguments: { (number: Int, word: String) in Text(value: "\(number) \(word)") })
        do {
            try env.resolve(Text.self, arguments: "3")
            Issue.record("resolved with a wrong argument")
        } catch {
            guard case .factoryFailed("Text", let underlying as ArgumentMismatchError) = error else {
                Issue.record("unexpected \(error)")
                return
            }
            #expect(underlying.given == "(String)")
            #expect(underlying.registered == ["(Int, String)"])
        }
    }

    @Test func `a service may resolve itself with other arguments`() throws {
        let env = env
        env.register(
            Text.self,
            arguments: { (number: Int) in
                number == 0
                    ? Text(value: "") : Text(value: try env.resolve(Text.self, arguments: number - 1).value + "*")
            })
        #expect(try env.resolve(Text.self, arguments: 5).value == "*****")
        #expect {
            try env.resolve(Text.self, arguments: 500)
        } throws: { error in
            guard case .maxDepthExceeded(100, _)? = error as? ServiceError else { return false }
            return true
        }
    }

    @Test @MainActor func `arguments work on the main actor`() throws {
        env.registerMain(Screen.self, arguments: { (title: String) in Screen(title) })
        #expect(try env.resolveMain(Screen.self, arguments: "home").title == "home")
    }

    @Test func `contributions come in order, a parent's first`() throws {
        env.contribute((any Plugin).self) { Named(name: "a") }
        let child = ServiceEnv(name: "child", parent: env)
        child.contribute((any Plugin).self) { Named(name: "c") }
        env.contribute((any Plugin).self) { Named(name: "b") }
        #expect(try child.resolveAll((any Plugin).self).map(\.name) == ["a", "b", "c"])
        #expect(try env.resolveAll((any Plugin).self).map(\.name) == ["a", "b"])
        let derived = child.derived(name: "derived")
        derived.contribute((any Plugin).self) { Named(name: "d") }
        #expect(try derived.resolveAll((any Plugin).self).map(\.name) == ["a", "b", "c", "d"])
        #expect(try env.resolveAll(Text.self).isEmpty)
    }

    @Test func `contributions are kept by their scope`() throws {
        env.contribute(Log.self) { Log() }
        env.contribute(Log.self, scope: .transient) { Log() }
        let (first, second) = (try env.resolveAll(Log.self), try env.resolveAll(Log.self))
        #expect(first[0] === second[0])
        #expect(first[1] !== second[1])
    }

    @Test func `decorators wrap in order and drop the kept instance`() throws {
        env.register(Text.self) { Text(value: "x") }
        #expect(try env.resolve(Text.self).value == "x")
        env.decorate(Text.self) { Text(value: "(\($0.value))") }
        env.decorate(Text.self) { Text(value: "[\($0.value)]") }
        #expect(try env.resolve(Text.self).value == "[(x)]")
        env.register(Text.self) { Text(value: "y") }
        #expect(try env.resolve(Text.self).value == "[(y)]")
    }

    @Test func `a failing decorator fails the service`() throws {
        struct Refused: Error {}
        env.register(Log.self) { Log() }
        env.decorate(Log.self) { _ in throw Refused() }
        #expect(throws: ServiceError.self) { try env.resolve(Log.self) }
    }

    @Test func `a decorator of a child leaves the parent's instance alone`() throws {
        env.register(Text.self) { Text(value: "x") }
        let child = ServiceEnv(name: "child", parent: env)
        child.decorate(Text.self) { Text(value: "(\($0.value))") }
        #expect(try child.resolve(Text.self).value == "(x)")
        #expect(try env.resolve(Text.self).value == "x")
        env.register(Text.self) { Text(value: "y") }
        #expect(try child.resolve(Text.self).value == "(y)")
    }

    @Test func `a parent's decorator leaves alone what a child registers, also in what is derived from the child`()
        throws
    {
        env.decorate(Text.self) { Text(value: "(\($0.value))") }
        let child = ServiceEnv(name: "child", parent: env)
        let empty = ServiceEnv(name: "empty", parent: env)
        child.register(Text.self) { Text(value: "x") }
        child.decorate(Text.self) { Text(value: "[\($0.value)]") }
        #expect(try child.resolve(Text.self).value == "[x]")
        let derived = child.derived(name: "derived")
        #expect(try derived.resolve(Text.self).value == "[x]")
        derived.register(Text.self) { Text(value: "y") }
        #expect(try derived.resolve(Text.self).value == "[y]")
        // What counted when the environment was derived is its own from then on.
        let other = empty.derived(name: "other")
        other.register(Text.self) { Text(value: "z") }
        #expect(try other.resolve(Text.self).value == "(z)")
    }

    @Test @MainActor func `a decorator of the main actor makes the service its own`() throws {
        env.register(Text.self) { Text(value: "x") }
        env.decorateMain(Text.self) { Text(value: "(\($0.value))") }
        #expect(try env.resolveMain(Text.self).value == "(x)")
        #expect(throws: ServiceError.self) { try env.resolve(Text.self) }
    }

    @Test func `names tell services of one type apart`() throws {
        env.register(Text.self) { Text(value: "plain") }
        env.register(Text.self, name: "replica") { Text(value: "replica") }
        #expect(try env.resolve(Text.self).value == "plain")
        #expect(try env.resolve(Text.self, name: "replica").value == "replica")
        #expect {
            try env.resolve(Text.self, name: "backup")
        } throws: { error in
            "\(error)" == "Service 'Text(backup)' is not registered in ServiceEnv"
        }
    }
}
