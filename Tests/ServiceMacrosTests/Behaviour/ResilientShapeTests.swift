#if Macros && Health
import ServiceHealth
import ServiceTesting
import Testing

#if MAIN_ACTOR_SHAPES
@testable import MainActorShapes
#endif

/// Each generated guard does what the service does, and what the marks say when the service does not.
@MainActor
@Suite struct ResilientShapeTests {
    let health = ServiceHealthManager(policy: HealthPolicy(failureThreshold: 1))

    func calls(_ policy: ResiliencePolicy = ResiliencePolicy()) -> ResilientCalls {
        ResilientCalls(
            ResiliencePipeline(service: "shapes", policy: policy, health: health, clock: ManualClock()))
    }

    @Test func `synchronous members are forwarded`() throws {
        let guarded = ResilientSyncShapes(LiveSync(), calls: calls())
        #expect(guarded.plain(1) == 2)
        #expect(try guarded.throwing() == 2)
        #expect(try guarded.typed(false) == 3)
        #expect(throws: ShapeError.down) { try guarded.typed(true) }
        #expect(guarded.nonescaping { 7 } == 7)
        #expect(guarded.escaping { 8 } == 8)
        #expect(guarded.lazily(9) == 9)
        #expect(try guarded.lazilyThrowing(10) == 10)
        var number = 1
        guarded.change(&number)
        #expect(number == 2)
        #expect(guarded.consume([1, 2]) == 2)
        guarded.result()
        #expect(guarded.name == "live")
        #expect(guarded.default == 6)
        #expect(throws: ShapeError.down) { try guarded.checked }
        #expect(guarded[3] == 3)
        #expect(guarded[from: 1, to: 5] == 4)
        #expect(health.state(of: "shapes") == nil)
    }

    @Test func `a recorded member is forwarded, and its outcome is health`() throws {
        let guarded = ResilientSyncShapes(LiveSync(), calls: calls())
        #expect(throws: ShapeError.down) { try guarded.recorded(true) }
        #expect(health.state(of: "shapes")?.isHealthy == false)
        #expect(try guarded.recorded(false) == 4)
        #expect(health.state(of: "shapes")?.isHealthy == true)
    }

    @Test func `asynchronous members are called through the pipeline`() async throws {
        let guarded = ResilientAsyncShapes(LiveAsync(), standIn: LiveAsync(), calls: calls(.server))
        #expect(try await guarded.fetch() == 1)
        #expect(try await guarded.anyError() == 2)
        await guarded.neverThrows()
        #expect(try await guarded.typed(false) == 3)
        try await guarded.nothing()
        #expect(await guarded.number() == 4)
        #expect(await guarded.seven() == 5)
        #expect(try await guarded.list() == [6])
        #expect(try await guarded.table() == [1: "a"])
        #expect(try await guarded.optional() == 3)
        var number = 1
        await guarded.raw(&number)
        #expect(number == 2)
        #expect(await guarded.lazily(number) == 2)
        #expect(try await guarded.later(await guarded.number()) == 4)
        #expect(try await guarded.find(by: 1) == "id 1")
        #expect(try await guarded.find(by: "a") == "name a")
        #expect(try await guarded.find(in: 1, for: 2) == "in 1 for 2")
        #expect(try await guarded.unnamed(1, "a") == (1, "a"))
        #expect(try await guarded.generic(8) == 8)
        #expect(try await guarded.opaque(8) == "8")
        #expect(try await guarded.main() == 9)
        #expect(try await guarded.apart() == 10)
        try await guarded.save()
        try await confirmation { called in
            try await guarded.callback {
                #expect($0 == 12); called()
            }
        }
        for await number in try await guarded.stream() { #expect(number == 13) }
        #expect(try await guarded.state == 14)
        #expect(await guarded.count == 15)
        #expect(await guarded.raw == 16)
    }

    @Test func `fallbacks and errors come as the marks say`() async throws {
        let calls = calls()
        let guarded = ResilientAsyncShapes(LiveAsync(fails: true), standIn: LiveAsync(), calls: calls)
        await #expect(throws: ShapeError.down) { try await guarded.fetch() }
        #expect(try await guarded.list() == [])
        #expect(try await guarded.table() == [:])
        #expect(try await guarded.optional() == nil)
        calls.pipeline.isolate()
        #expect(await guarded.number() == 4)
        #expect(await guarded.seven() == 7)
        #expect(await guarded.count == 8)
        #expect(await guarded.raw == 16)
        await #expect(throws: ShapeError.unanswered) { try await guarded.typed(false) }
        await #expect(throws: ShapeError.unanswered) { try await guarded.state }
        await #expect(throws: CallFailure<any Error>.self) { try await guarded.fetch() }
    }

    @Test func `only what is marked idempotent is repeated`() async {
        let calls = calls(ResiliencePolicy(retry: RetryPolicy(maxAttempts: 3, baseDelay: .zero)))
        let counter = Counter()
        let guarded = ResilientCounting(counter, calls: calls)
        await #expect(throws: ShapeError.self) { try await guarded.once() }
        #expect(await counter.count == 1)
        await #expect(throws: ShapeError.self) { try await guarded.again() }
        #expect(await counter.count == 4)
    }

    @Test func `a guard has the isolation of its protocol`() async throws {
        let main = ResilientMainShapes(LiveMain(), calls: calls())
        #expect(main.title() == "main")
        #expect(try await main.load() == 1)
        let actor = ResilientActorShapes(LiveActor(), calls: calls())
        #expect(await actor.title() == "actor")
        #expect(try await actor.load() == 2)
    }

    @Test func `a guard of another module's protocol conforms to that`() async throws {
        let guarded: any ExportService = ResilientExports(LiveExport(), calls: calls())
        #expect(try await guarded.export("abc") == 3)
        #expect(guarded.byHand(4) == 4)
    }

    @Test func `a nested protocol has its guard beside it`() {
        let type: Any.Type = Outer.ResilientNestedShapes.self
        #expect(type is any ResilientGuard.Type)
        #expect(ResilientAsyncShapes.self as Any.Type is any ResilientGuardWithStandIn.Type)
    }
}
#endif
