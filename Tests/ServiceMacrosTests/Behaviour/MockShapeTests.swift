#if Macros && Health
import ServiceTesting
import Testing

#if MAIN_ACTOR_SHAPES
@testable import MainActorShapes
#endif

/// Each generated double answers what the test says, and keeps how it was called.
@MainActor
@Suite struct MockShapeTests {
    @Test func `synchronous members`() throws {
        let mock = MockMockedSync()
        mock.stub.plain.answers { $0 + 1 }
        #expect(mock.plain(1) == 2)
        #expect(mock.stub.plain.calls == [1])
        withKnownIssue { mock.nothing() }
        #expect(mock.stub.nothing.callCount == 1)
        mock.stub.throwing.fails(ShapeError.down)
        #expect(throws: ShapeError.down) { try mock.throwing() }
        mock.stub.typed.answers(.failure(.down), .success(3))
        #expect(throws: ShapeError.down) { try mock.typed() }
        #expect(try mock.typed() == 3)
        mock.stub.two.returns(4)
        #expect(mock.two(first: 1, "a") == 4)
        #expect(mock.stub.two.calls.map(\.number) == [1])
        #expect(mock.stub.two.calls.map(\.text) == ["a"])
        mock.stub.unnamed.answers { number, text in number + text.count }
        #expect(mock.unnamed(1, "ab") == 3)
        mock.stub.variadic.answers { $0.reduce(0, +) }
        #expect(mock.variadic(1, 2, 3) == 6)
        mock.stub.consume.answers { $0.count }
        #expect(mock.consume([1, 2]) == 2)
        mock.stub.borrow.answers { $0.count }
        #expect(mock.borrow([1, 2, 3]) == 3)
        mock.stub.mutate.returns(5)
        #expect(mock.mutate() == 5)
        mock.stub.result.returns(6)
        mock.result()
        mock.stub.default.answers { $0 * 2 }
        #expect(mock.default(for: 4) == 8)
    }

    @Test func `borrowed arguments are copied`() async throws {
        let mock = MockMockedSync()
        mock.stub.borrowOne.answers { $0[$1] }
        #expect(mock.borrowOne(of: [1, 2, 3], at: 2) == 3)
        mock.stub.borrowAny.answers { ($0 as? [Int])?.count ?? 0 }
        #expect(mock.borrowAny([1, 2]) == 2)
        mock.stub.borrowSome.returns(4)
        #expect(try await mock.borrowSome("a", stub: 5) == 4)
        #expect(mock.stub.borrowSome.calls.map(\.stub) == [5])
    }

    @Test func `closures are stored where they can be called from anywhere`() throws {
        let mock = MockMockedSync()
        mock.stub.closure.answers { $0() }
        #expect(mock.closure { 3 } == 3)
        mock.stub.optionalClosure.answers { $0?() ?? 0 }
        #expect(mock.optionalClosure { 4 } == 4)
        mock.stub.nonescaping.returns(5)
        #expect(mock.nonescaping(1) { 9 } == 5)
        #expect(mock.stub.nonescaping.calls == [1])
        mock.stub.lazily.answers { $0 }
        #expect(mock.lazily(6) == 6)
        mock.stub.lazilyThrowing.answers { $0 }
        #expect(try mock.lazilyThrowing(7) == 7)
        mock.stub.lazilyTyped.answers { $0 }
        #expect(try mock.lazilyTyped(8) == 8)
    }

    @Test func `overloads have names of their own`() {
        let mock = MockMockedSync()
        mock.stub.findByIn.returns(1)
        mock.stub.findNear.returns(2)
        mock.stub.findText.returns(3)
        #expect(mock.find(by: 1, in: "a") == 1)
        #expect(mock.find(near: "a") == 2)
        #expect(mock.find(by: "b", in: "a") == 3)
        #expect(mock.stub.findByIn.calls.map(\.place) == ["a"])
    }

