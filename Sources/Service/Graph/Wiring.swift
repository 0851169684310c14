/// The registrations of an environment at one moment, with their needs.
struct Wiring {
    let registrations: [ServiceIdentity: Registration]
    let needs: [Dependency]

    init(_ registrations: [ServiceIdentity: Registration]) {
        self.registrations = registrations
        needs = registrations.flatMap { service, registration in registration.dependencies(of: service) }
    }

    /// Whether a singleton holds a service with a shorter life.
    func isCaptive(_ need: Dependency) -> Bool {
        guard need.kind != .provided else { return false }
        guard registrations[need.from]?.scope == .singleton, let held = registrations[need.to] else { return false }
        // What takes arguments is created for the occasion, not held by mistake.
        return held.scope != .singleton && !need.to.hasArguments
    }

    /// The needs that must be met before an instance exists, by the service that has them.
    var immediate: [ServiceIdentity: [ServiceIdentity]] {
        Dictionary(grouping: needs.filter { !$0.isDeferred && $0.from != $0.to || isOwnCycle($0) }, by: \.from)
            .mapValues { $0.map(\.to) }
    }

    private func isOwnCycle(_ need: Dependency) -> Bool {
        !need.isDeferred && need.from == need.to && !need.from.hasArguments
    }
}

extension EnvironmentStorage {
    /// Everything registered here and in the parents, and what it needs.
    var wiring: Wiring { Wiring(registrations) }
}
