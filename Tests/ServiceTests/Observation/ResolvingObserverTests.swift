@_spi(Lock) import Service
import Testing

/// An observer may resolve services, also the one that it is told about.
@Suite(.timeLimit(.minutes(5))) @MainActor struct ResolvingObserverTests {
    private final class Part: Instance, @unchecked Sendable {}
    private final class Whole: Sendable {}

    private let env = ServiceEnv(name: "observed")
    private let events = Cell<[String]>([])
    private let runs = Cell(0)

    nonisolated static let scopes: [ServiceScope] = [
        .singleton, .transient, .graph, .custom("session"), .weak, .timed(.seconds(60)),
    ]

    /// Registers a part whose factory fails the first times.
    private func register(_ kind: ServiceKind, scope: ServiceScope, failures: Int = 1) {
        kind.register(Part.self, scope: scope, in: env) { [runs] in
            let number = runs.increment()
            if number <= failures { throw Refused(number: number) }
            return Part()
        }
    }

    /// Notes each event, and resolves the service again where it failed.
    private func observe(_ again: @escaping @Sendable () -> Void) -> ServiceObservation {
        let events = events
        return env.observe { event in
            if case .failed = event.outcome {
                events.value += ["\(event.service) failed"]
                again()
            } else {
                events.value += ["\(event.service) created"]
            }
        }
    }

    @Test(arguments: scopes) func `the failed service is resolved again within the event`(scope: ServiceScope) throws {
        register(.anyThread, scope: scope)
        let again = Cell<Part?>(nil)
        let observation = observe { [env] in again.value = env.outcome(Part.self).value }
        #expect(env.failure(Part.self)?.failure?.error as? Refused == Refused(number: 1))
        #expect(again.value != nil)
        #expect(events.value == ["Part failed", "Part created"])
        #expect(runs.value == 2)
        if scope != .transient, scope != .graph { #expect(try env.resolve(Part.self) === again.value) }
        observation.cancel()
    }

    @Test(arguments: scopes) func `so is one of the main actor`(scope: ServiceScope) throws {
        register(.mainActor, scope: scope)
        let again = Cell<Part?>(nil)
        let observation = observe { [env] in
            MainActor.assumeIsolated { again.value = try? env.resolveMain(Part.self) }
        }
        #expect(env.failureMain(Part.self)?.failure?.error as? Refused == Refused(number: 1))
        #expect(again.value != nil)
        #expect(events.value == ["Part failed", "Part created"])
        observation.cancel()
    }

    @Test(arguments: scopes) func `a task of the event resolves an asynchronous service again`(
        scope: ServiceScope
    ) async throws {
        register(.asynchronous, scope: scope)
        let again = Cell<Task<Part, any Error>?>(nil)
        let observation = observe { [env] in again.value = Task { try await env.resolveAsync(Part.self) } }
        #expect(await ServiceKind.asynchronous.failure(Part.self, in: env)?.failure?.error is Refused)
        let part = try await #require(again.value).value
        if scope != .transient, scope != .graph { #expect(try await env.resolveAsync(Part.self) === part) }
        #expect(events.value.prefix(2) == ["Part failed", "Part created"])
        observation.cancel()
    }

    @Test(arguments: scopes) func `resolving an asynchronous service synchronously within the event ends`(
        scope: ServiceScope
    ) async throws {
        register(.asynchronous, scope: scope)
        let again = Cell<ServiceError?>(nil)
        let observation = observe { [env] in again.value = env.failure(Part.self) }
        #expect(await ServiceKind.asynchronous.failure(Part.self, in: env)?.failure?.error is Refused)
        #expect(again.value?.failure?.error is AsyncServiceNotReadyError)
        #expect(events.value == ["Part failed"])
        observation.cancel()
    }

    @Test(arguments: scopes) func `a service that fails always does not call its observer without end`(
        scope: ServiceScope
    ) throws {
        register(.anyThread, scope: scope, failures: .max)
        let passive = Cell(0)
        let listening = env.observe { _ in passive.increment() }
        let observation = observe { [env] in _ = env.failure(Part.self) }
        #expect(env.failure(Part.self) != nil)
        #expect(events.value == ["Part failed"])
        #expect(runs.value == 2)
        #expect(passive.value == 2, "others hear of both failures")
        #expect(env.failure(Part.self) != nil)
        #expect(events.value.count == 2, "the next failure is reported again")
        observation.cancel()
        listening.cancel()
    }

    @Test(arguments: [ServiceScope.transient, .graph])
    func `a service that is created each time does not call its observer without end`(scope: ServiceScope) throws {
        env.register(Part.self, scope: scope) { [runs] in
            let number = runs.increment()
            if number > 20 { throw Refused(number: number) }
            return Part()
        }
        env.register(Whole.self) { Whole() }
        let passive = Cell(0)
        let listening = env.observe { _ in passive.increment() }
        let observation = env.observe { [env, events] event in
            events.value += [event.service]
            _ = env.outcome(Part.self)
        }
        try env.resolve(Part.self)
        #expect(events.value == ["Part"])
        #expect(passive.value == 2, "others hear of both creations")
        try env.resolve(Whole.self)
        #expect(events.value == ["Part", "Whole", "Part"], "the next creation is reported again")
        observation.cancel()
        listening.cancel()
    }

    @Test func `a dependency is resolved again while its dependant is being created`() throws {
        register(.anyThread, scope: .singleton)
        env.register(Whole.self) { [env] in
            try env.resolve(Part.self)
            return Whole()
        }
        let observation = observe { [env] in _ = env.outcome(Part.self) }
        #expect(env.failure(Whole.self)?.failure?.service == "Part")
        #expect(events.value.prefix(3) == ["Part failed", "Part created", "Whole failed"])
        #expect(env.has(Whole.self))
        #expect(runs.value == 2)
        observation.cancel()
    }

    @Test func `an observer that resolves the dependant gets a cycle, and ends`() throws {
        register(.anyThread, scope: .singleton)
        env.register(Whole.self) { [env] in
            try env.resolve(Part.self)
            return Whole()
        }
        let circles = Cell<[[String]?]>([])
        let observation = observe { [env] in circles.value += [env.failure(Whole.self)?.circle] }
        #expect(env.failure(Whole.self)?.failure?.service == "Part")
        #expect(circles.value.contains(["Whole", "Whole"]))
        #expect(env.has(Whole.self))
        observation.cancel()
    }

    @Test func `threads that wait for a creation get its failure, not what the observer resolves`() async throws {
        let (begun, finish) = (Gate(), Gate())
        env.register(Part.self) { [runs] in
            guard runs.increment() == 1 else { return Part() }
            begun.open()
            finish.wait()
            throw Refused()
        }
        let observation = observe { [env] in _ = env.outcome(Part.self) }
        let creator = Threads(1) { [env] _ in env.failure(Part.self) }
        await begun.opened()
        let others = Threads(3) { [env] _ in env.failure(Part.self) }
        await onThread { for number in 0..<3 { others.awaitBlocked(number) } }
        finish.open()
        let failures = try await creator.results() + others.results()
        #expect(failures.allSatisfy { $0?.failure?.error is Refused })
        #expect(events.value == ["Part failed", "Part created"])
        observation.cancel()
    }

    @Test func `an observer that waits for another thread's resolution does not deadlock`() async throws {
        register(.anyThread, scope: .singleton)
        let observation = observe { [env] in
            let resolved = Gate()
            let other = Threads(1) { _ in
                defer { resolved.open() }
                return env.has(Part.self)
            }
            resolved.wait()
            withExtendedLifetime(other) {}
        }
        let failures = try await onThreads(1) { [env] _ in env.failure(Part.self) }
        #expect(failures[0]?.failure?.error is Refused)
        #expect(runs.value == 2)
        observation.cancel()
    }

    @Test func `an observer hears of a contribution that it resolves while it hears of another one`() throws {
        for _ in 0..<2 { env.contribute(Part.self) { Part() } }
        let observation = env.observe { [env, events] event in
            events.value.append(event.service)
            _ = try? env.resolveAll(Part.self)
        }
        #expect(try env.resolveAll(Part.self).count == 2)
        #expect(events.value == ["Part[contribution]", "Part[contribution]"])
        observation.cancel()
    }
}
