extension EnvironmentStorage {
    /// Stops the process because a required injected service cannot be resolved.
    ///
    /// A missing required service is a mistake in the wiring. Nothing but this stops the process.
    @usableFromInline
    @inline(never)
    func stop(_ error: ServiceError, resolving service: ServiceIdentity, isMain: Bool) -> Never {
        fatalError(explanation(of: error, resolving: service, isMain: isMain))
    }

    /// The error's documented text, and under it what helps to mend it.
    func explanation(of error: ServiceError, resolving service: ServiceIdentity, isMain: Bool) -> String {
        var lines = [error.description]
        let path = unsafe ResolutionFrame.innermost?.pointee.path ?? []
        if !path.isEmpty {
            lines.append("While resolving: \((path + [service]).map { name(of: $0) }.joined(separator: " -> "))")
        }
        lines.append("Environment: \(self.name)")
        if let location = locate(service) {
            lines.append("'\(name(of: service))' was registered at \(location.registration.place).")
            if location.registration.isMain, !isMain {
                lines.append("It belongs to the main actor: inject it with @MainService or @MainProvider.")
            }
        } else {
            lines.append(advice(on: service))
        }
        return lines.joined(separator: "\n")
    }

    private func advice(on service: ServiceIdentity) -> String {
        let name = name(of: ServiceIdentity(service.type))
        let similar = similarServices(to: service)
        let hint = similar.isEmpty ? "" : "Similar services are registered: \(similar.joined(separator: ", ")).\n"
        return hint + "Register it before it is first used, env.register(\(name).self) { … }, or make the property optional."
    }
}
