/// How one of the program's services does, as people and programs are told.
public struct ServiceStatus: Sendable, Equatable {
    /// The service's name, which stays the same in every language: `inventory`.
    public var service: String
    /// Whether it does all that it should.
    public var isWorking: Bool
    /// Whether something else answers in its place: last known items or rates, for example.
    public var isReplaced: Bool
    /// Whether it can be read but not changed.
    public var refusesChanges: Bool
    /// Of when the answers are that replace it; nil where they have no age.
    public var asOf: Timestamp?
    /// Since when it does not work.
    public var since: Timestamp?
    /// When it is tried again.
    public var retryAt: Timestamp?
    /// Why it does not work and what to do, in words for people; nil where nobody knows better.
    public var cause: String?
    /// The newest copy of the inventory, where that helps.
    public var newestCopy: Backup?
    /// Whether changes of single items are kept on this device while it refuses changes.
    public var keepsChanges = false
    /// How many machines have a change before it counts; nil where the inventory is a file, or nobody knows.
    public var machines: Int?

    /// Describes a service; without more, one that works.
    public init(
        service: String, isWorking: Bool = true, isReplaced: Bool = false, refusesChanges: Bool = false,
        asOf: Timestamp? = nil, since: Timestamp? = nil, retryAt: Timestamp? = nil, cause: String? = nil,
        newestCopy: Backup? = nil
    ) {
        self.service = service
        self.isWorking = isWorking
        self.isReplaced = isReplaced
        self.refusesChanges = refusesChanges
        self.asOf = asOf
        self.since = since
        self.retryAt = retryAt
        self.cause = cause
        self.newestCopy = newestCopy
    }
}
