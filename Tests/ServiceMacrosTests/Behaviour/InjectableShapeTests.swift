#if Macros && Health
import Service
import Testing

#if MAIN_ACTOR_SHAPES
@testable import MainActorShapes
#endif

/// The container creates each type with its initialiser, and knows its needs without.
@MainActor
@Suite struct InjectableShapeTests {
    let env = ServiceEnv(name: "test")

    private func registerNeeds() {
        env.register((any Store).self) { Disk(name: "abc") }
        env.register((any Store).self, name: "replica") { Disk(name: "d") }
        env.register(Int.self, name: "limit") { 9 }
    }

    @Test func `services come by type and by name, and defaults stay`() throws {
        registerNeeds()
        env.register((any Uploading).self, as: Uploader.self) { $0 }
        env.register(Uploader.self)
        #expect(try env.resolve((any Uploading).self).target == "abcd")
        #expect(try env.resolve(Uploader.self).limit == 3)
    }

    @Test func `the marked initialiser is called`() throws {
        registerNeeds()
        env.register(Plain.self, scope: .transient)
        #expect(try env.resolve(Plain.self).number == 3)
        env.register(NoNeeds.self)
        env.register(Worker.self)
        try env.resolve(NoNeeds.self)
        try env.resolve(Worker.self)
    }

    @Test func `a generic type is registered for each concrete type`() throws {
        env.register(Int.self) { 5 }
        env.register(String.self) { "text" }
        env.register(Wrapping<Int>.self)
        env.register(Wrapping<String>.self)
        #expect(try env.resolve(Wrapping<Int>.self).value == 5)
        #expect(try env.resolve(Wrapping<String>.self).value == "text")
    }

    @Test func `an asynchronous initialiser is awaited`() async throws {
        registerNeeds()
        env.registerAsync(Connections.self)
        #expect(try await env.resolveAsync(Connections.self).name == "abc")
    }

    @Test func `an initialiser of the main actor runs there`() throws {
        registerNeeds()
        env.registerMain(Screen.self)
        #expect(try env.resolveMain(Screen.self).store.name == "abc")
    }

    @Test func `a type that says nothing of its isolation is created and used anywhere`() async throws {
        registerNeeds()
        env.register(Unmarked.self)
        env.register(UnmarkedValue.self)
        env.register(UnmarkedReport.self)
        env.registerAsync(UnmarkedPool.self)
        let greetings = try await Task.detached { [env] in
            [
                try env.resolve(Unmarked.self).greeting(), try env.resolve(UnmarkedValue.self).greeting(),
                try env.resolve(UnmarkedReport.self, arguments: 2026).greeting(),
                try await env.resolveAsync(UnmarkedPool.self).greeting(),
            ]
        }.value
        #expect(greetings == ["hello abc", "hello abc", "hello abc 2026", "hello abc"])
    }

    @Test func `a type that inherits the main actor says so, or says that it is not isolated`() throws {
        registerNeeds()
        env.registerMain(TitledScreen.self)
        env.registerMain(StoreController.self)
        env.register(TitledTicket.self)
        #expect(try env.resolveMain(TitledScreen.self).title == "abc")
        #expect(try env.resolveMain(StoreController.self).title == "abc")
        #expect(try env.resolve(TitledTicket.self).title == "abc")
    }

    @Test func `passed arguments come in order`() throws {
        registerNeeds()
        env.register(Report.self)
        #expect(try env.resolve(Report.self, arguments: 2026, "Ada").text == "2026 abc Ada 9")
    }

    @Test func `a nested type finds the types around it`() throws {
        env.register(InjectableOuter.Options.self) { InjectableOuter.Options(flag: true) }
        env.register(InjectableOuter.Nested.self)
        #expect(try env.resolve(InjectableOuter.Nested.self).options.flag)
    }

    @Test func `a generic type in generic types is registered for each concrete type`() async throws {
        typealias Outer = InjectableGeneric<Int>
        typealias Middle = InjectableGeneric<Int>.Middle<String>
        env.register(Int.self) { 5 }
        env.register(String.self) { "text" }
        env.register(Bool.self) { true }
        env.register(Outer.Pair<String>.self)
        env.register(Outer.Pair<Bool>.self)
        env.register(Outer.Dated<Bool>.self)
        env.register(Middle.Inner.self)
        env.register(Middle.Worker<Bool>.self)
        env.registerMain(Middle.Screen<Bool>.self)
        env.registerAsync(Middle.Pool<Bool>.self)
        #expect(try env.resolve(Outer.Pair<String>.self).text == "5 text")
        #expect(try env.resolve(Outer.Pair<Bool>.self).text == "5 true")
        #expect(try env.resolve(Outer.Dated<Bool>.self, arguments: 2026).text == "2026 5 true")
        #expect(try env.resolve(Middle.Inner.self, arguments: 2026).text == "2026 5 text")
        #expect(try env.resolve(Middle.Worker<Bool>.self).text == "5 text true")
        #expect(try env.resolveMain(Middle.Screen<Bool>.self).text == "5 text true")
        #expect(try await env.resolveAsync(Middle.Pool<Bool>.self).text == "5 text true")
    }

    @Test func `validate knows every need without creating anything`() {
        let observation = env.observe { _ in Issue.record("validate ran a factory") }
        env.register(Uploader.self)
        env.register(Report.self)
        env.registerAsync(Connections.self)
        env.registerMain(Screen.self)
        let error = #expect(throws: ServiceValidationError.self) { try env.validate() }
        #expect(
            error?.problems == [
                .missing(service: "Int(limit)", requiredBy: ["Report(Int, String)"]),
                .missing(service: "Store", requiredBy: ["Connections", "Report(Int, String)", "Screen", "Uploader"]),
                .missing(service: "Store(replica)", requiredBy: ["Uploader"]),
            ])
        observation.cancel()
    }
}
#endif
