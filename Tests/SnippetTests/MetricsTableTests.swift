#if Health
@testable import ServiceHealth
import Testing

/// The articles' table of metrics names everything that a backend will see.
struct MetricsTableTests {
    static let articles = ["HealthAndDegradation.md", "HealthAndDegradation.zh-Hans.md"]

    @Test(arguments: articles)
    func `every metric is in the table`(article: String) throws {
        let made = try Set(
            RepositoryFiles.sourcePaths().filter { $0.hasPrefix("Sources/ServiceHealth/") }.flatMap { path in
                try RepositoryFiles.lines(of: path).flatMap { line in
                    line.matches(of: #/"(service_health_\w+)"/#).map { String($0.1) }
                }
            })
        #expect(made.count >= 8)
        let shown = try Set(
            rows(of: article).compactMap { $0.firstMatch(of: #/`(service_health_\w+)`/#).map { String($0.1) } })
        #expect(shown == made)
    }

    @Test(arguments: articles)
    func `every outcome of a call is in the table`(article: String) throws {
        let row = try #require(try rows(of: article).first { $0.contains("service_health_calls_total") })
        for outcome in PipelineMetrics.Outcome.allCases {
            #expect(row.contains("`\(outcome.rawValue)`"), "\(outcome.rawValue)")
        }
    }

    private func rows(of article: String) throws -> [String] {
        try RepositoryFiles.lines(of: "Sources/ServiceHealth/ServiceHealth.docc/Articles/\(article)")
            .filter { $0.hasPrefix("| `service_health_") }
    }
}
#endif
