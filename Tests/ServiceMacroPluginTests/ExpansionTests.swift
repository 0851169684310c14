#if Macros
import Testing

/// What the macros write, letter by letter, for the examples of the documentation.
@Suite struct ExpansionTests {
    @Test func `a guard calls the service through the pipeline`() {
        Expansion.check(
            """
            @Resilient
            public protocol RateService: Sendable {
                @Idempotent @Fallback func rates(for day: Day) async throws -> Rates
                func publish(_ rates: Rates) async throws(RateError)
                var base: String { get }
            }
            """,
            becomes: """
                public protocol RateService: Sendable {
                    func rates(for day: Day) async throws -> Rates
                    func publish(_ rates: Rates) async throws(RateError)
                    var base: String { get }
                }

                public final class ResilientRateService: RateService, ResilientGuardWithStandIn {
                    nonisolated let _live: any RateService
                    nonisolated let _standIn: any RateService
                    nonisolated let _calls: ResilientCalls

                    public nonisolated init(_ live: any RateService, standIn: any RateService, calls: ResilientCalls) {
                        _live = live
                        _standIn = standIn
                        _calls = calls
                    }

                    public nonisolated static func guarding(_ live: any RateService, standIn: any RateService, by calls: ResilientCalls) -> any RateService {
                        ResilientRateService(live, standIn: standIn, calls: calls)
                    }

                    public func rates(for day: Day) async throws -> Rates {
                        try await _calls.call("rates", idempotent: true) { () async throws -> Rates in
                            try await _live.rates(for: day)
                        } fallback: { () async throws -> Rates in
                            try await _standIn.rates(for: day)
                        }
                    }

                    public func publish(_ rates: Rates) async throws(RateError) {
                        try await _calls.callTyped("publish", idempotent: false) { () async throws(RateError) -> Void in
                            try await _live.publish(rates)
                        }
                    }

                    public var base: String {
                        get {
                            _live.base
                        }
                    }
                }
                """)
    }

    @Test func `a double has a stub for each requirement`() {
        Expansion.check(
            """
            @Mock(of: (any SummaryService).self)
            protocol Summaries {
                func summary(in currency: Currency, _ year: Int) async throws -> Summary
                var title: String { get set }
            }
            """,
            becomes: """
                protocol Summaries {
                    func summary(in currency: Currency, _ year: Int) async throws -> Summary
                    var title: String { get set }
                }

                final class MockSummaries: SummaryService, Mock {
                    nonisolated struct Stub: Sendable {
                        let summary: AsyncMockMethod<(currency: Currency, year: Int), Summary, any Error>
                        let title: MockProperty<String>

                        fileprivate init(_ origin: MockOrigin) {
                            summary = AsyncMockMethod("MockSummaries.summary(in:_:)", origin)
                            title = MockProperty("MockSummaries.title", origin)
                        }
                    }

                    nonisolated let stub: Stub

                    nonisolated init(
                        fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
                    ) {
                        stub = Stub(MockOrigin(fileID: fileID, filePath: filePath, line: line, column: column))
                    }

                    func summary(in currency: Currency, _ year: Int) async throws -> Summary {
                        try await stub.summary((currency: currency, year: year))
                    }

                    var title: String {
                        get {
                            stub.title.get()
                        }
                        set {
                            stub.title.set(newValue)
                        }
                    }
                }
                """)
    }

    @Test func `an injectable type names its needs and creates itself`() {
        Expansion.check(
            """
            @Injectable final class Uploader: Uploading {
                init(client: any HTTPClient, @Named("primary") database: any Database, limit: Int = 3) throws {}
            }
            """,
            becomes: """
                final class Uploader: Uploading {
                    init(client: any HTTPClient, @Named("primary") database: any Database, limit: Int = 3) throws {}
                }

                extension Uploader: Injectable {
                    nonisolated static var needs: [ServiceNeed] {
                        [ServiceNeed((any HTTPClient).self), ServiceNeed((any Database).self, name: "primary")]
                    }

                    nonisolated static func make(in env: ServiceEnv) throws -> Self {
                        try Self(client: env.resolve((any HTTPClient).self), database: env.resolve((any Database).self, name: "primary"))
                    }
                }
                """)
    }

    @Test func `an injectable type with arguments takes them in order`() {
        Expansion.check(
            """
            @Injectable
            public struct Report {
                public init(@Passed year: Int, database: Database, @Passed author: String) {}
            }
            """,
            becomes: """
                public struct Report {
                    public init(@Passed year: Int, database: Database, @Passed author: String) {}
                }

                extension Report: ArgumentInjectable {
                    public nonisolated static var needs: [ServiceNeed] {
                        [ServiceNeed(Database.self)]
                    }

                    public nonisolated static var creation: ArgumentCreation<CreatedInstance> {
                        ArgumentCreation { (env: ServiceEnv, argument1: Int, argument2: String) in
                            try Self(year: argument1, database: env.resolve(Database.self), author: argument2)
                        }
                    }
                }
                """)
    }
}
#endif
