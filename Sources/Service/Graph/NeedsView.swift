import Synchronization

/// The registrations of an environment at one moment, with their needs.
struct NeedsView {
    /// One registration's need of a service.
    struct Need: Hashable {
        let from: ServiceIdentity
        let to: ServiceIdentity
        let kind: Kind
        /// Whether it can be done without.
        var isOptional = false

        enum Kind: Hashable {
            case declared
            case observed
            /// Met when an injected property of the instance is first read.
            case deferred
        }
    }

    let registrations: [ServiceIdentity: Registration]
    let needs: [Need]

    init(_ registrations: [ServiceIdentity: Registration]) {
        self.registrations = registrations
        needs = registrations.flatMap { service, registration in
            registration.needs(of: service)
        }
    }

    /// Whether a singleton holds a service that should live shorter.
    func isCaptive(_ need: Need) -> Bool {
        guard registrations[need.from]?.scope == .singleton, let held = registrations[need.to] else { return false }
        // What takes arguments is made for the occasion, not held by mistake.
        return held.scope != .singleton && !need.to.hasArguments
    }

    /// The needs that must be met before an instance is there, by who has them.
    var immediate: [ServiceIdentity: [ServiceIdentity]] {
        Dictionary(grouping: needs.filter { $0.kind != .deferred && $0.from != $0.to || isOwnCycle($0) }, by: \.from)
            .mapValues { $0.map(\.to) }
    }

    private func isOwnCycle(_ need: Need) -> Bool {
        need.kind != .deferred && need.from == need.to && !need.from.hasArguments
    }
}

extension Registration {
    /// Whether everything that the factory needs is known.
    var isChecked: Bool { needs != nil || isObserved.load(ordering: .relaxed) }

    /// What was declared, and what was observed beyond that.
    func needs(of service: ServiceIdentity) -> [NeedsView.Need] {
        let declared = needs ?? []
        let observed = observed.withLock { $0 }.filter { !declared.contains($0) }
        let deferred = deferred.withLock { $0 }.filter { !observed.contains($0.key) && !declared.contains($0.key) }
        return declared.map { NeedsView.Need(from: service, to: $0, kind: .declared) }
            + observed.map { NeedsView.Need(from: service, to: $0, kind: .observed) }
            + deferred.map { NeedsView.Need(from: service, to: $0, kind: .deferred, isOptional: $1.isOptional) }
    }
}

extension EnvironmentStorage {
    /// Everything registered here and in the parents, and what it needs.
    var needsView: NeedsView { NeedsView(registrations) }
}
