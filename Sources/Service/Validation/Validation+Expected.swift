extension Validation {
    /// Adds the services that are cached here and cannot be created, because they need what only a child registers.
    ///
    /// An environment creates what it caches without a look at its children, and so does it what that needs.
    mutating func addOutOfReach(_ failures: [ServiceIdentity: DryRun.Failure]) {
        let needs = Dictionary(grouping: wiring.needs, by: \.from)
        for missing in expected.sorted(by: { name($0) < name($1) }) {
            for (service, registration) in sorted(wiring.registrations) where registration.scope.isCached {
                guard let path = path(from: service, to: missing, needs, failures) else { continue }
                add(
                    .missing(service: name(missing), requiredBy: [name(service)]),
                    notes: [
                        place(of: service),
                        """
                        '\(name(service))' is created and cached here, where no child's '\(name(missing))' reaches: \
                        \(path.map(name).joined(separator: " -> ")).
                        """,
                        "Register it as .transient or .graph, or in the child.",
                    ].compactMap(\.self))
            }
        }
    }

    /// The way from a service to one that is missing, through services that are created together with the first.
    private func path(
        from start: ServiceIdentity, to missing: ServiceIdentity, _ needs: [ServiceIdentity: [Dependency]],
        _ failures: [ServiceIdentity: DryRun.Failure]
    ) -> [ServiceIdentity]? {
        var seen: Set = [start]
        var queue = [[start]]
        var next = 0
        while next < queue.count {
            let path = queue[next]
            next += 1
            for need in needs[path[path.count - 1]] ?? [] where isRequired(need, missing, failures) {
                if need.to == missing { return path + [missing] }
                // What is cached has an entry of its own.
                guard wiring.registrations[need.to]?.scope.isCached == false, seen.insert(need.to).inserted else {
                    continue
                }
                queue.append(path + [need.to])
            }
        }
        return nil
    }
}
