#if PostgreSQL
import Foundation
import PostgresServers

/// PostgreSQL's own benchmark.
enum Pgbench {
    /// Runs a script with prepared statements.
    ///
    /// - Parameter transactions: How often each client runs it. Not for how long: pgbench ends that with a signal, and the
    ///   threads of Swift's tasks start programs with all signals blocked.
    /// - Returns: How often it was run in a second, by all clients.
    static func run(
        _ script: String, clients: Int, transactions: Int, at server: PostgresServer
    ) async throws -> Double {
        let file = FileManager.default.temporaryDirectory.appending(path: "nestory-pgbench-\(UUID().uuidString).sql")
        try Data(script.utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let ids = PostgresSample.read.enumerated().flatMap { ["-D", "id\($0.offset)=\($0.element.uuidString)"] }
        let options = ["-n", "-M", "prepared", "-c", "\(clients)", "-j", "2", "-t", "\(transactions)", "-f", file.path]
        let place = ["-h", "127.0.0.1", "-p", "\(server.port)", "-U", "nestory", "postgres"]
        let output = try await PostgresTools.run("pgbench", options + ids + place)
        guard let match = output.firstMatch(of: /tps = ([0-9.]+)/), let rate = Double(match.1) else {
            throw PostgresTools.Failure(description: "pgbench did not say how fast it was:\n\(output)")
        }
        return rate
    }
}
#endif
