#if PostgreSQL
import Testing

@testable import PostgresClient

@Suite struct PostgresAddressTests {
    private static func read(_ text: String) throws -> [[String: String]] {
        try PostgresAddress(text, program: "test").hosts.map { Dictionary($0.map { ($0.name, $0.value) }) { $1 } }
    }

    @Test func `every host gets the parameters of all`() throws {
        let hosts = try Self.read("postgresql://me@h1:5433,h2:5434/inventory?sslmode=require")
        #expect(hosts.map { $0["host"] } == ["h1", "h2"])
        #expect(hosts.map { $0["port"] } == ["5433", "5434"])
        for host in hosts {
            #expect(host["dbname"] == "inventory" && host["user"] == "me" && host["sslmode"] == "require")
            #expect(host["target_session_attrs"] == "read-write" && host["connect_timeout"] == "2")
            #expect(host["tcp_user_timeout"] == "3000" && host["keepalives_idle"] == "2")
            #expect(host["options"]?.contains("client_connection_check_interval=1s") == true)
        }
    }

    @Test func `one port serves all hosts, and what the address says wins`() throws {
        let hosts = try Self.read("postgresql://h1,h2/x?port=5440&target_session_attrs=any&options=-c%20geqo%3Doff")
        #expect(hosts.map { $0["port"] } == ["5440", "5440"])
        #expect(hosts[0]["target_session_attrs"] == "any")
        #expect(hosts[0]["options"]?.hasPrefix("-c geqo=off -c DateStyle=ISO") == true)
    }

    @Test(arguments: [
        ("postgresql://me:secret@h1/x", PostgresAddressError.containsPassword),
        ("postgresql://h1/x?password=secret", .containsPassword), ("nestory.db", .malformed),
        ("host=h1 password=secret", .malformed), ("postgresql://h1:abc/x?what=1", .malformed), ("", .malformed),
        ("postgresql://h1:1,h2:2/x?port=1,2,3", .portsDoNotMatch),
    ])
    func `what is no address, or tells a secret, is refused`(text: String, error: PostgresAddressError) {
        #expect(throws: error) { try PostgresAddress(text, program: "test") }
    }

    @Test(arguments: [
        ("FATAL:  28P01: password authentication failed\nLOCATION: x", "28P01"),
        ("connection to server at \"h\", port 1 failed: FATAL:  3D000: database \"12345\" does not exist", "3D000"),
        ("connection to server at \"h\" (127.0.0.1), port 1 failed: Connection refused", nil),
    ])
    func `the code of a refusal is found in its text`(message: String, code: String?) {
        #expect(PostgresConnection.code(in: message) == code)
    }
}
#endif
