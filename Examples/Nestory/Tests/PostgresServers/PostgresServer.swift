#if PostgreSQL
import Foundation
public import PostgresClient
import Synchronization

/// A real server in a temporary folder, which only this machine can reach.
public final class PostgresServer: Sendable {
    /// Where it listens.
    public let port: Int
    private let folder: URL
    private let name: String
    /// The one connection on which databases are made.
    private let makers = Mutex<PostgresClient?>(nil)

    private var data: String { folder.appending(path: name).path }

    private init(_ folder: URL, _ name: String) throws {
        self.folder = folder
        self.name = name
        port = try PostgresTools.freePort()
    }

    /// A cluster that nobody has used, from which others are copied, as that is faster.
    private static let template = Task {
        let folder = try await PostgresTools.makeFolder()
        try ServerKeeper.shared?.keep(folder)
        let data = folder.appending(path: "template").path
        try await PostgresTools.run(
            "initdb",
            [
                "-D", data, "-U", "nestory", "--auth=trust", "-E", "UTF8", "--locale=C", "--no-sync", "--wal-segsize=1",
            ])
        let settings = """
            fsync = off
            shared_buffers = 16MB
            max_connections = 200
            listen_addresses = '127.0.0.1'
            unix_socket_directories = ''
            wal_keep_size = 64MB
            wal_retrieve_retry_interval = 100ms
            """
        try await PostgresTools.runAsUser(["sh", "-c", "echo \"$1\" >> \"$2/postgresql.conf\"", "sh", settings, data])
        return data
    }

    /// The server for tests that only need a database. It ends with the process.
    public static let shared = Task {
        let server = try await make()
        try await server.start()
        return server
    }

    private static func make() async throws -> PostgresServer {
        let folder = try await PostgresTools.makeFolder()
        try ServerKeeper.shared?.keep(folder)
        let server = try PostgresServer(folder, "primary")
        try await PostgresTools.runAsUser(["cp", "-a", try await template.value, server.data])
        return server
    }

    /// Runs a test with a server of its own, which is removed afterwards, with all its standbys.
    public static func run(_ body: (PostgresServer) async throws -> Void) async throws {
        let server = try await make()
        do {
            try await server.start()
            try await body(server)
        } catch {
            try await server.remove()
            throw error
        }
        try await server.remove()
    }

