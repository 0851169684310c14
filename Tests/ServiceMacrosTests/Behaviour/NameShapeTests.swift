#if Macros && Health
import Service
import ServiceHealth
import ServiceTesting
import Testing

#if MAIN_ACTOR_SHAPES
@testable import MainActorShapes
#endif

/// No name that Swift allows gets in the way of what is generated.
@MainActor
@Suite struct NameShapeTests {
    @Test func `guards`() async throws {
        let pipeline = ResiliencePipeline(service: "names", policy: .app, health: ServiceHealthManager())
        let guarded = ResilientNamedCalls(LiveNames(), calls: ResilientCalls(pipeline))
        #expect(try await guarded.members(_live: 1, _calls: 2, _standIn: 3) == 6)
        #expect(try guarded.recordable(_calls: 4) == 4)
        #expect(try await guarded.`load all`(`by id`: 5) == 5)
        #expect(guarded.`the count` == 7)
        #expect(try await guarded.class(in: 1, default: 2, `inout`: 3) == 6)
        #expect(try await guarded.unnamed(for: 1, 2, and: 3) == 6)
        #expect(guarded[8] == 8)
        #expect(try await guarded.pack(1, "two", 3.0) == 3)
        #expect(try await guarded.forced(nil) == nil)
        #expect(try await guarded.sent() == [1])
        #expect(await guarded.send([1, 2]) == 2)
        #expect(try await guarded.isolated { 9 } == 9)
    }

    @Test func `doubles`() async throws {
        let mock = MockNamedStubs()
        mock.stub.origin.returns(1)
        mock.stub.`Type`.returns(3)
        mock.stub.find.answers { $0 }
        mock.stub.`load all`.answers { id, other in id + other }
        mock.stub.class.answers { $0.in + $0.value + $0.change }
        // Every call of `self` is a warning.
        #expect((mock.origin, mock.`Type`()) == (1, 3))
        #expect(mock.find(stub: 4) == 4)
        #expect(try await mock.`load all`(`by id`: 1, for: 2) == 3)
        #expect(mock.class(in: 1, default: 2, `inout`: 3) == 6)
    }

    @Test func `doubles with types of parameters`() async throws {
        let mock = MockNamedStubs()
        mock.stub.forced.returns(nil)
        mock.stub.sent.answers { $0 + [2] }
        mock.stub.isolated.answers { await $0() }
        mock.stub.generic.answers { $0 }
        #expect(mock.forced(nil) == nil)
        #expect(try await mock.sent([1]) == [1, 2])
        #expect(try await mock.isolated { 6 } == 6)
        #expect(mock.generic("text") == "text")
    }

    @Test func `a protocol may have any name, and be Sendable by a clause`() async throws {
        let mock = `Mockthe service`()
        mock.stub.load.returns(1)
        let pipeline = ResiliencePipeline(service: "names", policy: .app, health: ServiceHealthManager())
        #expect(try await `Resilientthe service`(mock, calls: ResilientCalls(pipeline)).load() == 1)
        let other = MockSendableByClause()
        other.stub.load.returns(2)
        #expect(try await ResilientSendableByClause(other, calls: ResilientCalls(pipeline)).load() == 2)
    }

    @Test func `what a protocol requires of itself is no constraint of its double`() {
        let mock = MockMockedByClause()
        mock.stub.level.returns(1)
        #expect(mock.level == 1)
        let identity: any MockedIdentity = MockMockedIdentity()
        #expect(identity is MockMockedIdentity)
        let items = MockMockedItems<String>()
        items.stub.id.returns("a")
        #expect(items.id == "a")
    }

    @Test func `created types`() async throws {
        let env = ServiceEnv(name: "test")
        env.register((any Store).self) { Disk(name: "abc") }
        env.register(Formatted.self)
        env.registerAsync(Isolated.self)
        env.registerAsync(PartlyIsolated.self)
        let format: @Sendable (Int) -> String = { "\($0)" }
        #expect(try env.resolve(Formatted.self, arguments: 1, format).text == "abc1")
        env.register(NamedClosure.self)
        env.register((@Sendable (Int) -> String).self, name: "format") { format }
        env.register(Int?.self, name: "maybe") { 2 }
        env.register((@Sendable () -> Int)?.self, name: "optional") { { 3 } }
        #expect(try env.resolve(NamedClosure.self).text == "23")
        #expect(try await env.resolveAsync(Isolated.self).name == "abc")
        #expect(try await env.resolveAsync(PartlyIsolated.self).name == "abc")
    }
}
#endif
