import Service

extension ServiceError {
    /// The chain of a circular dependency; nil for any other error.
    var circle: [String]? {
        if case .circularDependency(_, let chain) = self { chain } else { nil }
    }

    /// The name of a service that is not registered; nil for any other error.
    var missing: String? {
        if case .notRegistered(let service) = self { service } else { nil }
    }

    /// The service and the error of a factory that failed; nil for any other error.
    var failure: (service: String, error: any Error)? {
        if case .factoryFailed(let service, let error) = self { (service, error) } else { nil }
    }
}

extension Result where Failure == ServiceError {
    var value: Success? { try? get() }
    var error: ServiceError? {
        if case .failure(let error) = self { error } else { nil }
    }
}

/// An error of a factory.
struct Refused: Error, Equatable {
    var number = 0
}
