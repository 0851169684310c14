import Synchronization
import Testing

@_spi(Lock) @testable import Service

/// The needs of a service are known once its factory has returned, not once something else took its place.
@Suite struct SourcedNeedsTests {
    private final class Settings: Sendable {}
    private final class Database: Sendable {}
    private final class Store: Sendable {}

    /// Runs the factory, and returns something else with a lease where that fails.
    private final class Source: CreationSource {
        let lease = Lease { false }
        var standby: SourcedInstance? { nil }

        func create(_ factory: () throws -> Service::Instance) throws -> SourcedInstance {
            do { return SourcedInstance(try factory()) } catch { return SourcedInstance(.of(Store()), lease: lease) }
        }

        func create(_ factory: () async throws -> Service::Instance) async throws -> SourcedInstance {
            do {
                return SourcedInstance(try await factory())
            } catch {
                return SourcedInstance(.of(Store()), lease: lease)
            }
        }
    }

    private let env = ServiceEnv(name: "sourced")
    private let source = Source()
    private let isDown = Cell(true)

    private func edges(_ env: ServiceEnv) -> [String] { env.graph.edges.map { "\($0.from) -> \($0.to)" } }

    /// Registers a store that resolves its settings, and its database if that is not down.
    private func register(_ scope: ServiceScope = .singleton, async isAsync: Bool) {
        let (source, isDown) = (source, isDown)
        env.register(Settings.self) { Settings() }
        env.register(Database.self) { Database() }
        let create: @Sendable () throws -> Store = {
            try ServiceEnv.current.resolve(Settings.self)
            if isDown.value { throw Refused() }
            try ServiceEnv.current.resolve(Database.self)
            return Store()
        }
        if isAsync {
            env.registerAsync(
                Store.self, name: nil, scope: scope, needs: nil, onShutdown: nil, fileID: #fileID, line: #line,
                makeSource: { _ in source }, factory: { try create() })
        } else {
            env.register(
                Store.self, name: nil, scope: scope, needs: nil, onShutdown: nil, fileID: #fileID, line: #line,
                makeSource: { _ in source }, factory: create)
        }
    }

    private func isChecked(in env: ServiceEnv) -> Bool? { env.graph.nodes.first { $0.service == "Store" }?.isChecked }

    @Test(arguments: [ServiceScope.singleton, .transient, .graph], [false, true])
    func `a first creation that the factory failed leaves the needs open`(
        scope: ServiceScope, isAsync: Bool
    ) async throws {
        register(scope, async: isAsync)
        try await env.resolveAsync(Store.self)
        #expect(edges(env) == ["Store -> Settings"])
        #expect(isChecked(in: env) == false)
        isDown.value = false
        source.lease.end()
        try await env.resolveAsync(Store.self)
        #expect(edges(env) == ["Store -> Database", "Store -> Settings"])
        #expect(isChecked(in: env) == true)
    }

    /// Runs the factory the first time, and returns something else with a lease from then on.
    private final class ServingSource: CreationSource {
        private let lease = Lease { false }
        private let isDown = Cell(false)
        private let note: @Sendable () -> Void
        var standby: SourcedInstance? { nil }

        init(note: @escaping @Sendable () -> Void) { self.note = note }

        func create(_ factory: () throws -> Service::Instance) throws -> SourcedInstance {
            note()
            guard isDown.value else {
                isDown.value = true
                do { return SourcedInstance(try factory()) } catch { note() }
                return SourcedInstance(.of(Store()), lease: lease)
            }
            return SourcedInstance(.of(Store()), lease: lease)
        }

        func create(_ factory: () async throws -> Service::Instance) async throws -> SourcedInstance {
            throw Refused()
        }
    }

    @Test(arguments: [ServiceScope.transient, .graph])
    func `what answers in place of the factory leaves others their short way to cached services`(
        scope: ServiceScope
    ) throws {
        let env = env
        let isTracking = Recorder<Bool>()
        let note: @Sendable () -> Void = {
            isTracking.record(env.storage.identity.trackingCount.load(ordering: .relaxed) > 0)
        }
        let source = ServingSource(note: note)
        env.register(
            Store.self, name: nil, scope: scope, needs: nil, onShutdown: nil, fileID: #fileID, line: #line,
            makeSource: { _ in source },
            factory: {
                note()
                throw Refused()
            })
        for _ in 0..<3 { try env.resolve(Store.self) }
        // Before the factory, in it, and in what is created in its place; and then twice without it.
        #expect(isTracking.all == [false, true, true, false, false])
        note()
        #expect(isTracking.all.last == false)
    }

    @Test func `what is created from a leased instance is known`() async throws {
        register(async: false)
        env.register([Store].self) { [env] in [try env.resolve(Store.self)] }
        try env.resolve([Store].self)
        #expect(env.graph.nodes.first { $0.service.contains("Array") }?.isChecked == true)
    }
}
