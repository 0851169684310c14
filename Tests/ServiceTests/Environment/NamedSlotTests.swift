import Testing

@_spi(Lock) @testable import Service

/// What an environment keeps of names that are made up at run time.
@Suite struct NamedSlotTests {
    private let env = ServiceEnv(name: "app")

    private func slots(of env: ServiceEnv) -> Int { env.storage.registry.withLock { $0.slots.count } }

    @Test func `a name that is only asked for keeps nothing`() {
        for number in 0..<100 {
            #expect(throws: ServiceError.self) { try env.resolve(Int.self, name: ServiceName("\(number)")) }
            _ = env.explain(Int.self, name: ServiceName("\(number)"))
        }
        #expect(slots(of: env) == 0)
    }

    @Test func `a name that was registered keeps its place, also after a reset`() throws {
        for _ in 0..<2 {
            for number in 0..<100 { env.register(Int.self, name: ServiceName("\(number)")) { number } }
            for number in 0..<100 { #expect(try env.resolve(Int.self, name: ServiceName("\(number)")) == number) }
            env.resetAll()
        }
        #expect(slots(of: env) == 100)
    }

    @Test func `names that a child registers leave nothing in its parent`() throws {
        env.register(String.self) { "shared" }
        for number in 0..<100 {
            let child = ServiceEnv(name: "request", parent: env)
            child.register(Int.self, name: ServiceName("\(number)")) { number }
            #expect(try child.resolve(Int.self, name: ServiceName("\(number)")) == number)
            #expect(try child.resolve(String.self) == "shared")
        }
        #expect(slots(of: env) == 1)
    }
}
