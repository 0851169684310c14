import Service
import Testing

private protocol Database: Sendable { var name: String { get } }
private struct NamedDatabase: Database { let name: String }
private struct Analytics: Sendable {}
private struct Report: Sendable, Equatable {
    let database: String
    let hasAnalytics: Bool
}
private final class Model { let report: String; init(_ report: String) { self.report = report } }

@Suite struct NeedTests {
    private let env = ServiceEnv(name: "app")

    private func registerReport() {
        env.register(
            Report.self, scope: .transient,
            needs: Need((any Database).self, name: "replica"), Need.optional(Analytics.self)
        ) { database, analytics in
            Report(database: database.name, hasAnalytics: analytics != nil)
        }
    }

    @Test func `a factory receives what has a name, and nil for what is missing`() throws {
        registerReport()
        env.register((any Database).self) { NamedDatabase(name: "primary") }
        env.register((any Database).self, name: "replica") { NamedDatabase(name: "replica") }
        #expect(try env.resolve(Report.self) == Report(database: "replica", hasAnalytics: false))
        env.register(Analytics())
        #expect(try env.resolve(Report.self) == Report(database: "replica", hasAnalytics: true))
    }

    @Test func `an optional need that fails is an error`() {
        registerReport()
        env.register((any Database).self, name: "replica") { NamedDatabase(name: "replica") }
        env.register(Analytics.self) { throw Refused(number: 1) }
        #expect(env.failure(Report.self)?.failure?.service == "Analytics")
    }

    @Test func `named needs are drawn with their names, and an optional one that is absent is not missing`() throws {
        registerReport()
        env.register((any Database).self, name: "replica") { NamedDatabase(name: "replica") }
        try env.validate()
        #expect(
            env.graph.edges == [
                .init(from: "Report", to: "Analytics", isOptional: true),
                .init(from: "Report", to: "Database(replica)"),
            ])
        #expect(env.graph.missing.isEmpty)
        #expect(env.graph.absent == ["Analytics"])
        #expect(env.explain(Report.self).contains("Needs: Analytics (optional), Database(replica)"))
    }

    @Test func `a named need that nobody registered is missing`() throws {
        registerReport()
        let error = #expect(throws: ServiceValidationError.self) { try env.validate() }
        #expect(error?.problems == [.missing(service: "Database(replica)", requiredBy: ["Report"])])
        #expect(env.graph.missing == ["Database(replica)"])
    }

    @Test func `a service that is needed twice is optional only if both needs are`() throws {
        env.register(Report.self, needs: Need(Analytics.self), Need.optional(Analytics.self)) { _, second in
            Report(database: "", hasAnalytics: second != nil)
        }
        let error = #expect(throws: ServiceValidationError.self) { try env.validate() }
        #expect(error?.problems == [.missing(service: "Analytics", requiredBy: ["Report"])])
    }

    @Test @MainActor func `a main-actor factory has such needs as well`() throws {
        env.registerMain(Model.self, needs: Need(Report.self, name: "yearly"), .optional(Analytics.self)) {
            Model("\($0.database) \($1 == nil)")
        }
        env.register(Report.self, name: "yearly") { Report(database: "archive", hasAnalytics: false) }
        #expect(try env.resolveMain(Model.self).report == "archive true")
    }

    @Test func `an asynchronous factory awaits such needs`() async throws {
        env.registerAsync((any Database).self, name: "replica") { NamedDatabase(name: "replica") }
        env.registerAsync(Report.self, needs: Need((any Database).self, name: "replica"), .optional(Analytics.self)) {
            Report(database: $0.name, hasAnalytics: $1 != nil)
        }
        #expect(try await env.resolveAsync(Report.self) == Report(database: "replica", hasAnalytics: false))
        env.registerAsync(Analytics.self) { Analytics() }
        env.resetCaches()
        #expect(try await env.resolveAsync(Report.self) == Report(database: "replica", hasAnalytics: true))
    }

    @Test func `overrides reach needs with a name`() throws {
        registerReport()
        env.register((any Database).self, name: "replica") { NamedDatabase(name: "replica") }
        let preview = env.derived(name: "preview")
        preview.register((any Database).self, name: "replica") { NamedDatabase(name: "fake") }
        #expect(try preview.resolve(Report.self).database == "fake")
    }

    @Test func `there may be as many needs as there are parameters`() throws {
        env.register(1)
        env.register("a")
        env.register(true)
        env.register([Int].self, needs: Int.self, Int.self, Int.self, Int.self, Int.self, Int.self, Int.self, Int.self)
        {
            [$0, $1, $2, $3, $4, $5, $6, $7]
        }
        env.register(
            [String].self, needs: Need(String.self), Need(Int.self), Need(Bool.self), Need.optional(Double.self),
            Need(Int.self), Need(Int.self), Need(Int.self), Need.optional(Int.self)
        ) { a, b, c, d, e, f, g, h in
            [a, "\(b) \(c) \(d as Any) \(e) \(f) \(g) \(h ?? 0)"]
        }
        #expect(try env.resolve([Int].self) == Array(repeating: 1, count: 8))
        #expect(try env.resolve([String].self) == ["a", "1 true nil 1 1 1 1"])
    }
}
