#if PostgreSQL
import Foundation
import PostgresClient
import PostgresServers
import Testing

@Suite(.timeLimit(.minutes(5)), .enabled(if: PostgresTools.areInstalled)) struct PostgresConnectionTests {
    /// Runs a test on a connection to a database that is empty.
    static func run<Value: Sendable>(
        _ body: @escaping @Sendable (PostgresConnection) throws -> Value
    ) async throws -> Value {
        let server = try await PostgresServer.shared.value
        let client = try server.client(try await server.database())
        let value = try await client.run(body)
        await client.close()
        return value
    }

    @Test func `values of every type come back as they were sent, also NULL`() async throws {
        let id = UUID()
        try await Self.run { connection in
            let answer = try connection.query(
                "SELECT $1, $2, $3, $4, $5, $6::text",
                [
                    .text("ü'\\\n🪑"), .integer(.min), .date("2020-02-29"), .uuid(id), .bytes([0, 0xFF, 0x0A]),
                    .text(""),
                ])
            #expect(answer.text(0, 0) == "ü'\\\n🪑" && answer.text(0, 5) == "" && answer.text(0, 2) == "2020-02-29")
            #expect(try answer.integer(0, 1) == .min)
            #expect(try answer.uuid(0, 3) == id)
            #expect(try answer.data(0, 4) == [0, 0xFF, 0x0A])
            let none = try connection.query(
                "SELECT $1, $2, $3, $4, $5", [.text(nil), .integer(nil), .date(nil), .uuid(nil), .bytes(nil)])
            #expect((0..<5).allSatisfy { none.text(0, $0) == nil })
            #expect(none.count == 1 && none.text(1, 0) == nil && none.text(0, 9) == nil)
        }
    }

    @Test func `a text that PostgreSQL would cut off is refused`() async throws {
        await #expect(throws: PostgresError.unreadable(details: "PostgreSQL's texts hold no NUL.")) {
            try await Self.run { _ = try $0.query("SELECT $1", [.text("a\0b")]) }
        }
    }

    @Test func `a statement is prepared once, for each types of its values`() async throws {
        try await Self.run { connection in
            for _ in 0..<3 { try connection.query("SELECT $1", [.text("a")]) }
            try connection.query("SELECT $1", [.integer(1)])
            #expect(try connection.query("SELECT count(*) FROM pg_prepared_statements").integer(0, 0) == 3)
        }
    }

    @Test func `a refusal says what it is, and the connection goes on`() async throws {
        try await Self.run { connection in
            try connection.script("CREATE TABLE t (x int CONSTRAINT once UNIQUE); INSERT INTO t VALUES (1)")
            do {
                try connection.query("INSERT INTO t VALUES (1)")
                Issue.record("The number is there twice.")
            } catch PostgresError.refused(let error) {
                #expect(error.code == "23505" && error.constraint == "once")
            }
            #expect(try connection.query("SELECT x FROM t").count == 1)
        }
    }

    @Test func `a transaction that throws, is not to be kept or went wrong leaves nothing`() async throws {
        struct Stop: Error {}
        try await Self.run { connection in
            try connection.script("CREATE TABLE t (x bigint)")
            #expect(throws: Stop.self) {
                try connection.transaction { connection -> (result: Int, keep: Bool) in
                    try connection.query("INSERT INTO t VALUES ($1)", [.integer(1)])
                    throw Stop()
                }
            }
            let changed = try connection.transaction { (try $0.query("INSERT INTO t VALUES (2)").changed, keep: false) }
            #expect(changed == 1)
            #expect {
                try connection.transaction { connection in
                    _ = try? connection.query("INSERT INTO nowhere VALUES (3)")
                    return ((), keep: true)
                }
            } throws: { error in
                guard case PostgresError.refused(let refusal) = error else { return false }
                return refusal.code == "25P02"
            }
            #expect(try connection.query("SELECT x FROM t").count == 0)
            try connection.transaction { (try $0.query("INSERT INTO t VALUES (4)").changed, keep: true) }
            #expect(try connection.query("SELECT x FROM t").integer(0, 0) == 4)
        }
    }

    @Test func `a server says what it is`() async throws {
        let facts = try await Self.run { $0.facts }
        #expect(facts.timeline == 1 && facts.synchronousStandbys.isEmpty && facts.encoding == "UTF8")
    }
}
#endif
