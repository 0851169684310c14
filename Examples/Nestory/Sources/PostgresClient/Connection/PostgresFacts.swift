#if PostgreSQL
/// What a server says of itself.
public struct PostgresFacts: Sendable, Equatable {
    /// How often a standby was promoted since the cluster was made; nil for a standby.
    public var timeline: UInt32?
    /// Which standbys must confirm a commit; empty where none must.
    public var synchronousStandbys: String
    /// The database's encoding.
    public var encoding: String
}
#endif
