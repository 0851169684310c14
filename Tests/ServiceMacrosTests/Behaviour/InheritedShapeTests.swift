#if Macros && Health
import ServiceHealth
import ServiceTesting
import Testing

#if MAIN_ACTOR_SHAPES
@testable import MainActorShapes
#endif

/// What a guard and a double do with requirements that another protocol has an implementation of.
@MainActor
@Suite struct InheritedShapeTests {
    private let calls = ResilientCalls(
        ResiliencePipeline(service: "inherited", policy: .app, health: ServiceHealthManager()))

    @Test func `a guard calls the service for what its protocol repeats`() async throws {
        let guarded: any Loading = ResilientSavingAndLoading(LiveLoading(), calls: calls)
        #expect(try await guarded.load() == "live")
    }

    @Test func `a double is scripted for what its protocol repeats`() async throws {
        let mock = MockSavingAndLoading()
        mock.stub.load.returns("scripted")
        #expect(try await (mock as any Loading).load() == "scripted")
    }

    @Test func `a default implementation stands for what is not repeated`() async throws {
        let types: [any Loading] = [
            ResilientSavingOnly(LiveLoading(), calls: calls), MockSavingOnly(),
            ResilientSavingRepeated(LiveLoading(), calls: calls), MockSavingRepeated(),
        ]
        for type in types { #expect(try await type.load() == "default") }
        #expect(try await ResilientSavingRepeated(LiveLoading(), calls: calls).save() == "saved")
    }
}
#endif
