import Service
import Testing

/// Guarantee 8: an optional wrapper is nil while there is nothing, looks again, and never hides a failure.
@Suite struct OptionalServiceTests {
    private struct Owner {
        @Service var service: Instance?
        @Service(Instance.self) var explicit: Instance?
        @Provider var provided: Instance?
        @Provider(Instance.self) var explicitlyProvided: Instance?

        var all: [Instance?] { [service, explicit, provided, explicitlyProvided] }
    }

    private let env = ServiceEnv(name: "optional")
    private var owner: Owner { ServiceEnv.$current.withValue(env) { Owner() } }

    @Test func `it is nil while nothing is registered, and looks again at the next access`() throws {
        let owner = owner
        #expect(owner.all.allSatisfy { $0 == nil })
        env.register(Instance.self) { Instance() }
        let instance = try env.resolve(Instance.self)
        #expect(owner.all.allSatisfy { $0 === instance })
    }

    @Test func `asking the injection for what is not registered is nil, no error`() throws {
        let owner = owner
        #expect(try owner.$service.resolve() == nil)
        #expect(try owner.$explicit.resolve() == nil)
        #expect(try owner.$provided.resolve() == nil)
        #expect(try owner.$explicitlyProvided.resolve() == nil)
    }

    @Test func `a failure is nil, reported to the environment's observers, and thrown by the injection`() {
        let owner = owner
        let failures = Recorder<(service: String, error: (any Error)?)>()
        let observation = env.observe { event in
            if case .failed(let error) = event.outcome { failures.record((event.service, error.failure?.error)) }
        }
        env.register(Instance.self) { throw Refused(number: 1) }
        let accesses: [() -> Instance?] = [{ owner.service }, { owner.explicit }, { owner.provided }]
        for (count, access) in accesses.enumerated() {
            #expect(access() == nil)
            #expect(failures.count == count + 1)
        }
        #expect(failures.all.allSatisfy { $0.service == "Instance" && $0.error as? Refused == Refused(number: 1) })
        #expect(owner.$service.outcome().error?.failure?.error as? Refused == Refused(number: 1))
        #expect(owner.$explicit.outcome().error?.failure?.error as? Refused == Refused(number: 1))
        #expect(owner.$provided.outcome().error?.failure?.error as? Refused == Refused(number: 1))
        observation.cancel()
    }

    @Test func `it recovers when the factory does`() {
        let owner = owner
        let isBroken = Cell(true)
        env.register(Instance.self) {
            if isBroken.value { throw Refused() }
            return Instance()
        }
        #expect(owner.all.allSatisfy { $0 == nil })
        isBroken.value = false
        #expect(owner.all.allSatisfy { $0 != nil })
    }

    @Test func `it recovers after a working registration`() {
        let owner = owner
        env.register(Instance.self) { throw Refused() }
        #expect(owner.all.allSatisfy { $0 == nil })
        env.register(Instance.self) { Instance() }
        #expect(owner.all.allSatisfy { $0 != nil })
    }

    private final class Missing: Sendable {}

    @Test func `a registered service whose dependency is missing is a failure`() {
        let owner = owner
        let reported = Recorder<String?>()
        let observation = env.observe { event in
            if case .failed(let error) = event.outcome { reported.record(error.missing) }
        }
        env.register(Instance.self) { [env] in
            try env.resolve(Missing.self)
            return Instance()
        }
        #expect(owner.service == nil)
        #expect(reported.all.contains("Missing"))
        #expect(owner.$service.outcome().error?.missing == "Missing")
        observation.cancel()
    }

    @Test func `a service that only the main actor may make is not registered for others`() async throws {
        let owner = owner
        await MainActor.run { env.registerMain(Instance.self) { Instance() } }
        #expect(owner.all.allSatisfy { $0 == nil })
        #expect(try owner.$service.resolve() == nil)
    }

    @Test func `once there it is kept by the wrapper, and the provider looks each time`() {
        let owner = owner
        env.register(Instance.self) { Instance() }
        let (kept, provided) = (owner.service, owner.provided)
        env.resetAll()
        #expect(owner.service === kept && kept != nil)
        #expect(provided != nil && owner.provided == nil)
    }

    @Test func `an optional that is registered as such is found by its required wrapper`() throws {
        struct Wanting {
            @Service(Int?.self) var number: Int?
        }
        env.register(Int?.self) { 5 }
        let wanting = ServiceEnv.$current.withValue(env) { Wanting() }
        #expect(wanting.number == 5)
    }

    // MARK: The main actor

    @MainActor private final class Model {}

    @MainActor private final class MainOwner {
        @MainService var service: Model?
        @MainService(Model.self) var explicit: Model?
        @MainProvider var provided: Model?
        @MainProvider(Model.self) var explicitlyProvided: Model?

        var all: [Model?] { [service, explicit, provided, explicitlyProvided] }
    }

