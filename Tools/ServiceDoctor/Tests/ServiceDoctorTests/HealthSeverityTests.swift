import ServiceDoctor
import Testing

@Suite struct HealthSeverityTests {
    private func severities(_ body: String) -> [Severity] {
        let code = """
            import ServiceHealth
            actor ImportService {
                func run(_ rows: [Row]) async throws -> [Item] {
                    \(body)
                }
            }
            """
        return Doctor(configuration: DoctorConfiguration(only: ["health_not_recorded"]))
            .check(sources: [("Sources/App/ImportService.swift", code)]).findings.map(\.severity)
    }

    @Test(arguments: [
        ("for row in rows { do { items.append(try item(row)) } catch { skipped += 1 } }; return items", Severity.note),
        ("for name in names { do { return try model(name) } catch { continue } }; return []", .note),
        ("return rows.compactMap { row in do { return try item(row) } catch { return nil } }", .note),
        ("for row in rows { do { try keep(row) } catch { return [] } }; return items", .warning),
        ("do { return try await all(rows) } catch { return [] }", .warning),
        ("while isOpen { do { try await send() } catch { log(\"Not sent\") } }; return []", .warning),
    ])
    func `the failure of one item of many, or of one candidate, is a note`(_ body: String, _ expected: Severity) {
        #expect(severities(body) == [expected])
    }

    private func recorded(by recording: String, tracker: String = "for service: Kind") -> [Severity] {
        let service = """
            final class RateService {
                func rates() async -> Rates {
                    do { return try await fetch() } catch { return .shipped }
                }
            }
            """
        let manager = "final class HealthMonitor { func recordFailure(\(tracker), error: any Error) { count += 1 } }"
        let sources = [
            ("Sources/App/RateService.swift", service), ("Sources/App/Recording.swift", recording),
            ("Sources/App/HealthMonitor.swift", manager),
        ]
        return Doctor(configuration: DoctorConfiguration(only: ["health_not_recorded"]))
            .check(sources: sources).findings.map(\.severity)
    }

    @Test(arguments: [
        ("final class PriceService { CALL }", Severity.warning),
        ("final class Prices: PriceServiceProtocol { CALL }", .warning),
        ("extension PriceClient { CALL }", .warning),
        ("final class ChatStore { CALL }", .note),
        ("import ServiceHealth\nfinal class ChatStore { CALL }", .warning),
    ])
    func `a service is told to record what another service records`(_ recording: String, _ expected: Severity) {
        let call = "func failed(_ error: any Error) { health.recordFailure(for: .prices, error: error) }"
        #expect(recorded(by: recording.replacing("CALL", with: call)) == [expected])
    }

    @Test(arguments: [
        ("modelID: id", "modelID: String", Severity.note),
        ("for: .main", "for provider: Provider", .note),
        ("for: host", "for key: String", .note),
        ("for: .prices", "for service: Kind", .warning),
    ])
    func `a tracker of models, hosts and the like has no entry for a service`(
        _ argument: String, _ parameter: String, _ expected: Severity
    ) {
        let recording = """
            final class PriceService {
                func failed(_ error: any Error) { health.recordFailure(\(argument), error: error) }
            }
            """
        #expect(recorded(by: recording, tracker: parameter) == [expected])
    }
}
