#if Health
import Service
import ServiceHealth
import ServiceTesting
import Testing

// The examples of the docstrings of what macros call, written by hand.
enum GeneratedCallExamples {
    protocol Database: Sendable {}
    struct Memory: Database {}
    protocol HTTPClient: Sendable {}
    struct Network: HTTPClient {}
    struct Rates: Sendable, Equatable { var dollar = 1.1 }

    struct YearReport: ArgumentInjectable, Sendable {
        let database: any Database
        let year: Int

        static var needs: [ServiceNeed] { [ServiceNeed((any Database).self)] }
        static var creation: ArgumentCreation<YearReport> {
            ArgumentCreation { (env: ServiceEnv, year: Int) in
                YearReport(database: try env.resolve((any Database).self), year: year)
            }
        }
    }

    struct Archive: Injectable, Sendable {
        static var needs: [ServiceNeed] {
            [ServiceNeed((any HTTPClient).self), ServiceNeed((any Database).self, name: "primary")]
        }
        static func make(in env: ServiceEnv) -> Archive { Archive() }
    }

    struct Mailer: Sendable {}

    struct Archivist: Sendable {
        let database: any Database
        let mailer: Mailer?

        init(_ database: any Database, mailer: Mailer?) {
            self.database = database
            self.mailer = mailer
        }
    }

    protocol RateService: Sendable {
        func rates() async throws -> Rates
    }

    struct LiveRates: RateService {
        func rates() async throws -> Rates { Rates() }
    }

    final class ResilientRates: RateService, ResilientGuard {
        private let live: any RateService
        private let calls: ResilientCalls

        init(_ live: any RateService, calls: ResilientCalls) {
            self.live = live
            self.calls = calls
        }

        static func guarding(_ live: any RateService, by calls: ResilientCalls) -> any RateService {
            ResilientRates(live, calls: calls)
        }

        func rates() async throws -> Rates {
            try await calls.call("rates", idempotent: true) { () async throws -> Rates in try await live.rates() }
        }
    }

    final class MockRates: RateService, Mock {
        struct Stub: Sendable {
            let rates: AsyncMockMethod<Void, Rates, any Error>
        }
        let stub: Stub

        init(fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column) {
            let origin = MockOrigin(fileID: fileID, filePath: filePath, line: line, column: column)
            stub = Stub(rates: AsyncMockMethod("MockRates.rates()", origin))
        }

        func rates() async throws -> Rates { try await stub.rates(()) }
    }

    @Suite struct Examples {
        @Test func `what takes arguments and needs`() throws {
            let env = ServiceEnv(name: "examples")
            env.register((any Database).self) { Memory() }
            env.register((any Database).self, name: "primary") { Memory() }
            env.register((any HTTPClient).self) { Network() }
            env.register(YearReport.self)
            let report = try env.resolve(YearReport.self, arguments: 2026)
            #expect(report.year == 2026)
            env.register(Archive.self)
            try env.validate()
        }

        @Test func `a factory with arguments declares its needs`() throws {
            let env = ServiceEnv(name: "examples")
            env.register((any Database).self) { Memory() }
            env.register(
                YearReport.self, declaring: [ServiceNeed((any Database).self)],
                arguments: { (year: Int) in
                    YearReport(database: try env.resolve((any Database).self), year: year)
                })
            #expect(try env.resolve(YearReport.self, arguments: 2026).year == 2026)
        }

        @Test(arguments: [true, false]) func `a factory declares needs that depend on an option`(sendsMail: Bool) throws
        {
            let env = ServiceEnv(name: "examples")
            env.register((any Database).self) { Memory() }
            if sendsMail { env.register(Mailer.self) { Mailer() } }
            var needs = [ServiceNeed((any Database).self)]
            if sendsMail { needs.append(ServiceNeed(Mailer.self)) }
            env.register(Archivist.self, declaring: needs) {
                Archivist(try env.resolve((any Database).self), mailer: sendsMail ? try env.resolve(Mailer.self) : nil)
            }
            try env.validate()
            #expect(try (env.resolve(Archivist.self).mailer != nil) == sendsMail)
        }

        @Test func `a guard written by hand`() async throws {
            let env = ServiceEnv(name: "examples")
            env.registerResilient(ResilientRates.self, health: .rates, policy: .server) { LiveRates() }
            let rates = try env.resolve((any RateService).self)
            #expect(try await rates.rates() == Rates())
        }

        @Test func `a double written by hand`() async throws {
            let mock = MockRates()
            mock.stub.rates.returns(Rates())
            #expect(try await mock.rates() == Rates())
        }

        @Test func `a property of a double`() {
            struct Stub {
                let theme = MockProperty<String>(
                    "MockTheme.theme", MockOrigin(fileID: #fileID, filePath: #filePath, line: #line, column: #column))
            }
            struct Double { let stub = Stub() }
            let mock = Double()
            mock.stub.theme.returns("dark")
            mock.stub.theme.set("light")
            #expect(mock.stub.theme.sets == ["light"])
        }
    }
}
#endif
