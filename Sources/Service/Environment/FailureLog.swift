/// What the latest failed resolutions of an environment were about.
///
/// A ``ServiceError`` has names only. To explain one, its service must be known, and the path to it.
struct FailureLog: ~Copyable, Sendable {
    /// One resolution that failed.
    struct Failure: Sendable {
        let service: ServiceIdentity
        /// What messages call the service. It may be called otherwise when more of that short name are known.
        let name: String
        /// The services being created, from the outermost to the one that failed.
        let path: [ServiceIdentity]
        /// Whether the caller was on the main actor, so that it could have got the services of that.
        let isMain: Bool

        /// A failed request for a service, made while others were being created.
        init(path: [ServiceIdentity], _ service: ServiceIdentity, named name: String, isMain: Bool) {
            self.service = service
            self.name = name
            self.path = path + [service]
            self.isMain = isMain
        }
    }

    /// Far more than threads that fail at the same time; names may be made up at run time, so there must be a limit.
    private static let capacity = 32

    private let failures = Lock<[Failure]>([])

    /// Remembers a failure, and forgets an earlier one of the same service on the same path.
    func add(_ failure: Failure) {
        failures.withLock { failures in
            failures.removeAll { $0.path == failure.path }
            if failures.count == Self.capacity { failures.removeFirst() }
            failures.append(failure)
        }
    }

    /// The latest failures, the newest first.
    var latest: [Failure] { failures.withLock { $0 }.reversed() }
}
