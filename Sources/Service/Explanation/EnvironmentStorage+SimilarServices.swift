extension EnvironmentStorage {
    /// The names of registered services, here or in a parent, that resemble one that is missing, or are it under another
    /// name.
    func similarServices(to service: ServiceIdentity) -> [String] {
        let wanted = String(describing: service.type)
        let candidates = Set(registrations.keys.map { name(of: $0, beside: service) })
        let named = candidates.filter { $0.hasPrefix(name(of: ServiceIdentity(service.type)) + "(") }.sorted()
        return named + SimilarNames.of(wanted, among: candidates.subtracting(named), count: max(0, 3 - named.count))
    }
}
