import Service
import Testing

/// Guarantee 7: a resolution ends, at the latest where it is nested too deeply.
@Suite struct ResolutionDepthTests {
    private let env = ServiceEnv(name: "depth")

    /// Registers a chain in which each number needs the next one, down to `count`.
    private func registerChain(of count: Int, scope: ServiceScope = .singleton) {
        for number in 1...count {
            env.register(Int.self, name: ServiceName("\(number)"), scope: scope) {
                guard number < count else { return 1 }
                return try ServiceEnv.current.resolve(Int.self, name: ServiceName("\(number + 1)")) + 1
            }
        }
    }

    private func exceeded() -> (depth: Int, chain: [String])? {
        do throws(ServiceError) {
            try env.resolve(Int.self, name: "1")
        } catch {
            if case .maxDepthExceeded(let depth, let chain) = error { return (depth, chain) }
            Issue.record(error)
        }
        return nil
    }

    @Test(arguments: [ServiceScope.singleton, .transient, .graph, .custom("session")])
    func `a hundred nested services are resolved, one more is not`(scope: ServiceScope) throws {
        #expect(ServiceEnv.maxResolutionDepth == 100)
        registerChain(of: 100, scope: scope)
        #expect(try env.resolve(Int.self, name: "1") == 100)
        env.resetAll()
        registerChain(of: 101, scope: scope)
        let error = try #require(exceeded())
        #expect(error.depth == 100)
        #expect(error.chain.count == 100)
        #expect(Set(error.chain).count == 100)
        #expect(error.chain.first?.contains("1") == true && error.chain.last?.contains("100") == true)
    }

    @Test func `the limit is set for a task`() throws {
        registerChain(of: 4)
        let error = ServiceEnv.$maxResolutionDepth.withValue(3) { exceeded() }
        #expect(error?.depth == 3)
        #expect(error?.chain.count == 3)
        let sum = try ServiceEnv.$maxResolutionDepth.withValue(4) { try env.resolve(Int.self, name: "1") }
        #expect(sum == 4)
    }

    @Test(arguments: [1, 0, -1, Int.min])
    func `a limit below one counts as one, in the error as well`(limit: Int) async throws {
        registerChain(of: 2)
        env.registerAsync(String.self) { try await "\(ServiceEnv.current.resolveAsync(Int.self, name: "2"))" }
        env.registerAsync(Double.self) { try await Double(ServiceEnv.current.resolveAsync(String.self)) ?? 0 }
        await ServiceEnv.$maxResolutionDepth.withValue(limit) {
            let error = exceeded()
            #expect(error?.depth == 1)
            #expect(error?.chain == ["Int(1)"])
            let asynchronous = await #expect(throws: ServiceError.self) { try await env.resolveAsync(Double.self) }
            #expect(
                asynchronous?.description.hasPrefix(
                    "Maximum resolution depth (1) exceeded.\nCurrent chain: Double\n") == true)
            #expect(throws: Never.self) { try env.resolve(Int.self, name: "2") }
        }
    }

    @Test func `a higher limit allows more than the usual`() throws {
        registerChain(of: 250)
        let sum = try ServiceEnv.$maxResolutionDepth.withValue(250) { try env.resolve(Int.self, name: "1") }
        #expect(sum == 250)
    }

    @Test func `services that are kept already do not count`() throws {
        registerChain(of: 6)
        _ = try env.resolve(Int.self, name: "3")
        let sum = try ServiceEnv.$maxResolutionDepth.withValue(3) { try env.resolve(Int.self, name: "1") }
        #expect(sum == 6)
    }

    @Test func `siblings do not count`() throws {
        env.register(Int.self, scope: .transient) { 1 }
        env.register([Int].self) { try (0..<50).map { _ in try ServiceEnv.current.resolve(Int.self) } }
        let sum = try ServiceEnv.$maxResolutionDepth.withValue(2) { try env.resolve([Int].self).count }
        #expect(sum == 50)
    }

    @Test func `the limit is the same over environments`() throws {
        let other = ServiceEnv(name: "other")
        env.register(Int.self, name: "1") { try other.resolve(Int.self) }
        other.register(Int.self) { [env] in try env.resolve(Int.self, name: "2") }
        env.register(Int.self, name: "2") { 5 }
        let error = ServiceEnv.$maxResolutionDepth.withValue(2) { exceeded() }
        #expect(error?.depth == 2)
        #expect(error?.chain.count == 2)
    }

    @Test func `nothing is kept of a resolution that was too deep`() throws {
        registerChain(of: 4)
        _ = ServiceEnv.$maxResolutionDepth.withValue(3) { exceeded() }
        #expect(try env.resolve(Int.self, name: "1") == 4)
    }

    @Test @MainActor func `the limit holds on the main actor`() {
        env.registerMain(String.self) { "\(try ServiceEnv.current.resolveMain(Int.self))" }
        env.registerMain(Int.self) { 1 }
        guard
            case .maxDepthExceeded(1, ["String"]) = ServiceEnv.$maxResolutionDepth.withValue(
                1, operation: { env.failureMain(String.self) })
        else {
            Issue.record("The limit did not hold.")
            return
        }
    }

    @Test func `a limit below zero allows as little as zero`() async {
        registerChain(of: 3)
        env.registerAsync(String.self) { "\(try ServiceEnv.current.resolve(Int.self, name: "1"))" }
        for limit in [Int.min, -1, 0] {
            await ServiceEnv.$maxResolutionDepth.withValue(limit) {
                await #expect(throws: ServiceError.self) { try await env.resolveAsync(String.self) }
            }
        }
    }
}
