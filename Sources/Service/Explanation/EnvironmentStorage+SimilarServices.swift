extension EnvironmentStorage {
    /// The names of registered services, here or in a parent, that resemble one that is missing, or are it under another
    /// name.
    func similarServices(to service: ServiceIdentity) -> [String] {
        let wanted = String(describing: service.type)
        var candidates: Set<String> = []
        var environment: EnvironmentStorage? = self
        while let current = environment {
            for identity in current.registry.withLock({ $0.layers.registrations.keys }) {
                if identity.type == service.type || String(describing: identity.type) != wanted {
                    candidates.insert(name(of: identity))
                }
            }
            environment = current.parent
        }
        let named = candidates.filter { $0.hasPrefix(name(of: ServiceIdentity(service.type)) + "(") }.sorted()
        return named + SimilarNames.of(wanted, among: candidates.subtracting(named), count: max(0, 3 - named.count))
    }
}