    private func remove() async throws {
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
            let data = folder.appending(path: name).path
            guard FileManager.default.fileExists(atPath: data + "/postmaster.pid") else { continue }
            try await PostgresTools.run("pg_ctl", ["-D", data, "-m", "immediate", "-w", "stop"])
        }
        try FileManager.default.removeItem(at: folder)
    }

    // MARK: Its life

    /// Starts the server, and waits until it answers.
    public func start() async throws {
        do {
            try await PostgresTools.run(
                "pg_ctl", ["-D", data, "-l", data + ".log", "-o", "-p \(port)", "-w", "-s", "start"])
        } catch let failure as PostgresTools.Failure {
            let log = (try? String(contentsOfFile: data + ".log", encoding: .utf8)) ?? ""
            throw PostgresTools.Failure(description: failure.description + log.suffix(2000))
        }
    }

    /// Stops the server, which tells its clients.
    public func stop() async throws {
        try await PostgresTools.run("pg_ctl", ["-D", data, "-m", "fast", "-w", "-s", "stop"])
    }

    /// Kills the server and everything that belongs to it at once, as a power failure would.
    public func kill() async throws {
        let main = try pid()
        let all = try [main] + Self.children(of: main)
        for pid in all { _ = Foundation.kill(pid, SIGKILL) }
        try await eventually { all.allSatisfy { Foundation.kill($0, 0) != 0 } }
        try FileManager.default.removeItem(atPath: data + "/postmaster.pid")
    }

    private func pid() throws -> Int32 {
        let text = try String(contentsOfFile: data + "/postmaster.pid", encoding: .utf8)
        guard let pid = text.split(separator: "\n").first.flatMap({ Int32($0) }) else {
            throw PostgresTools.Failure(description: "The server does not run.")
        }
        return pid
    }

    private static func children(of pid: Int32) throws -> [Int32] {
        try String(contentsOfFile: "/proc/\(pid)/task/\(pid)/children", encoding: .utf8)
            .split(separator: " ").compactMap { Int32($0.filter(\.isNumber)) }
    }

    // MARK: What it is asked

    /// The address of one of its databases, to which `options` such as `&sslmode=disable` can be added.
    public func url(
        _ database: String = "postgres", beside others: [PostgresServer] = [], options: String = ""
    ) -> String {
        let hosts = ([self] + others).map { "127.0.0.1:\($0.port)" }.joined(separator: ",")
        // A machine on which everything runs at once may need its time.
        return "postgresql://nestory@\(hosts)/\(database)?connect_timeout=60\(options)"
    }

    /// Connects to a database of this server.
    public func client(
        _ database: String = "postgres", connections: Int = 1, timeouts: PostgresTimeouts = .patient
    ) throws -> PostgresClient {
        let address = try PostgresAddress(url(database, options: "&target_session_attrs=any"), program: "test")
        return PostgresClient(address, connections: connections, timeouts: timeouts)
    }

    /// Runs statements, one after the other.
    ///
    /// - Returns: The first value that the last one answers.
    @discardableResult
    public func sql(_ statements: String..., in database: String = "postgres") async throws -> String? {
        let client = try client(database)
        let answer = try await client.run { connection in
            var answer: String?
            for statement in statements { answer = try connection.script(statement).text(0, 0) }
            return answer
        }
        await client.close()
        return answer
    }

    /// Makes a new database, one after the other: each is a copy of all files of another.
    ///
    /// - Returns: Its name.
    public func database() async throws -> String {
        let name = "d" + UUID().uuidString.lowercased().replacing("-", with: "")
        let client = try makers.withLock { maker in
            let client = try maker ?? self.client()
            maker = client
            return client
        }
        _ = try await client.run { try $0.script("CREATE DATABASE \(name)").count }
        return name
    }

    // MARK: Standbys

    /// Makes a standby that follows this server.
    public func standby(_ name: String = "s1") async throws -> PostgresServer {
        let standby = try PostgresServer(folder, name)
        try await PostgresTools.run(
            "pg_basebackup",
            [
                "-D", standby.data, "-d", "host=127.0.0.1 port=\(port) user=nestory application_name=\(name)", "-R",
                "-X", "stream", "--checkpoint=fast", "--no-sync",
            ])
        try await standby.start()
        try await eventually {
            try await self.sql("SELECT count(*) FROM pg_stat_replication WHERE state = 'streaming'") != "0"
        }
        return standby
    }

    /// Makes commits wait for standbys with these names; empty for none.
    public func synchronize(with names: String) async throws {
        try await sql("ALTER SYSTEM SET synchronous_standby_names = '\(names)'", "SELECT pg_reload_conf()")
        let count = names.isEmpty ? "0" : "1"
        try await eventually {
            try await self.sql("SELECT count(*) FROM pg_stat_replication WHERE sync_state IN ('sync', 'quorum')")
                == count
        }
    }

    /// Makes this standby the primary.
    public func promote() async throws { try await PostgresTools.run("pg_ctl", ["-D", data, "-w", "-s", "promote"]) }

    /// Stops what takes in the primary's log, until ``resumeReceiving(_:)``.
    ///
    /// - Returns: What to resume.
    public func pauseReceiving() async throws -> Int32 {
        let pid = try await sql("SELECT pid FROM pg_stat_wal_receiver").flatMap { Int32($0) }
        guard let pid else { throw PostgresTools.Failure(description: "Nothing is received.") }
        _ = Foundation.kill(pid, SIGSTOP)
        return pid
    }

    /// Goes on after ``pauseReceiving()``.
    public func resumeReceiving(_ pid: Int32) { _ = Foundation.kill(pid, SIGCONT) }
}
#endif
