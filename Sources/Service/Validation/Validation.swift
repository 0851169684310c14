/// One check of an environment's wiring.
struct Validation {
    typealias Problem = ServiceValidationError.Problem

    let storage: EnvironmentStorage
    /// The services that a child environment will register, and that are not registered here.
    let expected: Set<ServiceIdentity>
    private(set) var wiring: Wiring
    private var entries: [ServiceValidationError.Entry] = []

    init(_ storage: EnvironmentStorage, expecting services: [ServiceIdentity]) {
        self.storage = storage
        let wiring = storage.wiring
        self.wiring = wiring
        expected = Set(services.filter { wiring.registrations[$0] == nil })
    }

    func run() throws(ServiceValidationError) {
        let empty = self
        let dryRun = DryRun(of: storage, in: empty.precedes) { empty.error(after: $0) }
        dryRun.run()
        if let error = error(after: dryRun) { throw error }
    }

    /// Everything that is wrong, as far as factories have run; nil if nothing is.
    private func error(after dryRun: DryRun) -> ServiceValidationError? {
        var validation = self
        validation.check(dryRun.failures)
        return validation.entries.isEmpty ? nil : ServiceValidationError(entries: validation.entries)
    }

    private mutating func check(_ failures: [ServiceIdentity: DryRun.Failure]) {
        // Read again after the run, which observed what was not declared.
        wiring = storage.wiring
        let missing = missing(failures)
        addMissing(missing)
        addOutOfReach(failures)
        addCycles()
        addFailures(failures, missing: missing)
        addRequestsElsewhere()
        addCaptives()
        addDoubles()
    }

    mutating func add(_ problem: Problem, text: String? = nil, notes: [String]) {
        entries.append(ServiceValidationError.Entry(problem: problem, text: text, notes: notes))
    }

    // MARK: Problems

    /// The services that are needed and neither registered nor expected, with those who need them.
    private func missing(
        _ failures: [ServiceIdentity: DryRun.Failure]
    ) -> [ServiceIdentity: [ServiceIdentity]] {
        var missing: [ServiceIdentity: [ServiceIdentity]] = [:]
        for need in wiring.needs where wiring.registrations[need.to] == nil && !expected.contains(need.to) {
            if isRequired(need, need.to, failures) { missing[need.to, default: []].append(need.from) }
        }
        return missing
    }

    /// Whether a service fails when `missing` is not registered, directly or through what it needs.
    ///
    /// What was only observed counts where the service failed for it: a factory may ask for what it can do without.
    func isRequired(
        _ need: Dependency, _ missing: ServiceIdentity, _ failures: [ServiceIdentity: DryRun.Failure]
    ) -> Bool {
        if need.isOptional { return false }
        guard need.kind == .observed else { return true }
        guard let failure = failures[need.from], case .notRegistered = failure.error else { return false }
        return failure.subject == missing
    }

    private mutating func addMissing(_ missing: [ServiceIdentity: [ServiceIdentity]]) {
        for (service, users) in sorted(missing) {
            let users = sorted(Dictionary(users.map { ($0, ()) }) { first, _ in first }).map(\.0)
            add(
                .missing(service: name(service), requiredBy: users.map(name)),
                notes: users.compactMap { place(of: $0) } + storage.hints(on: service))
        }
    }

    private mutating func addCycles() {
        for cycle in Cycles(wiring.immediate).all(sortedBy: name) {
            add(.cycle(cycle.map(name)), notes: cycle.dropLast().compactMap { place(of: $0) })
        }
    }

    private mutating func addFailures(
        _ failures: [ServiceIdentity: DryRun.Failure], missing: [ServiceIdentity: [ServiceIdentity]]
    ) {
        var reported: [(problem: Problem, subject: ServiceIdentity?)] = []
        for (service, failure) in sorted(failures) {
            var subject: ServiceIdentity? = service
            let problem: Problem
            switch failure.error {
            case .circularDependency:
                continue  // Found in the needs, which were observed on the way.
            case .notRegistered:
                // Whatever needs what is missing fails as well; what no need explains is the factory's own word.
                if let lacking = failure.subject, missing[lacking] != nil || expected.contains(lacking) { continue }
                problem = .failed(service: name(service), reason: failure.error.description)
            case .factoryFailed(_, is AsyncServiceNotReadyError):
                continue  // Asynchronous factories are not run here, so this says nothing about the wiring.
            case .factoryFailed(let failed, let underlying):
                subject = failure.subject
                problem = .failed(service: subject.map(name) ?? failed, reason: "\(underlying)")
            case .maxDepthExceeded:
                problem = .failed(service: name(service), reason: failure.error.description)
            }
            // Contributions to one type fail alike, and each is a problem of its own.
            let isKnown = reported.contains { known in
                known.problem == problem && (known.subject == subject || known.subject == nil || subject == nil)
            }
            guard !isKnown else { continue }
            reported.append((problem, subject))
            add(problem, notes: [place(of: subject ?? service)].compactMap(\.self))
        }
    }

    /// Adds the factories that were seen to ask an environment that they captured.
    private mutating func addRequestsElsewhere() {
        for (service, _) in sorted(wiring.registrations) {
            for request in wiring.requestsElsewhere(of: service) {
                let other = request.environment == storage.name ? "another environment named" : "the environment"
                let reason = """
                    It asks \(other) '\(request.environment)' for '\(name(request.service))', but runs for \
                    '\(storage.name)', whose registrations and overrides do not reach it.
                    """
                add(
                    .failed(service: name(service), reason: reason),
                    text: "[captured environment] The factory of '\(name(service))' captured an environment. \(reason)",
                    notes: [
                        place(of: service),
                        "Ask ServiceEnv.current in the factory, or the environment that it is registered in.",
                    ].compactMap(\.self))
            }
        }
    }

    private mutating func addCaptives() {
        let captives = wiring.needs.filter(wiring.isCaptive).map { need in
            (Problem.captive(service: name(need.from), holds: name(need.to)), [need.from, need.to])
        }
        for (problem, services) in captives.sorted(by: { "\($0.0)" < "\($1.0)" }) {
            add(problem, notes: services.compactMap { place(of: $0) })
        }
    }

    private mutating func addDoubles() {
        for service in storage.registeredTwice.sorted(by: { name($0) < name($1) }) {
            add(.registeredTwice(service: name(service)), notes: [place(of: service)].compactMap(\.self))
        }
    }

    // MARK: Texts

    func name(_ service: ServiceIdentity) -> String { wiring.name(of: service) }

    func place(of service: ServiceIdentity) -> String? {
        wiring.registrations[service].map { "'\(name(service))' is registered at \($0.location)." }
    }

    /// Whether a service comes before another: by name, and contributions to one type, which share theirs, by place.
    func precedes(_ one: ServiceIdentity, _ other: ServiceIdentity) -> Bool { order(of: one) < order(of: other) }

    private func order(of service: ServiceIdentity) -> (name: String, file: String, line: UInt) {
        let place = wiring.registrations[service]?.location
        return (name(service), place.map { "\($0.fileID)" } ?? "", place?.line ?? 0)
    }

    func sorted<Value>(_ dictionary: [ServiceIdentity: Value]) -> [(ServiceIdentity, Value)] {
        dictionary.map { ($0.key, $0.value) }.sorted { precedes($0.0, $1.0) }
    }
}
