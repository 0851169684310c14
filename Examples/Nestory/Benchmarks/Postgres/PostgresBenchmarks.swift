#if PostgreSQL
import Foundation
import Inventory
import InventoryPostgres
import PostgresClient
import PostgresServers

/// Compares Nestory's client with `pgbench`, PostgreSQL's own: the same statements, the same database, as many
/// connections, in turns.
///
/// It prints how much Nestory does for each thing that pgbench does, and fails where that is under its limit.
@main struct PostgresBenchmarks {
    /// How many connections there are, and how many tasks or clients of pgbench use them.
    private static let connections = 8
    private static let rounds = 7
    private static let time = Duration.seconds(2)

    static func main() async throws {
        guard PostgresTools.areInstalled else {
            print("There is no PostgreSQL server here, so Nestory on PostgreSQL was not measured.")
            print("Scripts/install-requirements.sh --postgres installs one.")
            return
        }
        var isFast = true
        try await PostgresServer.run { server in
            let address = try PostgresAddress(server.url(), program: "bench")
            let database = PostgresDatabase(address, connections: connections)
            let inventory = PostgresInventory(database)
            try await PostgresSample.fill(inventory)
            print("Nestory on PostgreSQL: \(connections) tasks, median of \(rounds) rounds in turns with pgbench")
            for load in [PostgresLoad.reads, .changes] {
                isFast = try await compare(load, inventory, server) && isFast
            }
            await database.close()
        }
        if !isFast { exit(1) }
    }

    /// Measures one kind of work.
    ///
    /// - Returns: Whether Nestory is within its limit.
    private static func compare(
        _ load: PostgresLoad, _ inventory: PostgresInventory, _ server: PostgresServer
    ) async throws -> Bool {
        var (own, theirs, ratios): ([Double], [Double], [Double]) = ([], [], [])
        var transactions = 20
        // The first round warms up, and shows how much pgbench does in the time.
        for round in 0...rounds {
            let ours = try await measure { try await load.work(inventory, $0) }
            let pgbench = try await Pgbench.run(
                load.script, clients: connections, transactions: transactions, at: server)
            transactions = max(20, Int(pgbench * (time / .seconds(1))) / connections)
            guard round > 0 else { continue }
            own.append(ours)
            theirs.append(pgbench * load.perTransaction)
            ratios.append(ours / (pgbench * load.perTransaction))
        }
        let ratio = median(ratios)
        let isFast = ratio >= load.limit
        print(
            String(
                format: "  %@  Nestory %6.0f/s  pgbench %6.0f/s  ratio %.2f (%.2f to %.2f)  limit %.2f  %@",
                load.name.padding(toLength: 14, withPad: " ", startingAt: 0), median(own), median(theirs), ratio,
                ratios.min() ?? 0, ratios.max() ?? 0, load.limit, isFast ? "ok" : "TOO SLOW"))
        return isFast
    }

    /// Does something in as many tasks as there are connections.
    ///
    /// - Parameter work: Gets how often its task has done it before.
    /// - Returns: How often it was done in a second.
    private static func measure(_ work: @escaping @Sendable (Int) async throws -> Void) async throws -> Double {
        let began = ContinuousClock.now
        let count = try await withThrowingTaskGroup(of: Int.self) { group in
            for task in 0..<connections {
                group.addTask {
                    var count = 0
                    while began.duration(to: .now) < time {
                        try await work(task + count)
                        count += 1
                    }
                    return count
                }
            }
            return try await group.reduce(0, +)
        }
        return Double(count) / (began.duration(to: .now) / .seconds(1))
    }

    private static func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }
}
#else
/// Without PostgreSQL there is nothing to measure.
@main struct PostgresBenchmarks {
    static func main() { print("This program was built without PostgreSQL.") }
}
#endif
