extension EnvironmentStorage {
    /// Returns the shortest name of a service that tells it from what is registered in this environment and its parents, and from
    /// what that declares to need.
    func name(of service: ServiceIdentity) -> String { shortestName(of: service) { _ in [] } }

    /// Returns the shortest name of a service that tells it also from another one, which may be missing.
    func name(of service: ServiceIdentity, beside other: ServiceIdentity) -> String {
        shortestName(of: service) { _ in
            other.type != service.type && "\(other.type)" == "\(service.type)" ? [other.type] : []
        }
    }

    /// Returns the shortest name of a service that may be missing: it tells it also from what was missing before.
    func nameOfMissing(_ service: ServiceIdentity) -> String {
        shortestName(of: service) {
            let name = "\(service.type)"
            return $0.failures.latest.map(\.service.type).filter { $0 != service.type && "\($0)" == name }
        }
    }

    private func shortestName(
        of service: ServiceIdentity, among others: (EnvironmentStorage) -> [any Any.Type]
    ) -> String {
        let namesakes = ([self] + parents).flatMap { $0.currentNames.namesakes(of: service.type) + others($0) }
        return ServiceNames.shortest(service.type, among: namesakes) + service.suffix
    }

    /// The names of what this environment itself has registered, and of what that declares to need.
    private var currentNames: ServiceNames {
        registry.withLock { registry in
            names.withLock { names in
                names.update(version: registry.version) {
                    registry.layers.registrations.flatMap { [$0.key] + ($0.value.needs?.services ?? []) }
                }
                return names
            }
        }
    }
}
