/// How a request was answered.
@usableFromInline
struct Resolved {
    /// The instance, if it is shared; nil if a new one was written to the output.
    @usableFromInline let instance: Instance?
    /// The leases that the instance is valid under.
    let leases: Leases

    init(_ instance: Instance? = nil, _ leases: Leases = Leases()) {
        self.instance = instance
        self.leases = leases
    }

    /// Whether the instance is leased, so that no wrapper should store it.
    @usableFromInline var isLeased: Bool { !leases.isEmpty }
}
