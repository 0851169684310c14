#if PostgreSQL
import CLibPQ

/// Where a database is: its hosts, and how to connect to each of them.
///
/// It has no description, so that it does not get into a log.
public struct PostgresAddress: Sendable {
    /// The parameters for each host, in the order in which the address names them.
    let hosts: [[(name: String, value: String)]]

    /// Reads an address.
    ///
    /// - Parameters:
    ///   - text: A URL that begins with `postgresql://`, as libpq reads it. Several hosts are separated by commas.
    ///   - program: What the server shall call this program.
    /// - Throws: ``PostgresAddressError``.
    public init(_ text: String, program: String) throws(PostgresAddressError) {
        guard text.hasPrefix("postgresql://") || text.hasPrefix("postgres://") else { throw .malformed }
        var given = try Self.parameters(of: text)
        if given["password"] != nil || given["sslpassword"] != nil { throw .containsPassword }
        given.merge(Self.defaults(program)) { given, _ in given }
        given["client_encoding"] = "UTF8"
        given["options"] = ([given["options"]].compactMap { $0 } + [Self.serverSettings]).joined(separator: " ")
        hosts = try Self.split(given)
    }

    /// What libpq shall do unless the address says otherwise.
    ///
    /// A host that vanishes answers nothing: after two seconds of silence it is asked three times, a second apart, and
    /// what was sent must arrive within three seconds.
    private static func defaults(_ program: String) -> [String: String] {
        [
            "application_name": program, "connect_timeout": "2", "keepalives": "1", "keepalives_count": "3",
            "keepalives_idle": "2", "keepalives_interval": "1", "target_session_attrs": "read-write",
            "tcp_user_timeout": "3000",
        ]
    }

    /// What the server shall do for every connection: it ends what nobody waits for any more, and nobody waits long for
    /// a lock.
    private static let serverSettings = """
        -c DateStyle=ISO -c lock_timeout=5s -c idle_in_transaction_session_timeout=30s \
        -c client_connection_check_interval=1s
        """

    /// Returns the parameters that an address gives.
    private static func parameters(of text: String) throws(PostgresAddressError) -> [String: String] {
        var message: UnsafeMutablePointer<CChar>?
        guard let options = unsafe PQconninfoParse(text, &message) else {
            unsafe PQfreemem(message)
            throw .malformed
        }
        defer { unsafe PQconninfoFree(options) }
        var parameters: [String: String] = [:]
        var option = unsafe options
        while let keyword = unsafe option.pointee.keyword {
            if let value = unsafe option.pointee.val {
                unsafe parameters[String(cString: keyword)] = String(cString: value)
            }
            unsafe option += 1
        }
        return parameters
    }

    /// Returns the parameters for each host: libpq would take the first that can be written, and that may be an old
    /// primary.
    private static func split(
        _ parameters: [String: String]
    ) throws(PostgresAddressError) -> [[(name: String, value: String)]] {
        var common = parameters
        let lists = ["host", "hostaddr", "port"].compactMap { name in
            common.removeValue(forKey: name).map {
                (name: name, values: $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init))
            }
        }
        let count = lists.filter { $0.name != "port" }.map(\.values.count).max() ?? 1
        guard lists.allSatisfy({ [1, count].contains($0.values.count) }) else { throw .portsDoNotMatch }
        return (0..<count).map { host in
            let own = lists.map { (name: $0.name, value: $0.values.count == 1 ? $0.values[0] : $0.values[host]) }
            return own + common.sorted { $0.key < $1.key }.map { (name: $0.key, value: $0.value) }
        }
    }
}
#endif
