extension EnvironmentStorage {
    /// Runs the factory and the decorators, in this environment.
    func make(
        _ location: borrowing Location, _ frame: UnsafeMutablePointer<ResolutionFrame>,
        _ request: ServiceRequest,
        asker: EnvironmentStorage, into destination: UnsafeMutableRawPointer
    ) throws(ServiceError) {
        let admission = unsafe frame.pointee.admission
        // Handing out a stand-in is no creation to tell of.
        if case .serve = admission {
        } else {
            unsafe frame.pointee.phase = .making(since: startOfObservation(for: asker))
        }
        do {
            if ServiceEnv.current.storage === self {
                try unsafe location.run(request.arguments, admission, into: destination)
            } else {
                try unsafe runElsewhere(location, request, admission, into: destination)
            }
        } catch let error as ServiceError {
            throw error
        } catch {
            throw .factoryFailed(serviceType: name(of: location.entry.identity), underlyingError: error)
        }
    }

    /// Runs the factory where another environment is current.
    private func runElsewhere(
        _ location: borrowing Location, _ request: ServiceRequest, _ admission: ErasedSource.Admission?,
        into destination: UnsafeMutableRawPointer
    ) throws {
        let copy = Location(copying: location)
        try ServiceEnv.$current.withValue(ServiceEnv(self)) {
            try unsafe copy.run(request.arguments, admission, into: destination)
        }
    }
}
