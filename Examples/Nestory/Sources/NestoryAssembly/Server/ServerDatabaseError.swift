/// Why a server database cannot be used. It never holds the address.
public enum ServerDatabaseError: Error, Sendable, Equatable {
    /// The program has no code for it.
    case notBuiltIn
    /// The address cannot be read.
    case malformed
    /// The address holds a password.
    case containsPassword
    /// The address names other numbers of hosts and ports.
    case portsDoNotMatch

    /// What is wrong and what to do.
    public var message: String {
        switch self {
        case .notBuiltIn: "This program was built without PostgreSQL."
        case .malformed: "Give --database-url an address such as postgresql://nestory@host1,host2/nestory."
        case .containsPassword:
            """
            Leave the password out of --database-url, as everybody on this machine can read it there. \
            Put it into the file that PGPASSFILE names, or into PGPASSWORD.
            """
        case .portsDoNotMatch: "Give --database-url one port for all hosts, or one for each."
        }
    }
}
