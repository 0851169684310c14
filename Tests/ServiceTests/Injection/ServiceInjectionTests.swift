import Service
import Testing

@Suite(.timeLimit(.minutes(5))) struct ServiceInjectionTests {
    private protocol Port: Sendable { var number: Int { get } }
    private struct Plug: Port { let number: Int }

    private let env = ServiceEnv(name: "injection")
    private func inEnv<R>(_ body: () throws -> R) rethrows -> R {
        try ServiceEnv.$current.withValue(env, operation: body)
    }

    // MARK: In a Sendable class

    private final class Uploader: Sendable {
        let port = Service((any Port).self)
        let explicit: Service<any Port> = Service()
        let optional: Service<Instance?> = Service()
        let provided = Provider(Instance.self)
        let replica = Service(Instance.self, name: "replica")

        func number() -> Int { port().number }
    }

    @Test func `a Sendable class stores the injection and calls it`() async throws {
        let uploader = inEnv { Uploader() }
        env.register((any Port).self) { Plug(number: 7) }
        // The types say that what is injected by its type alone is not optional.
        let port: any Port = uploader.port()
        #expect(port.number == 7)
        #expect(uploader.number() == 7)
        #expect(uploader.explicit().number == 7)
        #expect(uploader.optional() == nil)
        #expect(await Task.detached { uploader.number() }.value == 7)
        env.register(Instance.self, scope: .transient) { Instance() }
        env.register(Instance.self, name: "replica") { Instance() }
        #expect(uploader.provided() !== uploader.provided())
        #expect(try uploader.replica() === env.resolve(Instance.self, name: "replica"))
    }

    @Test func `the throwing form says why`() {
        let uploader = inEnv { Uploader() }
        #expect(uploader.port.outcome().error?.missing == "Port")
        env.register((any Port).self) { throw Refused() }
        #expect(uploader.port.outcome().error?.failure?.error is Refused)
        env.register((any Port).self) { Plug(number: 1) }
        #expect(uploader.port.outcome().value?.number == 1)
    }

    // MARK: What is kept

    private struct Owner {
        @Service var service: Instance
        @Service var second: Instance
        @Provider var provided: Instance
        @Service(name: "replica") var replica: Instance
        @Service(Instance.self, name: "replica") var explicitReplica: Instance
        @Service(name: "replica") var optionalReplica: Instance?
        @Provider(name: "replica") var providedReplica: Instance
        @Provider(Instance.self, name: "replica") var explicitlyProvidedReplica: Instance?
    }

    @Test func `a service is resolved at the first access and then kept`() {
        env.register(Instance.self, scope: .transient) { Instance() }
        let owner = inEnv { Owner() }
        let first = owner.service
        #expect(owner.service === first)
        #expect(owner.second !== first)
        env.resetCaches()
        env.register(Instance.self) { Instance() }
        #expect(owner.service === first)
        #expect(owner.$service.outcome().value === first)
    }

    @Test func `nothing is resolved before the first access`() {
        let runs = Cell(0)
        env.register(Instance.self) {
            runs.increment()
            return Instance()
        }
        let owner = inEnv { Owner() }
        #expect(runs.value == 0)
        _ = owner.service
        #expect(runs.value == 1)
    }

    @Test func `copies share what was resolved`() {
        env.register(Instance.self, scope: .transient) { Instance() }
        let owner = inEnv { Owner() }
        let copy = owner
        #expect(copy.service === owner.service)
    }

    @Test func `a provider resolves at every access`() throws {
        env.register(Instance.self, scope: .transient) { Instance() }
        let owner = inEnv { Owner() }
        #expect(owner.provided !== owner.provided)
        env.register(Instance.self) { Instance() }
        let kept = owner.provided
        #expect(owner.provided === kept)
        env.resetCaches()
        #expect(owner.provided !== kept)
        #expect(try owner.$provided.resolve() === env.resolve(Instance.self))
    }

    @Test func `named services are injected`() throws {
        let owner = inEnv { Owner() }
        #expect(owner.optionalReplica == nil && owner.explicitlyProvidedReplica == nil)
        env.register(Instance.self) { Instance() }
        #expect(owner.optionalReplica == nil)
        env.register(Instance.self, name: "replica") { Instance() }
        let replica = try env.resolve(Instance.self, name: "replica")
        #expect(owner.replica === replica && owner.explicitReplica === replica)
        #expect(owner.optionalReplica === replica && owner.providedReplica === replica)
        #expect(owner.explicitlyProvidedReplica === replica)
        #expect(owner.service !== replica)
    }

    @Test func `sixteen threads that read one wrapper first get the same instance`() async throws {
        let all = Arrivals()
        // Even of a transient service, which each of them may have made.
        env.register(Instance.self, scope: .transient) {
            all.arrive()
            return Instance()
        }
        let injected = inEnv { Service(Instance.self) }
        let instances = try await onThreads(16) { _ in injected() }
        #expect(instances.allSatisfy { $0 === injected() })
    }

    // MARK: The environment

    @Test func `the environment is captured at initialisation, not at access`() {
        let other = ServiceEnv(name: "other")
        for env in [env, other] { env.register(String.self) { ServiceEnv.current.name } }
        let (service, provider) = inEnv { (Service(String.self), Provider(String.self)) }
        ServiceEnv.$current.withValue(other) {
            #expect(service() == "injection")
            #expect(provider() == "injection")
        }
    }

    @Test func `a wrapper keeps its environment alive`() {
        let service: Service<Int>
        do {
            let own = ServiceEnv(name: "own")
            own.register(Int.self) { 3 }
            service = ServiceEnv.$current.withValue(own) { Service(Int.self) }
        }
        #expect(service() == 3)
    }

    // MARK: The main actor

    @MainActor private final class MainOwner {
        @MainService var service: Instance
        @MainProvider var provided: Instance
        @MainService(name: "detail") var detail: Instance
        @MainService(Instance.self, name: "detail") var explicitDetail: Instance
        @MainProvider(name: "detail") var optionalDetail: Instance?
        let stored = MainService(Instance.self)
        let storedProvider = MainProvider(Instance.self)
    }

    @Test @MainActor func `main-actor wrappers keep or resolve anew`() throws {
        let owner = inEnv { MainOwner() }
        env.registerMain(Instance.self, scope: .transient) { Instance() }
        #expect(owner.service === owner.service)
        #expect(owner.provided !== owner.provided)
        #expect(owner.stored() === owner.stored() && owner.stored() !== owner.service)
        #expect(owner.storedProvider() !== owner.storedProvider())
        #expect(try owner.$service.resolve() === owner.service)
        let kept = owner.service
        env.registerMain(Instance.self) { Instance() }
        #expect(owner.service === kept)
        #expect(try owner.provided === env.resolveMain(Instance.self))
    }

    @Test @MainActor func `named main-actor services are injected`() throws {
        let owner = inEnv { MainOwner() }
        #expect(owner.optionalDetail == nil)
        env.registerMain(Instance.self, name: "detail") { Instance() }
        let detail = try env.resolveMain(Instance.self, name: "detail")
        #expect(owner.detail === detail && owner.explicitDetail === detail && owner.optionalDetail === detail)
    }

    @Test @MainActor func `main-actor wrappers find what is registered for everybody`() throws {
        let owner = inEnv { MainOwner() }
        env.register(Instance.self) { Instance() }
        #expect(try owner.service === env.resolve(Instance.self))
        #expect(try owner.provided === env.resolve(Instance.self))
    }

    @Test @MainActor func `a main-actor wrapper read while it is being resolved is an error with the chain`() {
        let owner = inEnv { MainOwner() }
        let inner = Recorder<[String]?>()
        env.registerMain(Instance.self) {
            inner.record(owner.$service.failure()?.circle)
            return Instance()
        }
        _ = owner.service
        #expect(inner.all == [["Instance", "Instance"]])
    }
}
