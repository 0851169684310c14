@_spi(Lock) import Service
import Testing

/// A source is asked once for each creation, and what it returns with a lease is cached until the lease ends.
@Suite struct CreationSourceTests {
    /// Returns a number that counts up, under a lease that the test ends or makes due.
    ///
    /// Of asynchronous creations, the first waits if it is to.
    private final class Source: CreationSource {
        private struct State {
            var created = 0
            var confirmed = 0
            var isDue = false
            var asked = 0
            var failsNext = false
            var lease: Lease?
        }

        private let state = Lock(State())
        private let waits: Bool
        let entered = Gate()
        let mayGoOn = Gate()
        let confirmedTwice = Gate()

        init(waits: Bool = false) { self.waits = waits }

        var created: Int { state.withLock { $0.created } }
        var confirmed: Int { state.withLock { $0.confirmed } }
        var standby: SourcedInstance? { nil }

        /// How often leases were asked whether they are due.
        var asked: Int { state.withLock { $0.asked } }

        func makeDue() { state.withLock { $0.isDue = true } }
        /// Lets the next creation fail, after which nothing is due.
        func failNext() { state.withLock { $0.failsNext = true } }
        func endLease() { state.withLock { $0.lease }?.end() }

        func create(_ factory: () throws -> Service::Instance) throws -> SourcedInstance {
            entered.open()
            mayGoOn.wait()
            return next()
        }

        func create(_ factory: () async throws -> Service::Instance) async throws -> SourcedInstance {
            let fails = state.withLock { state in
                guard state.failsNext else { return false }
                (state.failsNext, state.isDue) = (false, false)
                return true
            }
            if fails { throw Refused() }
            let isFirst = !entered.isOpen
            entered.open()
            if isFirst, waits { await mayGoOn.opened() }
            return next()
        }

        private func next() -> SourcedInstance {
            let lease = Lease { [weak self] in
                self?.state.withLock { state in
                    state.asked += 1
                    return state.isDue
                } ?? false
            }
            let number = state.withLock { state in
                state.lease = lease
                state.created += 1
                return state.created
            }
            return SourcedInstance(.of("\(number)"), lease: lease) { [self] in
                let confirmed = state.withLock { state in
                    state.confirmed += 1
                    return state.confirmed
                }
                if confirmed == 2 { confirmedTwice.open() }
            }
        }
    }

    private let env = ServiceEnv(name: "sourced")
    private let source = Source()

    private func register(scope: ServiceScope = .singleton) {
        env.register(
            String.self, name: nil, scope: scope, needs: nil, onShutdown: nil, fileID: #fileID, line: #line,
            makeSource: { [source] _ in source }, factory: { "live" })
    }

    @Test func `a service is created once for callers that come while its source decides`() async throws {
        register()
        let found = try await Threads(2) { [env, source] number in
            if number == 1 {
                source.entered.wait()
                source.mayGoOn.open()
            }
            return try? env.resolve(String.self)
        }.results()
        #expect(found == ["1", "1"])
        #expect(source.created == 1)
        #expect(source.confirmed == 1)
    }

    private func registerAsync(_ source: Source) {
        env.registerAsync(
            String.self, name: nil, scope: .singleton, needs: nil, onShutdown: nil, fileID: #fileID, line: #line,
            makeSource: { _ in source }, factory: { "live" })
    }

    @Test func `and so is one that is awaited`() async throws {
        registerAsync(source)
        async let first = env.resolveAsync(String.self)
        async let second = env.resolveAsync(String.self)
        #expect(try await [first, second] == ["1", "1"])
        #expect(source.created == 1)
    }

    @Test func `a leased instance is cached until its lease ends`() throws {
        source.mayGoOn.open()
        register()
        #expect(try env.resolve(String.self) == "1")
        #expect(try env.resolve(String.self) == "1")
        source.endLease()
        #expect(try env.resolve(String.self) == "2")
    }

    @Test func `when a lease is due, one caller creates the service again and the others use the old instance`()
        async throws
    {
        source.mayGoOn.open()
        register()
        #expect(try env.resolve(String.self) == "1")
        source.makeDue()
        let slow = Source()
        env.register(
            [String].self, name: nil, scope: .singleton, needs: nil, onShutdown: nil, fileID: #fileID, line: #line,
            makeSource: { _ in slow }, factory: { [] })
        #expect(try env.resolve(String.self) == "2")
        #expect(try env.resolve(String.self) == "3")
    }

    @Test func `after a renewal that failed, callers get the leased instance until it is due again`() async throws {
        registerAsync(source)
        #expect(try await env.resolveAsync(String.self) == "1")
        source.makeDue()
        source.failNext()
        await #expect(throws: ServiceError.self) { _ = try await env.resolveAsync(String.self) }
        #expect(try await env.resolveAsync(String.self) == "1")
        #expect(try env.resolve(String.self) == "1")
        source.makeDue()
        #expect(try await env.resolveAsync(String.self) == "2")
    }

    @Test func `a creation that goes on although its callers left is confirmed, and its instance dropped`()
        async throws
    {
        let source = Source(waits: true)
        registerAsync(source)
        let first = Task { [env] in try await env.resolveAsync(String.self) }
        await source.entered.opened()
        first.cancel()
        await #expect(throws: ServiceError.self) { try await first.value }
        // It is beside the first one, which cannot be made to end.
        #expect(try await env.resolveAsync(String.self) == "1")
        source.mayGoOn.open()
        await source.confirmedTwice.opened()
        #expect(source.created == 2)
        #expect(try await env.resolveAsync(String.self) == "1")
    }

    @Test(arguments: [false, true])
    func `what gets an instance on many ways carries its lease once`(isAsync: Bool) async throws {
        let env = env
        source.mayGoOn.open()
        if isAsync { registerAsync(source) } else { register() }
        env.registerAsync(Int.self, name: "0") { try await env.resolveAsync(String.self).count }
        for number in 1...10 {
            let below = ServiceName("\(number - 1)")
            if isAsync {
                env.registerAsync(Int.self, name: ServiceName("\(number)")) {
                    try await env.resolveAsync(Int.self, name: below) + env.resolveAsync(Int.self, name: below)
                }
            } else {
                env.register(Int.self, name: ServiceName("\(number)")) {
                    try env.resolve(Int.self, name: below) + env.resolve(Int.self, name: below)
                }
            }
        }
        try await env.resolveAsync(Int.self, name: "0")
        #expect(try await env.resolveAsync(Int.self, name: "10") == 1024)
        let before = source.asked
        try env.resolve(Int.self, name: "10")
        #expect(source.asked - before == 1)
    }

    @Test func `what is created from a leased instance carries its lease`() throws {
        source.mayGoOn.open()
        register()
        env.register(Int.self) { try ServiceEnv.current.resolve(String.self).count + Int.random(in: 1...1_000_000) }
        struct View { @Service var number: Int }
        let view = ServiceEnv.$current.withValue(env) { View() }
        let first = view.number
        #expect(view.number == first)
        source.endLease()
        #expect(try env.resolve(String.self) == "2")
        #expect(view.number != first)
    }
}
