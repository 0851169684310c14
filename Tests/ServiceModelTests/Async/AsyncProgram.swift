@_spi(Lock) import Service
import Synchronization

/// A few services, most of them made asynchronously, and tasks that resolve, cancel, reset and register them at once.
final class AsyncProgram: Sendable {
    /// Made by every factory; knows how many of its program are alive.
    final class Node: Sendable {
        let slot: Int
        let parts: [Node]
        private let program: AsyncProgram

        init(_ slot: Int, of parts: [Node], in program: AsyncProgram) {
            self.slot = slot
            self.parts = parts
            self.program = program
            program.living.add(1, ordering: .sequentiallyConsistent)
        }

        deinit { program.living.subtract(1, ordering: .sequentiallyConsistent) }
    }

    struct PlannedFailure: Error {}

    static let slots = 6

    let env: ServiceEnv
    private let seed: UInt64
    private let living = Atomic<Int>(0)
    private let mayFail = Atomic<Bool>(true)
    private let found = Lock<[String]>([])

    init(seed: UInt64) {
        self.seed = seed
        env = ServiceEnv(name: "program \(seed)")
    }

    var livingNodes: Int { living.load(ordering: .sequentiallyConsistent) }
    /// What happened that must not.
    var mistakes: [String] { found.withLock { $0 } }

    /// Runs the program, and at its end makes everything once without failures.
    func run() async {
        var random = ModelRandom(seed: seed)
        for slot in 0..<Self.slots { register(slot, &random) }
        let seeds = (0..<8).map { _ in random.next() }
        await withTaskGroup(of: Void.self) { group in
            for seed in seeds {
                group.addTask {
                    var random = ModelRandom(seed: seed)
                    for _ in 0..<20 { await self.step(&random) }
                }
            }
        }
        mayFail.store(false, ordering: .sequentiallyConsistent)
        await makeEverything()
        do {
            try await env.shutdown(timeout: .seconds(60))
        } catch {
            note("in the end: \(error)")
        }
        env.resetAll()
    }

    private func makeEverything() async {
        while true {
            do throws(ServiceError) {
                try await env.warmUp()
                for slot in 0..<Self.slots { _ = try await env.resolveAsync(Node.self, name: Self.name(slot)) }
                return
            } catch {
                // A creation that began before, for somebody who left, may still be on its way to fail.
                guard case .factoryFailed(_, is PlannedFailure) = error else { return note("in the end: \(error)") }
            }
        }
    }

    private static func name(_ slot: Int) -> ServiceName { ServiceName("n\(slot)") }

    private func note(_ mistake: String) { found.withLock { $0.append(mistake) } }

    /// Registers a service that needs some with smaller numbers, so that there is no circle.
    private func register(_ slot: Int, _ random: inout ModelRandom) {
        let needs = (0..<slot).filter { _ in random.once(in: 2) }
        let scope = random.pick([ServiceScope.singleton, .singleton, .transient, .graph, .custom("custom")])
        let (isAsync, isFlaky, atOnce) = (!random.once(in: 3), random.once(in: 5), random.once(in: 2))
        guard isAsync else {
            return env.register(Node.self, name: Self.name(slot), scope: scope) { [self] in
                try fail(isFlaky)
                return Node(slot, of: [], in: self)
            }
        }
        env.registerAsync(Node.self, name: Self.name(slot), scope: scope) { [self] in
            let parts = try await atOnce ? partsAtOnce(needs) : parts(needs)
            try fail(isFlaky)
            return Node(slot, of: parts, in: self)
        }
    }

    private func fail(_ isFlaky: Bool) throws {
        if isFlaky, mayFail.load(ordering: .sequentiallyConsistent) { throw PlannedFailure() }
    }

    private func parts(_ needs: [Int]) async throws -> [Node] {
        var parts: [Node] = []
        for need in needs {
            await Task.yield()
            parts.append(try await ServiceEnv.current.resolveAsync(Node.self, name: Self.name(need)))
        }
        return parts
    }

    private func partsAtOnce(_ needs: [Int]) async throws -> [Node] {
        try await withThrowingTaskGroup(of: Node.self) { group in
            for need in needs {
                group.addTask { try await ServiceEnv.current.resolveAsync(Node.self, name: Self.name(need)) }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
    }

    private func step(_ random: inout ModelRandom) async {
        let slot = random.below(Self.slots)
        switch random.below(12) {
        case 0: env.resetCaches()
        case 1: env.resetScope(.custom("custom"))
        case 2: register(slot, &random)
        case 3, 4:
            let task = Task { try await env.resolveAsync(Node.self, name: Self.name(slot)) }
            for _ in 0..<random.below(3) { await Task.yield() }
            task.cancel()
            _ = await task.result
        case 5: await resolve(slot, in: env.derived(name: "derived"))
        case 6: await warmUp()
        default: await resolve(slot, in: env)
        }
    }

    private func warmUp() async {
        do throws(ServiceError) { try await env.warmUp() } catch { check(error) }
    }

    private func resolve(_ slot: Int, in environment: ServiceEnv) async {
        do throws(ServiceError) {
            let node = try await environment.resolveAsync(Node.self, name: Self.name(slot))
            if node.slot != slot { note("slot \(slot) is \(node.slot)") }
        } catch {
            check(error)
        }
    }

    /// Nobody was cancelled here, nothing is missing, and there is no circle: only what was planned may fail.
    private func check(_ error: ServiceError) {
        if case .factoryFailed(_, is PlannedFailure) = error { return }
        note("\(error)")
    }
}
