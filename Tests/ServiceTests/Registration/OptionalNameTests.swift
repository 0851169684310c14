import Service
import Testing

private struct Text: Sendable, Equatable {
    var value: String
}

/// Wherever a name is taken it may be nil, and then means the service without a name.
@Suite @MainActor struct OptionalNameTests {
    private let env = ServiceEnv(name: "names")

    nonisolated static let names: [ServiceName?] = [nil, "other"]

    /// Registers both services, so that taking one for the other shows.
    private func registerBoth(_ register: (ServiceName?, Text) -> Void) {
        for name in Self.names { register(name, expected(name)) }
    }

    private func expected(_ name: ServiceName?) -> Text { Text(value: name?.rawValue ?? "plain") }

    @Test(arguments: names) func `on any thread`(name: ServiceName?) async throws {
        registerBoth { name, text in env.register(Text.self, name: name) { text } }
        #expect(try env.resolve(Text.self, name: name) == expected(name))
        #expect(try env.resolve(name: name) as Text == expected(name))
        #expect(try env.resolveMain(Text.self, name: name) == expected(name))
        #expect(try await env.resolveAsync(Text.self, name: name) == expected(name))
    }

    @Test(arguments: names) func `on the main actor`(name: ServiceName?) throws {
        registerBoth { name, text in env.registerMain(Text.self, name: name) { text } }
        #expect(try env.resolveMain(Text.self, name: name) == expected(name))
    }

    @Test(arguments: names) func `asynchronously`(name: ServiceName?) async throws {
        registerBoth { name, text in env.registerAsync(Text.self, name: name) { text } }
        #expect(try await env.resolveAsync(Text.self, name: name) == expected(name))
        #expect(try env.resolve(Text.self, name: name) == expected(name))
    }

    @Test(arguments: names) func `with needs`(name: ServiceName?) async throws {
        env.register(Int.self) { 1 }
        registerBoth { name, text in env.register(Text.self, name: name, needs: Int.self) { _ in text } }
        #expect(try env.resolve(Text.self, name: name) == expected(name))
        registerBoth { name, text in env.registerMain(Text.self, name: name, needs: Int.self) { _ in text } }
        #expect(try env.resolveMain(Text.self, name: name) == expected(name))
        registerBoth { name, text in env.registerAsync(Text.self, name: name, needs: Int.self) { _ in text } }
        #expect(try await env.resolveAsync(Text.self, name: name) == expected(name))
    }

    @Test(arguments: names) func `with arguments`(name: ServiceName?) throws {
        registerBoth { name, text in
            env.register(Text.self, name: name, arguments: { (end: String) in Text(value: text.value + end) })
        }
        #expect(try env.resolve(Text.self, name: name, arguments: "!").value == expected(name).value + "!")
        registerBoth { name, text in
            env.registerMain(Text.self, name: name, arguments: { (end: String) in Text(value: text.value + end) })
        }
        #expect(try env.resolveMain(Text.self, name: name, arguments: "?").value == expected(name).value + "?")
    }

    @Test(arguments: names) func `with decorators`(name: ServiceName?) throws {
        registerBoth { name, text in env.register(Text.self, name: name) { text } }
        env.decorate(Text.self, name: name) { Text(value: "<\($0.value)>") }
        env.decorateMain(Text.self, name: name) { Text(value: "[\($0.value)]") }
        #expect(try env.resolveMain(Text.self, name: name).value == "[<\(expected(name).value)>]")
        let other: ServiceName? = name == nil ? "other" : nil
        #expect(try env.resolve(Text.self, name: other) == expected(other))
    }

    @Test(arguments: names) func `in wrappers`(name: ServiceName?) {
        registerBoth { name, text in env.register(Text.self, name: name) { text } }
        ServiceEnv.$current.withValue(env) {
            @Service(name: name) var service: Text
            @Service(name: name) var optionalService: Text?
            @Provider(name: name) var provider: Text
            @Provider(name: name) var optionalProvider: Text?
            @MainService(name: name) var mainService: Text
            @MainService(name: name) var optionalMainService: Text?
            @MainProvider(name: name) var mainProvider: Text
            @MainProvider(name: name) var optionalMainProvider: Text?
            #expect([service, provider, mainService, mainProvider] == Array(repeating: expected(name), count: 4))
            #expect(
                [optionalService, optionalProvider, optionalMainService, optionalMainProvider]
                    == Array(repeating: expected(name), count: 4))
            #expect(Service(Text.self, name: name)() == expected(name))
            #expect(Provider(Text.self, name: name)() == expected(name))
            #expect(MainService(Text.self, name: name)() == expected(name))
            #expect(MainProvider(Text.self, name: name)() == expected(name))
        }
    }

    @Test func `in explanations`() {
        registerBoth { name, text in env.register(Text.self, name: name) { text } }
        #expect(env.explain(Text.self, name: nil).hasPrefix("'Text' is registered"))
        let name: ServiceName? = "other"
        #expect(env.explain(Text.self, name: name).hasPrefix("'Text(other)' is registered"))
    }
}
