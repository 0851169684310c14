import Service
import Testing

/// An environment that decorates what its parents register, and follows what they register later.
@Suite struct DecoratingChildrenTests {
    /// Settings of one version, which resolve those of an environment when they go: at that moment, a newer version is being
    /// registered.
    private final class Settings: Sendable {
        let version: Int
        private let environment: ServiceEnv?

        init(_ version: Int, resolvingIn environment: ServiceEnv? = nil) {
            self.version = version
            self.environment = environment
        }

        deinit { _ = environment?.outcome(Settings.self) }
    }

    private let app = ServiceEnv(name: "app")

    /// Environments that wrap the app's settings, each below all of the given number of others.
    private func makeChildren(_ count: Int, below depth: Int, decoratingBetween: Bool) throws -> [ServiceEnv] {
        var parent = app
        for level in 0..<depth {
            parent = ServiceEnv(name: "parent \(level)", parent: parent)
            if decoratingBetween { parent.decorate(Settings.self) { Settings($0.version) } }
        }
        return try (0..<count).map { number in
            let child = ServiceEnv(name: "child \(number)", parent: parent)
            child.decorate(Settings.self) { inner in
                Settings(inner.version, resolvingIn: inner.version == 1 ? ServiceEnv.current : nil)
            }
            try child.resolve(Settings.self)
            return child
        }
    }

    @Test(arguments: [(1, true), (3, true), (1, false), (3, false)])
    func `what wraps an old registration is gone everywhere once a newer one is there`(
        depth: Int, decoratingBetween: Bool
    ) throws {
        app.register(Settings.self) { Settings(1) }
        let children = try makeChildren(64, below: depth, decoratingBetween: decoratingBetween)
        app.register(Settings.self) { Settings(2) }
        let versions = try children.map { try $0.resolve(Settings.self).version }
        #expect(versions == Array(repeating: 2, count: 64))
    }

    @Test func `what other threads resolve while a registration is replaced does not stay either`() async throws {
        app.register(Int.self) { 0 }
        let parent = ServiceEnv(name: "parent", parent: app)
        parent.decorate(Int.self) { $0 }
        let children = (0..<3).map { number in
            let child = ServiceEnv(name: "child \(number)", parent: parent)
            child.decorate(Int.self) { $0 }
            return child
        }
        let isOver = Cell(false)
        let stale = try await onThreads(4) { [app] number in
            guard number == 3 else {
                while !isOver.value { _ = children[number].outcome(Int.self) }
                return 0
            }
            defer { isOver.value = true }
            return (1...300).count { version in
                app.register(Int.self) { version }
                return children.contains { $0.outcome(Int.self).value != version }
            }
        }
        #expect(stale == [0, 0, 0, 0])
    }

    @Test func `a decorator of an environment in between is used by the environments below it at once`() throws {
        let parent = ServiceEnv(name: "parent", parent: app)
        let child = ServiceEnv(name: "child", parent: parent)
        app.register(String.self) { "app" }
        child.decorate(String.self) { "\($0), child" }
        #expect(try child.resolve(String.self) == "app, child")
        parent.decorate(String.self) { "\($0), parent" }
        #expect(try child.resolve(String.self) == "app, parent, child")
        app.register(String.self) { "new" }
        #expect(try child.resolve(String.self) == "new, parent, child")
    }

    @Test func `a reset of one scope leaves what children made of services of other scopes`() throws {
        let app = ServiceEnv(name: "app")
        app.register(Instance.self) { Instance() }
        let child = ServiceEnv(name: "child", parent: app)
        child.decorate(Instance.self) { _ in Instance() }
        let first = try child.resolve(Instance.self)
        app.resetScope(.custom("session"))
        #expect(try child.resolve(Instance.self) === first)
        app.resetScope(.singleton)
        #expect(try child.resolve(Instance.self) !== first)
    }
}
