import Synchronization

/// What a factory or a decorator was seen to need, the first time it returned and in the attempts before.
///
/// Each has its own: environments that were derived from each other share factories, but not all decorators.
struct ObservedNeeds: ~Copyable, Sendable {
    /// A request to an environment that the factory or the decorator does not run for.
    struct RequestElsewhere: Equatable {
        /// The name of the environment.
        let environment: String
        let service: ServiceIdentity
    }

    private let isComplete = Atomic<Bool>(false)
    private let resolved = Lock<[ServiceIdentity]>([])
    private let elsewhere = Lock<[RequestElsewhere]>([])
    private let injected = Lock<[ServiceIdentity: InjectedNeed]>([:])

    /// Whether what is resolved is still being recorded.
    var isRecording: Bool { !isComplete.load(ordering: .relaxed) }

    /// Ends the recording, as there was an instance.
    func endRecording() { isComplete.store(true, ordering: .relaxed) }

    /// Records that a service was resolved.
    func record(_ service: ServiceIdentity) {
        resolved.withLock { resolved in
            if !resolved.contains(service) { resolved.append(service) }
        }
    }

    /// Records that another environment was asked than the one that the code runs for.
    func record(_ service: ServiceIdentity, askedIn environment: String) {
        let request = RequestElsewhere(environment: environment, service: service)
        elsewhere.withLock { elsewhere in
            if !elsewhere.contains(request) { elsewhere.append(request) }
        }
    }

    /// Records that an injected property of the instance will resolve a service.
    func record(_ need: InjectedNeed, of service: ServiceIdentity) {
        injected.withLock { $0[service, default: need].add(need) }
    }

    /// What was asked of environments that the code does not run for.
    var requestsElsewhere: [RequestElsewhere] { elsewhere.withLock { $0 } }

    /// What was observed of a service beyond what was declared.
    func dependencies(of service: ServiceIdentity, beyond declared: [ServiceIdentity] = []) -> [Dependency] {
        let resolved = resolved.withLock { $0 }.filter { !declared.contains($0) }
        let injected = injected.withLock { $0 }.filter { !resolved.contains($0.key) && !declared.contains($0.key) }
        return resolved.map { Dependency(from: service, to: $0, kind: .observed) }
            + injected.map { need, kind in
                Dependency(
                    from: service, to: need, kind: kind.isProvided ? .provided : .deferred, isOptional: kind.isOptional)
            }
    }
}
