#if PostgreSQL
import PostgresClient
#endif

/// A database on a server, which takes the place of the inventory's file.
public struct ServerDatabase: Sendable {
    #if PostgreSQL
    let address: PostgresAddress
    #endif
    /// How many connections to use at most.
    let connections: Int

    /// Reads the address of a database.
    ///
    /// - Parameters:
    ///   - url: The address, which begins with `postgresql://`.
    ///   - connections: How many connections to use at most.
    /// - Throws: ``ServerDatabaseError``.
    public init(_ url: String, connections: Int = 8) throws(ServerDatabaseError) {
        self.connections = connections
        #if PostgreSQL
        do throws(PostgresAddressError) {
            address = try PostgresAddress(url, program: "nestory")
        } catch {
            switch error {
            case .malformed: throw .malformed
            case .containsPassword: throw .containsPassword
            case .portsDoNotMatch: throw .portsDoNotMatch
            }
        }
        #else
        throw .notBuiltIn
        #endif
    }
}
