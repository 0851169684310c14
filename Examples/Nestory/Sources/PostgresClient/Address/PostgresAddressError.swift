#if PostgreSQL
/// Why a text is no address of a database. It never holds the text, which others should not see.
public enum PostgresAddressError: Error, Sendable, Equatable {
    /// libpq cannot read it.
    case malformed
    /// It holds a password, which everybody could see who lists the machine's processes.
    case containsPassword
    /// It does not name as many ports as hosts.
    case portsDoNotMatch
}
#endif
