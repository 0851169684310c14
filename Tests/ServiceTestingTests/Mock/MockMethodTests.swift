import ServiceTesting
import Testing

private struct Broken: Error, Equatable {}

private func origin(
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
) -> MockOrigin { MockOrigin(fileID: fileID, filePath: filePath, line: line, column: column) }

@Suite(.timeLimit(.minutes(5))) struct MockMethodTests {
    @Test func `values are returned one for each call, then always the last`() {
        let method = MockMethod<String, Int, Never>("MockShop.price(of:)", origin())
        method.returns(1, 2)
        #expect([method("a"), method("b"), method("c")] == [1, 2, 2])
        #expect(method.calls == ["a", "b", "c"])
        #expect(method.callCount == 3)
    }

    @Test func `errors and results are scripted, and the newest script counts`() throws {
        let method = MockMethod<Int, Int, any Error>("MockShop.price(of:)", origin())
        method.fails(Broken())
        #expect(throws: Broken.self) { try method(1) }
        method.answers(.failure(Broken()), .success(3))
        #expect(throws: Broken.self) { try method(1) }
        #expect(try method(1) == 3)
        method.answers { $0 + 1 }
        #expect(try method(41) == 42)
    }

    @Test func `a closure runs without a lock, so it may script and call the method`() throws {
        let method = MockMethod<Int, Int, Never>("MockShop.price(of:)", origin())
        method.answers { [unowned method] number in
            method.returns(7)
            return method(number) + method.callCount
        }
        #expect(method(1) == 9)
    }

    @Test func `a call that was not scripted is an issue at the mock, and throws where it can`() {
        withKnownIssue {
            let line = #line + 1
            let method = MockMethod<Int, Int, any Error>("MockShop.price(of:)", origin())
            #expect(throws: UnscriptedCallError(method: "MockShop.price(of:)")) { try method(1) }
            #expect(line > 0)
        } matching: { issue in
            issue.sourceLocation?.fileID == #fileID && "\(issue)".contains("MockShop.price(of:) was called")
        }
    }

    @Test func `what cannot throw returns what stands for nothing`() {
        func nothing<Output: Sendable>(_ type: Output.Type = Output.self) -> Output {
            MockMethod<Void, Output, Never>("MockShop.thing()", origin())(())
        }
        withKnownIssue {
            nothing(Void.self)
            #expect(nothing(Int?.self) == nil)
            #expect(nothing(Bool.self) == false)
            #expect(nothing(Int.self) == 0)
            #expect(nothing(Duration.self) == .zero)
            #expect(nothing(String.self) == "")
            #expect(nothing([Int].self) == [])
            #expect(nothing([Int: Int].self) == [:])
            #expect(nothing(Set<Int>.self) == [])
        }
    }

    #if os(macOS) || os(Linux) || os(Windows)
    @Test func `without a value for nothing the program stops and names the method`() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            struct Opaque: Sendable {}
            let method = MockMethod<Void, Opaque, Never>(
                "MockShop.thing()", MockOrigin(fileID: "a/b", filePath: "/a/b", line: 1, column: 1))
            withKnownIssue { _ = method(()) }
        }
        let text = String(decoding: try #require(result?.standardErrorContent), as: UTF8.self)
        #expect(text.contains("MockShop.thing() was called"))
    }
    #endif

    @Test func `a generic answer of another type is an issue`() throws {
        let method = MockMethod<Int, any Sendable, any Error>("MockShop.find(_:)", origin())
        method.returns("text")
        #expect(try method(1, as: String.self) == "text")
        withKnownIssue {
            #expect(throws: UnscriptedCallError.self) { try method(1, as: Int.self) }
        } matching: {
            "\($0)".contains("its caller asked for Int")
        }
        let silent = MockMethod<Int, any Sendable, Never>("MockShop.find(_:)", origin())
        withKnownIssue { #expect(silent(1, as: Int?.self) == nil) }
    }

    @Test func `a property has the value that was scripted or set last`() {
        let property = MockProperty<String>("MockShop.theme", origin())
        withKnownIssue { #expect(property.get() == "") }
        property.returns("dark")
        #expect(property.get() == "dark")
        property.set("light")
        #expect(property.get() == "light")
        #expect(property.sets == ["light"])
        #expect(property.getCount == 3)
    }

    @Test func `a value that was set is the value from then on, also for another thread`() async {
        for _ in 0..<200 {
            let property = MockProperty<Int>("MockShop.level", origin())
            property.returns(0)
            async let sets: Void = {
                while property.getCount == 0 { await Task.yield() }
                for number in 1...100 { property.set(number) }
            }()
            var isBehind = false
            for _ in 0..<1000 {
                let set = property.sets.last ?? 0
                isBehind = property.get() < set || isBehind
            }
            await sets
            #expect(!isBehind)
            #expect(property.get() == property.sets.last)
        }
    }

    @Test func `calls from many threads are all recorded, each with an answer of its own`() async {
        let method = MockMethod<Int, Int, Never>("MockShop.price(of:)", origin())
        method.returns(0, 1, 2, 3, 4, 5, 6, 7)
        let answers = await withTaskGroup(of: Int.self) { group in
            for number in 0..<8 { group.addTask { method(number) } }
            return await group.reduce(into: Set<Int>()) { $0.insert($1) }
        }
        #expect(answers == Set(0..<8))
        #expect(Set(method.calls) == Set(0..<8))
    }
}
