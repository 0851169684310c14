/// One check of an environment's wiring.
struct Validation {
    private typealias Problem = ServiceValidationError.Problem

    private let storage: EnvironmentStorage
    /// Where factories run; what they create is released with it.
    private let scratch: EnvironmentStorage
    private var problems: [(problem: Problem, notes: [String])] = []

    init(_ storage: EnvironmentStorage) {
        self.storage = storage
        var traits = storage.traits
        traits.isDryRun = true
        // Reported by this check, not by an observer.
        traits.onMissing = nil
        scratch = EnvironmentStorage(name: storage.name, traits: traits, layers: storage.snapshot())
    }

    mutating func run() throws(ServiceValidationError) {
        let failures = runFactories()
        // Read after the run, which observed what was not declared.
        let wiring = storage.wiring
        let missing = missing(in: wiring, failures)
        addMissing(missing, wiring)
        addCycles(wiring)
        addFailures(failures, missing: missing, wiring)
        addCaptives(wiring)
        addDoubles(wiring)
        guard !problems.isEmpty else { return }
        throw ServiceValidationError(problems: problems.map(\.problem), notes: problems.map(\.notes))
    }

    // MARK: Running

    /// Runs the factories that may be run and declare nothing.
    private func runFactories() -> [(service: ServiceIdentity, error: ServiceError)] {
        var failures: [(ServiceIdentity, ServiceError)] = []
        for (service, registration) in sorted(storage.registrations) {
            guard registration.needs == nil, case .sync(let factory) = registration.factory, !factory.isMain,
                !service.hasArguments
            else { continue }
            guard scratch.isRegistered(service, isMain: false) else { continue }
            do throws(ServiceError) {
                try scratch.check(service)
            } catch {
                failures.append((service, error))
            }
        }
        return failures
    }

    // MARK: Problems

    /// The services that are needed and not registered, with those who need them.
    ///
    /// What was only observed counts where the service failed for it: a factory may ask for what it can do without.
    private func missing(
        in wiring: Wiring, _ failures: [(service: ServiceIdentity, error: ServiceError)]
    ) -> [ServiceIdentity: [ServiceIdentity]] {
        var missing: [ServiceIdentity: [ServiceIdentity]] = [:]
        for need in wiring.needs where wiring.registrations[need.to] == nil {
            let isRequired =
                switch need.kind {
                case .declared: true
                case .deferred: !need.isOptional
                case .observed: failures.contains { $0.service == need.from && lacks(need.to, $0.error) }
                }
            if isRequired { missing[need.to, default: []].append(need.from) }
        }
        return missing
    }

    private func lacks(_ service: ServiceIdentity, _ error: ServiceError) -> Bool {
        if case .notRegistered(let name) = error { name == storage.name(of: service) } else { false }
    }

    private mutating func addMissing(_ missing: [ServiceIdentity: [ServiceIdentity]], _ wiring: Wiring) {
        for (service, users) in sorted(missing) {
            let users = sorted(Dictionary(users.map { ($0, ()) }) { first, _ in first }).map(\.0)
            var notes = users.compactMap { place(of: $0, wiring) }
            let similar = storage.similarServices(to: service)
            if !similar.isEmpty { notes.append("Similar services are registered: \(similar.joined(separator: ", ")).") }
            problems.append((.missing(service: name(service), requiredBy: users.map(name)), notes))
        }
    }

    private mutating func addCycles(_ wiring: Wiring) {
        for cycle in Cycles(wiring.immediate).all(sortedBy: name) {
            let notes = cycle.dropLast().compactMap { place(of: $0, wiring) }
            problems.append((.cycle(cycle.map(name)), notes))
        }
    }

    private mutating func addFailures(
        _ failures: [(service: ServiceIdentity, error: ServiceError)], missing: [ServiceIdentity: [ServiceIdentity]],
        _ wiring: Wiring
    ) {
        for (service, error) in failures {
            let problem: Problem
            switch error {
            case .circularDependency:
                continue  // Found in the needs, which were observed on the way.
            case .notRegistered(let type):
                // Whatever needs what is missing fails as well; a name that no need explains is the factory's own word.
                if missing.keys.contains(where: { name($0) == type }) { continue }
                problem = .failed(service: name(service), reason: error.description)
            case .factoryFailed(_, is AsyncServiceNotReadyError):
                continue  // Asynchronous factories are not run here, so this says nothing about the wiring.
            case .factoryFailed(let failed, let underlying):
                problem = .failed(service: failed, reason: "\(underlying)")
            case .maxDepthExceeded:
                problem = .failed(service: name(service), reason: error.description)
            }
            if !problems.contains(where: { $0.problem == problem }) {
                problems.append((problem, [place(of: service, wiring)].compactMap(\.self)))
            }
        }
    }

    private mutating func addCaptives(_ wiring: Wiring) {
        let captives = wiring.needs.filter(wiring.isCaptive).map { need in
            (Problem.captive(service: name(need.from), holds: name(need.to)), [need.from, need.to])
        }
        for (problem, services) in captives.sorted(by: { "\($0.0)" < "\($1.0)" }) {
            problems.append((problem, services.compactMap { place(of: $0, wiring) }))
        }
    }

    private mutating func addDoubles(_ wiring: Wiring) {
        for service in storage.registeredTwice.sorted(by: { name($0) < name($1) }) {
            problems.append((.registeredTwice(service: name(service)), [place(of: service, wiring)].compactMap(\.self)))
        }
    }

    // MARK: Texts

    private func name(_ service: ServiceIdentity) -> String { storage.name(of: service) }

    private func place(of service: ServiceIdentity, _ wiring: Wiring) -> String? {
        wiring.registrations[service].map { "'\(name(service))' is registered at \($0.location)." }
    }

    private func sorted<Value>(_ dictionary: [ServiceIdentity: Value]) -> [(ServiceIdentity, Value)] {
        dictionary.map { ($0.key, $0.value) }.sorted { name($0.0) < name($1.0) }
    }
}

extension EnvironmentStorage {
    /// Creates an instance of a service and drops it.
    fileprivate func check(_ service: ServiceIdentity) throws(ServiceError) {
        func check<S>(_ type: S.Type) -> Result<Void, ServiceError> {
            do throws(ServiceError) {
                _ = try resolve(ServiceRequest(service, isMain: false, isRedirected: false), as: type)
                return .success(())
            } catch {
                return .failure(error)
            }
        }
        try _openExistential(service.type, do: check).get()
    }
}
