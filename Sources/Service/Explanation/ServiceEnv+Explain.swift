extension ServiceEnv {
    /// Describes one service: where it was registered, what it needs, what needs it, and which services have similar
    /// names.
    ///
    /// - Parameters:
    ///   - type: The service, registered or not.
    ///   - name: The name it is registered with, if any.
    /// - Returns: A text of several lines for developers.
    public func explain<S>(_ type: S.Type, name: ServiceName? = nil) -> String {
        storage.explain(ServiceIdentity(type, name: name))
    }

    /// Explains an error that resolving threw, in the words of the message that stops the process for a required
    /// property.
    ///
    /// ```swift
    /// do {
    ///     try env.resolve((any Database).self)
    /// } catch {
    ///     log(env.explain(error))
    /// }
    /// ```
    ///
    /// Call it on the environment that threw the error, soon after: the error contains only names, and the environment
    /// remembers the paths of its latest failures.
    ///
    /// - Parameter error: The error. For one that is not a ``ServiceError``, its own description is returned.
    /// - Returns: The error's text, and under it the path, the environment, where services were registered, what may have
    ///   been meant instead, and what to do. For developers, in several lines.
    /// - Complexity: O(n) in the number of services.
    public func explain(_ error: any Error) -> String {
        guard let error = error as? ServiceError else { return "\(error)" }
        return Explanation(of: error, in: storage).text
    }
}

extension EnvironmentStorage {
    func explain(_ service: ServiceIdentity) -> String {
        let wiring = self.wiring
        let shown = wiring.name(of: service)
        var lines: [String] = []
        if let registration = wiring.registrations[service] {
            lines += describe(registration, of: service, as: shown)
            let needs = wiring.needs.filter { $0.from == service }
                .map { wiring.name(of: $0.to) + ($0.isOptional ? " (optional)" : "") }.sorted()
            let unknown =
                wiring.isChecked(service) ? "nothing" : "not known: it was not created yet and declares nothing"
            lines.append("Needs: \(needs.isEmpty ? unknown : needs.joined(separator: ", "))")
            lines += wiring.requestsElsewhere(of: service).map { request in
                "Asks '\(request.environment)' for '\(name(of: request.service))' in its factory: overrides do not reach it."
            }
        } else {
            lines.append("'\(shown)' is not registered in '\(name)'.")
        }
        let users = wiring.needs.filter { $0.to == service }.map { wiring.name(of: $0.from) }.sorted()
        lines.append("Used by: \(users.isEmpty ? "nothing that is known" : users.joined(separator: ", "))")
        guard wiring.registrations[service] != nil else { return (lines + hints(on: service)).joined(separator: "\n") }
        let similar = similarServices(to: service).filter { $0 != name(of: service) }
        if !similar.isEmpty { lines.append("Similar names: \(similar.joined(separator: ", "))") }
        return lines.joined(separator: "\n")
    }

    /// Where a service is registered and how, and what that replaced.
    private func describe(
        _ registration: Registration, of service: ServiceIdentity, as shown: String
    ) -> [String] {
        let kind = registration.isMain ? ", on the main actor" : registration.isAsync ? ", created asynchronously" : ""
        var lines = [
            "'\(shown)' is registered at \(registration.location), \(registration.scope)\(kind)."
        ]
        let replaced = registry.withLock { $0.layers.replaced(service) }.map(\.description)
        if !replaced.isEmpty {
            lines.append("This replaced what was registered at \(replaced.joined(separator: ", ")).")
        }
        for parent in parents {
            let inherited = parent.registry.withLock { $0.layers.find(service).registration }
            guard let inherited, inherited != registration else { continue }
            lines.append("What '\(parent.name)' registered at \(inherited.location) does not count here.")
        }
        return lines
    }
}
