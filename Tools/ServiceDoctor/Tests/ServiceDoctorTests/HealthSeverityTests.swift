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
}
