import Synchronization

/// What there is to say about a resolution that failed: the documented text of the error, and under it what helps to mend
/// it.
struct Explanation {
    private let error: ServiceError
    private let environment: EnvironmentStorage
    /// The services being created, from the outermost to the one that failed, as far as they are known.
    private let path: [ServiceIdentity]
    /// The service that the error names, where it is known: the last of the path.
    private let subject: ServiceIdentity?
    /// Whether the caller could have got the services of the main actor.
    private let isMain: Bool
    /// Where the property is that asked; nil for a call of `resolve`.
    private let place: SourceLocation?

    /// Explains an error to the one who asked for the last service of a path.
    init(
        of error: ServiceError, in environment: EnvironmentStorage, resolving request: FailureLog.Failure,
        place: SourceLocation? = nil
    ) {
        self.error = error
        self.environment = environment
        self.place = place
        guard let failed = error.serviceType, request.name != failed else {
            path = request.path
            subject = error.serviceType.map { _ in request.service }
            isMain = request.isMain
            return
        }
        // The service fails for another one, or was missing under another name. The latest failure of that name on a path through the
        // service was about it; others failed for it meanwhile.
        let failures = environment.failures(of: failed)
        let failure = failures.first { $0.path.contains(request.service) } ?? failures.first
        let inner = failure.flatMap { failure in
            failure.path.lastIndex(of: request.service).map { failure.path[($0 + 1)...] }
        }
        path = request.path + (inner ?? (failure.map { [$0.service] } ?? [])[...])
        subject = failure?.service
        isMain = failure?.isMain ?? request.isMain
    }

    /// Explains an error that somebody caught.
    init(of error: ServiceError, in environment: EnvironmentStorage) {
        self.error = error
        self.environment = environment
        place = nil
        let failure = error.serviceType.flatMap { environment.failures(of: $0).first }
        isMain = failure?.isMain ?? false
        path = failure?.path ?? error.serviceType.flatMap { environment.service(named: $0) }.map { [$0] } ?? []
        subject = path.last
    }

    /// The text for developers, in several lines.
    var text: String {
        var lines = [error.description]
        if path.count > 1 || place != nil {
            lines.append("While resolving: \(path.map(name).joined(separator: " -> "))")
        }
        let ancestors = environment.parents.map { "'\($0.name)'" }.joined(separator: ", ")
        lines.append("Environment: \(environment.name)" + (ancestors.isEmpty ? "" : ", a child of \(ancestors)"))
        if let place { lines.append("Injected at \(place).") }
        return (lines + places + advice).joined(separator: "\n")
    }

    /// Where the services of the path, or of the error's chain, were registered.
    private var places: [String] {
        let registrations = environment.registrations
        var steps: [ServiceIdentity] = []
        for step in path + error.chain.compactMap({ environment.service(named: $0) }) where !steps.contains(step) {
            steps.append(step)
        }
        return steps.compactMap { step in
            registrations[step].map { "'\(name(of: step))' was registered at \($0.location)." }
        }
    }

    /// What the text calls a service: as the error does, if it names it.
    private func name(of service: ServiceIdentity) -> String {
        if service == subject, let name = error.serviceType { return name }
        return environment.name(of: service)
    }

    private var advice: [String] {
        guard case .notRegistered(let name) = error else { return [] }
        guard let service = subject else {
            return environment.hints(onName: name) + environment.emptyEnvironmentHint
        }
        guard let registration = environment.registrations[service] else {
            return environment.hints(on: service) + [environment.registerAdvice(service, isMain: isMain, place != nil)]
                + environment.emptyEnvironmentHint
        }
        if !isMain, registration.isMain || environment.isDecoratedOnMain(service) {
            let use =
                place == nil ? "resolve it there with resolveMain" : "inject it with @MainService or @MainProvider"
            return ["It belongs to the main actor: \(use)."]
        }
        return ["It is registered now: the error is older, or comes from another environment."]
    }
}

extension EnvironmentStorage {
    /// The latest failures of services of this name, here and in the parents, the newest first.
    fileprivate func failures(of name: String) -> [FailureLog.Failure] {
        ([self] + parents).flatMap { $0.failures.latest }.filter { $0.name == name }
    }

    /// The registered service that messages call by a name.
    fileprivate func service(named name: String) -> ServiceIdentity? {
        registrations.keys.first { self.name(of: $0) == name }
    }

    fileprivate func isDecoratedOnMain(_ service: ServiceIdentity) -> Bool {
        ([self] + parents).contains { $0.slot(service)?.object.decoration?.isMain ?? false }
    }
}

extension ServiceError {
    /// The service that could not be created, if the error names one.
    var serviceType: String? {
        switch self {
        case .notRegistered(let type), .factoryFailed(let type, _): type
        case .circularDependency, .maxDepthExceeded: nil
        }
    }

    fileprivate var chain: [String] {
        switch self {
        case .circularDependency(_, let chain), .maxDepthExceeded(_, let chain): chain
        case .notRegistered, .factoryFailed: []
        }
    }
}
