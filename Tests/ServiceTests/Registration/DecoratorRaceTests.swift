@_spi(Lock) import Service
import Testing

/// A service may be decorated while another thread creates it.
@Suite(.timeLimit(.minutes(5))) struct DecoratorRaceTests {
    private final class Text: Sendable {
        let value: String
        init(_ value: String) { self.value = value }
    }

    private let env = ServiceEnv(name: "decorated")

    nonisolated static let scopes: [ServiceScope] = [
        .singleton, .transient, .graph, .custom("session"), .weak, .timed(.seconds(60)),
    ]

    /// What a thread gets that was creating the service while another one decorated it.
    private static func created(
        _ scope: ServiceScope, in env: ServiceEnv, whileDecorating decorate: @MainActor @Sendable (ServiceEnv) -> Void
    ) async throws -> Text? {
        let (begun, finish) = (Gate(), Gate())
        let runs = Cell(0)
        env.register(Text.self, scope: scope) {
            guard runs.increment() == 1 else { return Text("later") }
            begun.open()
            finish.wait()
            return Text("first")
        }
        let creator = Threads(1) { _ in env.outcome(Text.self).value }
        await begun.opened()
        await decorate(env)
        finish.open()
        return try await creator.results()[0]
    }

    #if os(macOS) || os(Linux) || os(Windows)  // the systems that have exit tests
    @Test func `a creation that began before a decorator of the main actor does not run it`() async throws {
        await #expect(processExitsWith: .success) {
            for scope in Self.scopes {
                let env = ServiceEnv(name: "decorated")
                let first = try await Self.created(scope, in: env) { env in
                    env.decorateMain(Text.self) { Text("decorated \($0.value)") }
                }
                #expect(first?.value == "first", "it belongs to any thread")
                #expect(env.failure(Text.self)?.missing == "Text")
                let later = try await MainActor.run { try env.resolveMain(Text.self) }
                #expect(later.value == "decorated later")
            }
        }
    }
    #endif

    @Test(arguments: scopes) func `nothing that was created without a decorator stays cached`(
        scope: ServiceScope
    ) async throws {
        let first = try await Self.created(scope, in: env) { env in
            env.decorate(Text.self) { Text("decorated \($0.value)") }
        }
        #expect(first?.value == "first")
        #expect(try env.resolve(Text.self).value == "decorated later")
    }

    /// A clock that calls a function when it is read.
    private final class CallingClock: Clock, Sendable {
        let minimumResolution = Duration.zero
        let onRead = Cell<(@Sendable () -> Void)?>(nil)
        let elapsed = Cell(Duration.zero)

        var now: ContinuousClock.Instant {
            onRead.value?()
            return start + elapsed.value
        }
        private let start = ContinuousClock.now

        func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {}
    }

    @Test func `a decorator that is added after the registration was looked up is applied to what is cached`() throws {
        let clock = CallingClock()
        let env = ServiceEnv(name: "clocked", clock: clock)
        env.register(Text.self, scope: .timed(.seconds(1))) { Text("plain") }
        #expect(try env.resolve(Text.self).value == "plain")
        clock.elapsed.value = .seconds(2)
        clock.onRead.value = {
            clock.onRead.value = nil
            env.decorate(Text.self) { Text("decorated \($0.value)") }
        }
        #expect(try env.resolve(Text.self).value == "decorated plain")
        #expect(try env.resolve(Text.self).value == "decorated plain")
    }

    @Test func `a service of a graph that is decorated meanwhile is created again, with the decorator`() throws {
        let env = env
        env.register(Text.self, scope: .graph) { Text("plain") }
        env.register([Text].self) {
            let before = try env.resolve(Text.self)
            env.decorate(Text.self) { Text("decorated \($0.value)") }
            return [before, try env.resolve(Text.self), try env.resolve(Text.self)]
        }
        let texts = try env.resolve([Text].self)
        #expect(texts.map(\.value) == ["plain", "decorated plain", "decorated plain"])
        #expect(texts[1] === texts[2])
    }
}