    @Test @MainActor func `on the main actor it is nil, then there`() throws {
        let owner = ServiceEnv.$current.withValue(env) { MainOwner() }
        #expect(owner.all.allSatisfy { $0 == nil })
        #expect(try owner.$service.resolve() == nil)
        env.registerMain(Model.self) { Model() }
        let model = try env.resolveMain(Model.self)
        #expect(owner.all.allSatisfy { $0 === model })
    }

    @Test @MainActor func `on the main actor a failure is reported and thrown, and mended`() {
        let owner = ServiceEnv.$current.withValue(env) { MainOwner() }
        let reported = Recorder<String?>()
        let observation = env.observe { event in
            if case .failed(let error) = event.outcome { reported.record(error.failure?.service) }
        }
        env.registerMain(Model.self) { throw Refused() }
        #expect(owner.all.allSatisfy { $0 == nil })
        #expect(reported.all == ["Model", "Model", "Model", "Model"])
        #expect(owner.$service.failure()?.failure?.error is Refused)
        #expect(owner.$provided.failure()?.failure?.error is Refused)
        env.registerMain(Model.self) { Model() }
        #expect(owner.all.allSatisfy { $0 != nil })
        observation.cancel()
    }

    @Test func `off the main actor, a service with a decorator of the main actor is as good as not registered`()
        async throws
    {
        env.register(Instance.self) { Instance() }
        await MainActor.run { env.decorateMain(Instance.self) { $0 } }
        let owner = owner
        #expect(try await Task.detached { try owner.$service.resolve() }.value == nil)
        try await Task.detached { [env] in try env.validate() }.value
    }

    // MARK: Failures of another caller's creation, and after the shutdown

    private func record(_ failures: Recorder<String>, in env: ServiceEnv) -> ServiceObservation {
        env.observe { event in
            if case .failed(let error) = event.outcome {
                failures.record("\(event.path) \(error.failure.map { "\(type(of: $0.error))" } ?? "")")
            }
        }
    }

    @Test func `after the shutdown it is nil, and reported`() async throws {
        env.register(Instance.self) { Instance() }
        let owner = owner
        let failures = Recorder<String>()
        let observation = record(failures, in: env)
        try await env.shutdown()
        #expect(owner.all.allSatisfy { $0 == nil })
        #expect(failures.all == Array(repeating: #"["Instance"] EnvironmentShutDownError"#, count: 4))
        observation.cancel()
    }

    @Test func `so is that of a parent, to the observers of both`() async throws {
        let child = ServiceEnv(name: "child", parent: env)
        env.register(Instance.self) { Instance() }
        let owner = ServiceEnv.$current.withValue(child) { Owner() }
        let (inParent, inChild) = (Recorder<String>(), Recorder<String>())
        let observation = record(inParent, in: env)
        let other = record(inChild, in: child)
        try await env.shutdown()
        #expect(owner.service == nil)
        #expect(inParent.all == [#"["Instance"] EnvironmentShutDownError"#])
        #expect(inChild.all == inParent.all)
        observation.cancel()
        other.cancel()
    }

    @Test(.timeLimit(.minutes(5)), arguments: [false, true])
    func `a failure that several children wait for is reported once to each`(isAsync: Bool) async throws {
        let (begun, finish) = (Gate(), Gate())
        if isAsync {
            env.registerAsync(Instance.self) {
                begun.open()
                await finish.opened()
                throw Refused()
            }
        } else {
            env.register(Instance.self) {
                begun.open()
                finish.wait()
                throw Refused()
            }
        }
        let children = (0..<2).map { ServiceEnv(name: "child \($0)", parent: env) }
        let seen = (0..<3).map { _ in Recorder<String>() }
        let first = record(seen[0], in: children[0])
        let second = record(seen[1], in: children[1])
        let third = record(seen[2], in: env)
        let resolve: @Sendable (ServiceEnv) async -> Bool = { env in
            if isAsync { return (try? await env.resolveAsync(Instance.self)) == nil }
            return await onThread { env.outcome(Instance.self).value == nil }
        }
        async let creator = resolve(children[0])
        await begun.opened()
        // The others join: two of each child, and two of the parent.
        let environments = [children[0], children[0], children[1], children[1], env, env]
        var joined: [Bool] = []
        if isAsync {
            guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return finish.open() }
            // Each runs at once until it waits.
            let tasks = environments.map { env in Task.immediate { await resolve(env) } }
            finish.open()
            for task in tasks { joined.append(await task.value) }
        } else {
            let threads = Threads(6) { environments[$0].outcome(Instance.self).value == nil }
            await onThread { for number in 0..<6 { threads.awaitBlocked(number) } }
            finish.open()
            joined = try await threads.results()
        }
        #expect(await creator)
        #expect(joined == Array(repeating: true, count: 6))
        for recorder in seen { #expect(recorder.all == [#"["Instance"] Refused"#]) }
        first.cancel()
        second.cancel()
        third.cancel()
    }
}