    @Test func `generic members`() async throws {
        let mock = MockMockedSync()
        mock.stub.generic.answers { $0 }
        #expect(mock.generic(3) == 3)
        mock.stub.many.returns([1, 2])
        #expect(try mock.many([0]) == [1, 2])
        mock.stub.genericClosure.answers { body, _ in (body as? @Sendable (Int) -> Int)?(4) ?? 0 }
        #expect(mock.genericClosure({ $0 + 1 }, 2) == 5)
        mock.stub.opaque.answers { "\($0)" }
        #expect(mock.opaque(4) == "4")
        let other = MockMockedAsync()
        other.stub.generic.returns("text")
        #expect(try await other.generic(String.self) == "text")
    }

    @Test func `properties`() async throws {
        let mock = MockMockedSync()
        mock.stub.name.returns("mock")
        #expect(mock.name == "mock")
        #expect(mock.stub.name.callCount == 1)
        mock.stub.checked.fails(.down)
        #expect(throws: ShapeError.down) { try mock.checked }
        mock.stub.level.returns(1)
        #expect(mock.level == 1)
        mock.level = 2
        #expect(mock.level == 2)
        #expect(mock.stub.level.sets == [2])
        let other = MockMockedAsync()
        other.stub.state.returns(3)
        #expect(try await other.state == 3)
        other.stub.count.returns(4)
        #expect(await other.count == 4)
    }

    @Test func `asynchronous members`() async throws {
        let mock = MockMockedAsync()
        mock.stub.fetch.holds()
        async let value = mock.fetch(1)
        let held = try await mock.stub.fetch.next()
        #expect(held.arguments == 1)
        held.returns(2)
        #expect(try await value == 2)
        mock.stub.typed.fails(.down)
        await #expect(throws: ShapeError.down) { try await mock.typed(1, label: "a") }
        #expect(mock.stub.typed.calls.map(\.text) == ["a"])
        mock.stub.silent.returns(3)
        #expect(await mock.silent() == 3)
        mock.stub.main.returns(4)
        #expect(try await mock.main() == 4)
        mock.stub.apart.returns(5)
        #expect(try await mock.apart() == 5)
        mock.stub.tuple.returns((6, "a"))
        #expect(try await mock.tuple() == (6, "a"))
        mock.stub.stream.answers { AsyncStream { $0.finish() } }
        for await _ in try await mock.stream() { Issue.record("the stream is not empty") }
    }

    @Test func `associated types are generic parameters`() async throws {
        let mock = MockRepository<Int, String>()
        mock.stub.find.returns(1)
        #expect(try await mock.find("a") == 1)
        mock.stub.save.returns(())
        mock.save(2)
        #expect(mock.stub.save.calls == [2])
        let repository: any Repository<Int, String> = mock
        #expect(try await repository.find("b") == 1)
    }

    @Test func `an associated type may be what is thrown`() async {
        let mock = MockMockedFailing<ShapeError>()
        mock.stub.load.fails(.down)
        mock.stub.check.fails(.down)
        await #expect(throws: ShapeError.down) { try await mock.load() }
        #expect(throws: ShapeError.down) { try mock.check() }
    }

    @Test func `a double has the isolation of its protocol`() {
        let mock = MockMockedMain()
        mock.stub.title.returns("main")
        #expect(mock.title() == "main")
        mock.stub.level.returns(1)
        #expect(mock.level == 1)
    }

    @Test func `a double of another module's protocol conforms to that`() async throws {
        let mock = MockSummaries()
        mock.stub.summary.answers(.failure(ShapeError.down), .success(3))
        let service: any SummaryService = mock
        await #expect(throws: ShapeError.down) { try await service.summary(in: "EUR") }
        #expect(try await service.summary(in: "EUR") == 3)
        #expect(mock.stub.summary.calls == ["EUR", "EUR"])
    }

    @Test func `doubles are created in every place`() {
        let nested = MockOuter.MockNestedMocked()
        nested.stub.load.returns(1)
        #expect(nested.load() == 1)
        let object = MockMockedClass()
        object.stub.load.returns(2)
        #expect(object.load() == 2)
        _ = MockEmpty()
    }

    @Test func `an unscripted call is an issue where the mock was created`() async {
        let mock = MockMockedAsync()
        let line = #line - 1
        await withKnownIssue {
            await #expect(throws: UnscriptedCallError(method: "MockMockedAsync.fetch(_:)")) { try await mock.fetch(1) }
        } matching: {
            $0.sourceLocation?.line == line
        }
    }
}
#endif
