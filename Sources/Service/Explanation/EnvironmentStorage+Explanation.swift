extension EnvironmentStorage {
    /// The error's documented text, and under it what helps to mend it: the path to what failed, where that was registered,
    /// and what it may have been mistaken for.
    func explanation(of error: ServiceError, resolving service: ServiceIdentity, isMain: Bool) -> String {
        let outer = ResolutionFrame.currentPath
        let path = path(from: service, toFailureOf: error)
        let culprit = path.last ?? service
        var lines = [error.description]
        lines.append("While resolving: \((outer + path).map { name(of: $0) }.joined(separator: " -> "))")
        lines.append("Environment: \(self.name)")
        for step in path {
            guard let found = lookUp(step) else { continue }
            lines.append("'\(name(of: step))' was registered at \(found.registration.location).")
            if found.isMain, !isMain {
                lines.append("It belongs to the main actor: inject it with @MainService or @MainProvider.")
            }
        }
        if !isRegistered(culprit, isMain: true) { lines.append(advice(on: culprit)) }
        return lines.joined(separator: "\n")
    }

    /// The services from one to the one of its needs that an error is about, as far as needs were observed.
    private func path(from service: ServiceIdentity, toFailureOf error: ServiceError) -> [ServiceIdentity] {
        guard let failed = error.serviceType, name(of: service) != failed else { return [service] }
        let needs = Dictionary(grouping: wiring.needs, by: \.from)
        var previous: [ServiceIdentity: ServiceIdentity] = [:]
        var queue = [service]
        var next = 0
        while next < queue.count {
            let current = queue[next]
            next += 1
            for need in needs[current] ?? [] where need.to != service && previous[need.to] == nil {
                previous[need.to] = current
                queue.append(need.to)
                guard name(of: need.to) == failed else { continue }
                var path = [need.to]
                while let step = path.last.flatMap({ previous[$0] }) { path.append(step) }
                return path.reversed()
            }
        }
        return [service]
    }

    private func advice(on service: ServiceIdentity) -> String {
        let name = name(of: ServiceIdentity(service.type))
        let similar = similarServices(to: service)
        let hint = similar.isEmpty ? "" : "Similar services are registered: \(similar.joined(separator: ", ")).\n"
        return hint
            + "Register it before it is first used, env.register(\(name).self) { … }, or make the property optional."
    }
}

extension ServiceError {
    /// The service that could not be created, if the error names one.
    fileprivate var serviceType: String? {
        switch self {
        case .notRegistered(let type), .factoryFailed(let type, _): type
        case .circularDependency, .maxDepthExceeded: nil
        }
    }
}
