/// The registrations of an environment at one moment, with their needs.
struct Wiring {
    let registrations: [ServiceIdentity: Registration]
    let needs: [Dependency]
    private let decorators: [ServiceIdentity: [Decorator]]
    private let names: ServiceNames

    /// Finds out what services need.
    ///
    /// - Parameters:
    ///   - registrations: The registrations that count.
    ///   - decorators: The decorators that count for each service that has any.
    init(_ registrations: [ServiceIdentity: Registration], _ decorators: [ServiceIdentity: [Decorator]]) {
        self.registrations = registrations
        self.decorators = decorators
        let needs = registrations.flatMap { service, registration in
            registration.dependencies(of: service).adding(decorators[service]?.needs(of: service) ?? [])
        }
        self.needs = needs
        names = ServiceNames(of: registrations.keys + needs.map(\.to))
    }

    /// Returns the shortest name of a service that tells it from all others that are registered here or needed.
    func name(of service: ServiceIdentity) -> String { names.name(of: service) }

    /// Whether everything that a service needs is known. Of one that declares its needs, the decorators are not waited for.
    func isChecked(_ service: ServiceIdentity) -> Bool {
        guard let registration = registrations[service] else { return false }
        return registration.needs != nil
            || registration.isChecked && decorators[service]?.contains { $0.observed.isRecording } != true
    }

    /// What the factory and the decorators of a service asked environments for that they do not run for.
    func requestsElsewhere(of service: ServiceIdentity) -> [ObservedNeeds.RequestElsewhere] {
        let own = registrations[service]?.requestsElsewhere ?? []
        return (decorators[service] ?? []).reduce(own) { requests, decorator in
            requests + decorator.observed.requestsElsewhere.filter { !requests.contains($0) }
        }
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
    var wiring: Wiring { Wiring(registrations, decorators) }

    /// The decorators of each service that count here. Those of the parents wrap nothing that is registered here.
    private var decorators: [ServiceIdentity: [Decorator]] {
        let inherited = parent?.decorators ?? [:]
        return registry.withLock { registry in
            inherited.filter { registry.layers.find($0.key).registration == nil }
                .merging(registry.layers.decorators) { $0 + $1 }
        }
    }
}
