@_spi(Lock) import Service
import Testing

/// An instance that is cached is returned wherever it is asked for: only a creation can close a cycle, or be nested too
/// deeply.
@Suite(.timeLimit(.minutes(5))) @MainActor struct CachedOnPathTests {
    private final class Part: Instance, @unchecked Sendable {}
    private final class Whole: Sendable {
        let part: Part
        init(_ part: Part) { self.part = part }
    }

    private let env = ServiceEnv(name: "cached")
    nonisolated static let scopes: [ServiceScope] = [.singleton, .custom("session"), .weak, .timed(.seconds(60))]

    @Test(arguments: ServiceKind.allCases, scopes)
    func `a cached service is no deeper than the one that needs it`(kind: ServiceKind, scope: ServiceScope) async throws
    {
        let env = env
        kind.register(Part.self, scope: scope, in: env) { Part() }
        let part = try await kind.resolve(Part.self, in: env)
        switch kind {
        case .anyThread: env.register(Whole.self) { Whole(try env.resolve(Part.self)) }
        case .mainActor: env.registerMain(Whole.self) { Whole(try env.resolveMain(Part.self)) }
        case .asynchronous: env.registerAsync(Whole.self) { Whole(try await env.resolveAsync(Part.self)) }
        }
        let whole = try await ServiceEnv.$maxResolutionDepth.withValue(1) {
            try await kind.resolve(Whole.self, in: env)
        }
        #expect(whole.part === part)
    }

    @Test(arguments: [false, true]) func `a shared service of a graph is no deeper either`(isAsync: Bool) async throws {
        let env = env
        let runs = Cell(0)
        if isAsync {
            env.registerAsync(Part.self, scope: .graph) {
                runs.increment()
                return Part()
            }
            env.registerAsync(Whole.self) { Whole(try await env.resolveAsync(Part.self)) }
            env.registerAsync([Part].self) {
                [try await env.resolveAsync(Part.self), try await env.resolveAsync(Whole.self).part]
            }
        } else {
            env.register(Part.self, scope: .graph) {
                runs.increment()
                return Part()
            }
            env.register(Whole.self) { Whole(try env.resolve(Part.self)) }
            env.register([Part].self) { [try env.resolve(Part.self), try env.resolve(Whole.self).part] }
        }
        let parts = try await ServiceEnv.$maxResolutionDepth.withValue(2) { try await env.resolveAsync([Part].self) }
        #expect(parts[0] === parts[1])
        #expect(runs.value == 1)
    }

    /// Returns what the factory creates, under a lease that is due once it was created.
    private final class Source: CreationSource {
        private let isDue = Cell(false)
        var standby: SourcedInstance? { nil }

        func makeDue() { isDue.value = true }

        private func leased(_ instance: Service::Instance) -> SourcedInstance {
            SourcedInstance(instance, lease: Lease { [isDue] in isDue.value })
        }

        func create(_ factory: () throws -> Service::Instance) throws -> SourcedInstance {
            // Nobody else begins a renewal while this one runs.
            isDue.value = false
            return leased(try factory())
        }

        func create(_ factory: () async throws -> Service::Instance) async throws -> SourcedInstance {
            isDue.value = false
            return leased(try await factory())
        }
    }

    @Test(arguments: [(false, false), (true, false), (true, true)])
    func `a leased instance is no deeper, and its renewal is not built on it`(isAsync: Bool, asksAtOnce: Bool)
        async throws
    {
        let env = env
        let (source, runs) = (Source(), Cell(0))
        if isAsync {
            env.registerAsync(
                Part.self, name: nil, scope: .singleton, needs: nil, onShutdown: nil, fileID: #fileID, line: #line,
                makeSource: { _ in source },
                factory: {
                    if runs.increment() == 1 { return Part() }
                    return asksAtOnce ? try env.resolve(Part.self) : try await env.resolveAsync(Part.self)
                })
            env.registerAsync(Whole.self) { Whole(try await env.resolveAsync(Part.self)) }
        } else {
            env.register(
                Part.self, name: nil, scope: .singleton, needs: nil, onShutdown: nil, fileID: #fileID, line: #line,
                makeSource: { _ in source }, factory: { runs.increment() == 1 ? Part() : try env.resolve(Part.self) })
            env.register(Whole.self) { Whole(try env.resolve(Part.self)) }
        }
        let part = try await env.resolveAsync(Part.self)
        let whole = try await ServiceEnv.$maxResolutionDepth.withValue(1) { try await env.resolveAsync(Whole.self) }
        #expect(whole.part === part)
        source.makeDue()
        #expect(await ServiceKind.asynchronous.failure(Part.self, in: env)?.circle == ["Part", "Part"])
    }

    @Test(arguments: scopes) func `a service that was created meanwhile closes no cycle`(scope: ServiceScope)
        async throws
    {
        let env = env
        let (runs, found) = (Cell(0), Recorder<Result<Part, ServiceError>>())
        let held = Cell<Part?>(nil)
        env.register(Part.self, scope: scope) {
            guard runs.increment() == 1 else { return Part() }
            // This creation counts no longer, so another thread creates the service.
            env.resetCaches()
            env.resetScope(.custom("session"))
            let isCreated = Gate()
            let other = Threads(1) { _ in
                held.value = env.outcome(Part.self).value
                isCreated.open()
            }
            isCreated.wait()
            withExtendedLifetime(other) {}
            found.record(env.outcome(Part.self))
            return Part()
        }
        let first = try await onThreads(1) { _ in env.outcome(Part.self).value }[0]
        let other = try #require(held.value)
        #expect(found.all.map { $0.value === other } == [true], "\(found.all)")
        #expect(first !== other)
        #expect(runs.value == 2)
    }

    @Test(arguments: scopes) func `nor does an asynchronous one`(scope: ServiceScope) async throws {
        let env = env
        let (runs, found) = (Cell(0), Recorder<Result<Part, ServiceError>>())
        let held = Cell<Part?>(nil)
        env.registerAsync(Part.self, scope: scope) {
            guard runs.increment() == 1 else { return Part() }
            env.resetCaches()
            env.resetScope(.custom("session"))
            held.value = try await Task.detached { try await env.resolveAsync(Part.self) }.value
            do throws(ServiceError) {
                found.record(.success(try await env.resolveAsync(Part.self)))
            } catch {
                found.record(.failure(error))
            }
            return Part()
        }
        let first = try await env.resolveAsync(Part.self)
        let other = try #require(held.value)
        #expect(found.all.map { $0.value === other } == [true], "\(found.all)")
        #expect(first !== other)
    }

    @Test(arguments: [(false, false), (true, false), (true, true)])
    func `nor does one that was created with a lease meanwhile`(isAsync: Bool, asksAtOnce: Bool) async throws {
        let env = env
        let (source, runs, found) = (Source(), Cell(0), Recorder<Part?>())
        let held = Cell<Part?>(nil)
        if isAsync {
            env.registerAsync(
                Part.self, name: nil, scope: .singleton, needs: nil, onShutdown: nil, fileID: #fileID, line: #line,
                makeSource: { _ in source },
                factory: {
                    guard runs.increment() == 1 else { return Part() }
                    env.resetCaches()
                    held.value = try await Task.detached { try await env.resolveAsync(Part.self) }.value
                    found.record(asksAtOnce ? try env.resolve(Part.self) : try await env.resolveAsync(Part.self))
                    return Part()
                })
        } else {
            env.register(
                Part.self, name: nil, scope: .singleton, needs: nil, onShutdown: nil, fileID: #fileID, line: #line,
                makeSource: { _ in source },
                factory: {
                    guard runs.increment() == 1 else { return Part() }
                    env.resetCaches()
                    let isCreated = Gate()
                    let other = Threads(1) { _ in
                        held.value = env.outcome(Part.self).value
                        isCreated.open()
                    }
                    isCreated.wait()
                    withExtendedLifetime(other) {}
                    found.record(try env.resolve(Part.self))
                    return Part()
                })
        }
        let first = try await Task.detached { try await env.resolveAsync(Part.self) }.value
        let other = try #require(held.value)
        #expect(found.all.map { $0 === other } == [true])
        #expect(first !== other)
        #expect(try await env.resolveAsync(Part.self) === other)
    }
}
