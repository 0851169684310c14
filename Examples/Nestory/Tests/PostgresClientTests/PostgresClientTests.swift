#if PostgreSQL
import Foundation
import PostgresClient
import PostgresServers
import Testing

@Suite(.timeLimit(.minutes(5)), .enabled(if: PostgresTools.areInstalled)) struct PostgresClientTests {
    /// Runs a test with a client, and closes it.
    private static func run(
        connections: Int = 1, _ timeouts: PostgresTimeouts = .patient,
        _ body: (PostgresClient) async throws -> Void
    ) async throws {
        let client = try await PostgresServer.shared.value.client(connections: connections, timeouts: timeouts)
        try await body(client)
        await client.close()
    }

    /// Does something again until it is not refused for waiting too long.
    private static func untilTaken(_ work: () async throws -> Void) async throws {
        while true {
            do { return try await work() } catch PostgresError.busy {}
        }
    }

    private static func backend(_ client: PostgresClient) async throws -> String? {
        try await client.run { try $0.query("SELECT pg_backend_pid()::text").text(0, 0) }
    }

    @Test func `many tasks share few connections`() async throws {
        try await Self.run(connections: 3) { (client: PostgresClient) async throws in
            let pids = try await withThrowingTaskGroup(of: String?.self) { group in
                for _ in 0..<50 { group.addTask { try await Self.backend(client) } }
                return try await group.reduce(into: Set<String?>()) { $0.insert($1) }
            }
            #expect((1...3).contains(pids.count) && !pids.contains(nil))
        }
    }

    @Test func `work that waits too long for a connection is refused, and is not done`() async throws {
        try await Self.run(.limited { $0.queue = .milliseconds(20) }) { (client: PostgresClient) async throws in
            let (isBusy, begin) = AsyncStream<Void>.makeStream()
            let mayEnd = DispatchSemaphore(value: 0)
            // The thread itself may need longer to begin than work may wait for it.
            async let first: Void = Self.untilTaken {
                try await client.run { _ in
                    begin.yield()
                    mayEnd.wait()
                }
            }
            for await _ in isBusy { break }
            await #expect(throws: PostgresError.busy) { try await client.run { _ in Issue.record("It was done.") } }
            await #expect(throws: PostgresError.busy) { try await client.run { _ in Issue.record("It was done.") } }
            mayEnd.signal()
            try await first
            // The thread may need longer than others are allowed to wait for it.
            try await eventually { (try? await Self.backend(client)) != nil }
        }
    }

    @Test func `work that is cancelled while it waits is not done`() async throws {
        try await Self.run { (client: PostgresClient) async throws in
            let (isBusy, begin) = AsyncStream<Void>.makeStream()
            let mayEnd = DispatchSemaphore(value: 0)
            async let first: Void = client.run { _ in
                begin.yield()
                mayEnd.wait()
            }
            for await _ in isBusy { break }
            let second = Task { try await client.run { _ in Issue.record("It was done.") } }
            second.cancel()
            await #expect(throws: CancellationError.self) { try await second.value }
            mayEnd.signal()
            try await first
        }
    }

    @Test func `a statement is cancelled with its task, and the connection is kept`() async throws {
        try await Self.run { (client: PostgresClient) async throws in
            let before = try await Self.backend(client)
            let (isRunning, begin) = AsyncStream<Void>.makeStream()
            let task = Task {
                try await client.run { connection in
                    begin.yield()
                    _ = try connection.query("SELECT pg_sleep(60)")
                }
            }
            for await _ in isRunning { break }
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
            for _ in 0..<20 { #expect(try await Self.backend(client) == before) }
        }
    }

    @Test func `a statement that takes too long is cancelled`() async throws {
        try await Self.run(.limited { $0.statement = .seconds(2) }) { (client: PostgresClient) async throws in
            await #expect(throws: PostgresError.timedOut) {
                try await client.run { _ = try $0.query("SELECT pg_sleep(60)") }
            }
            #expect(try await Self.backend(client) != nil)
        }
    }

    @Test func `a connection that the server has closed is replaced before it is used`() async throws {
        try await PostgresServer.run { server in
            let client = try server.client()
            let before = try await Self.backend(client)
            try await server.stop()
            try await server.start()
            let after = try await Self.backend(client)
            #expect(after != nil && after != before)
            await client.close()
        }
    }

    @Test func `a connection that is lost in a statement has done nothing`() async throws {
        try await Self.run { (client: PostgresClient) async throws in
            let killer = try await PostgresServer.shared.value.client()
            await #expect {
                try await client.run { connection in
                    let pid = try connection.query("SELECT pg_backend_pid()").text(0, 0) ?? ""
                    let isDone = DispatchSemaphore(value: 0)
                    Task {
                        _ = try await killer.run { try $0.script("SELECT pg_terminate_backend(\(pid))").count }
                        isDone.signal()
                    }
                    isDone.wait()
                    try connection.query("SELECT pg_sleep(60)")
                }
            } throws: { error in
                guard case PostgresError.lost = error else { return false }
                return true
            }
            #expect(try await Self.backend(client) != nil)
            await killer.close()
        }
    }

    @Test func `what is closed refuses what waits and what comes`() async throws {
        try await Self.run { (client: PostgresClient) async throws in
            #expect(try await Self.backend(client) != nil)
            await client.close()
            await #expect(throws: PostgresError.closed) { try await Self.backend(client) }
        }
    }

    @Test func `a server that accepts and never answers is given up after two seconds`() async throws {
        let silent = try SilentServer()
        let address = try PostgresAddress("postgresql://127.0.0.1:\(silent.port)/x", program: "test")
        let client = PostgresClient(address, connections: 1)
        let began = ContinuousClock.now
        await #expect(throws: PostgresError.self) { try await client.run { _ in } }
        let took = began.duration(to: .now)
        #expect(took > .seconds(1.9) && took < .seconds(60))
        let task = Task { try await client.run { _ in } }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        await client.close()
    }

    @Test func `a password that is missing and a database that is not there have their codes`() async throws {
        let server = try await PostgresServer.shared.value
        let address = try PostgresAddress(server.url("nowhere"), program: "test")
        let client = PostgresClient(address, connections: 1)
        await #expect {
            try await client.run { _ in }
        } throws: { error in
            guard case PostgresError.refused(let refusal) = error else { return false }
            return refusal.code == "3D000"
        }
        await client.close()
    }
}
#endif
