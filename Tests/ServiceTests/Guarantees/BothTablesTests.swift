import Foundation
import Service
import Testing

/// Guarantee 9: a type may be registered for everybody or for the main actor; the last one counts.
@Suite @MainActor struct BothTablesTests {
    private final class Made: Sendable {
        let by: String
        init(_ by: String) { self.by = by }
    }

    private let env = ServiceEnv(name: "both")

    @Test func `the main actor finds what is registered for everybody`() throws {
        env.register(Made.self) { Made("register") }
        #expect(try env.resolveMain(Made.self) === env.resolve(Made.self))
    }

    @Test func `nobody else finds what is registered for the main actor`() throws {
        env.registerMain(Made.self) { Made("registerMain") }
        _ = try env.resolveMain(Made.self)
        // Not even from the main actor, and not when it is made already.
        #expect(env.failure(Made.self)?.missing == "Made")
    }

    @Test func `a main-actor registration replaces the one for everybody, and its instance`() throws {
        env.register(Made.self) { Made("register") }
        _ = try env.resolve(Made.self)
        env.registerMain(Made.self) { Made("registerMain") }
        let made = try env.resolveMain(Made.self)
        #expect(made.by == "registerMain")
        #expect(env.failure(Made.self)?.missing == "Made")
    }

    @Test func `a registration for everybody replaces the main actor's, and its instance`() throws {
        env.registerMain(Made.self) { Made("registerMain") }
        _ = try env.resolveMain(Made.self)
        env.register(Made.self) { Made("register") }
        let made = try env.resolve(Made.self)
        #expect(made.by == "register")
        #expect(try env.resolveMain(Made.self) === made)
    }

    @Test func `instances are replaced across the tables as well`() throws {
        env.registerMain(Made("main instance"))
        env.register(Made("instance"))
        let made = try env.resolveMain(Made.self)
        #expect(made.by == "instance")
        env.registerMain(Made("main instance"))
        let again = try env.resolveMain(Made.self)
        #expect(again.by == "main instance")
        #expect(env.failure(Made.self)?.missing == "Made")
    }

    // MARK: Dependencies between the two

    private final class ViewModel {
        let api: Made
        init(_ api: Made) { self.api = api }
    }

    @Test func `a main-actor service uses one for everybody, by either way`() throws {
        env.register(Made.self) { Made("api") }
        env.registerMain(ViewModel.self) { ViewModel(try ServiceEnv.current.resolve(Made.self)) }
        let first = try env.resolveMain(ViewModel.self)
        #expect(try first.api === env.resolve(Made.self))
        env.registerMain(ViewModel.self) { ViewModel(try ServiceEnv.current.resolveMain(Made.self)) }
        let second = try env.resolveMain(ViewModel.self)
        #expect(second !== first && second.api === first.api)
    }

    @Test func `a service for everybody that needs the main actor's cannot have it`() {
        env.registerMain(ViewModel.self) { ViewModel(Made("")) }
        env.registerMain(String.self) { "main" }
        env.register(Made.self) { [env] in Made(try env.resolve(String.self)) }
        #expect(env.failure(Made.self)?.missing == "String")
    }

    @Test func `a cycle between the two is found`() {
        env.register(Made.self) { [env] in
            try MainActor.assumeIsolated { _ = try env.resolveMain(ViewModel.self) }
            return Made("api")
        }
        env.registerMain(ViewModel.self) { [env] in ViewModel(try env.resolve(Made.self)) }
        #expect(env.failureMain(ViewModel.self)?.circle == ["ViewModel", "Made", "ViewModel"])
        #expect(env.failure(Made.self)?.circle == ["Made", "ViewModel", "Made"])
    }

    @Test func `a main-actor service waits for a dependency that another thread is making`() async throws {
        let (begun, asked) = (Gate(), Gate())
        env.register(Made.self) {
            begun.open()
            asked.wait()
            return Made("thread")
        }
        env.registerMain(ViewModel.self) { [env] in
            asked.open()
            return ViewModel(try env.resolve(Made.self))
        }
        let maker = Threads(1) { [env] _ in env.outcome(Made.self) }
        await begun.opened()
        let viewModel = try env.resolveMain(ViewModel.self)
        let made = try #require(try await maker.results()[0].value)
        #expect(viewModel.api === made)
    }

    @Test func `a thread does not wait for a main-actor service that is being made`() async throws {
        let isResolved = Gate()
        env.register(Made.self) { Made("api") }
        env.registerMain(ViewModel.self) { [env] in
            let api = try env.resolve(Made.self)
            // The main actor is busy making this; another thread goes on.
            Thread.detachNewThread {
                #expect(env.outcome(Made.self).value === api)
                isResolved.open()
            }
            isResolved.wait()
            return ViewModel(api)
        }
        _ = try env.resolveMain(ViewModel.self)
        #expect(isResolved.isOpen)
    }

    @Test func `many threads and the main actor resolve services of both kinds at once`() async throws {
        env.register(Made.self) { Made("api") }
        env.registerMain(ViewModel.self, scope: .transient) { [env] in ViewModel(try env.resolve(Made.self)) }
        for _ in 0..<20 {
            let start = Gate()
            let threads = Threads(4) { [env] _ in
                start.wait()
                return env.outcome(Made.self)
            }
            start.open()
            let viewModel = try env.resolveMain(ViewModel.self)
            let made = try await threads.results()
            #expect(made.allSatisfy { $0.value === viewModel.api })
            env.resetCaches()
        }
    }
}
