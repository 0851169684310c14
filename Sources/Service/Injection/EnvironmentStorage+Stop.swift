extension EnvironmentStorage {
    /// Stops the process because a required injected service cannot be resolved.
    ///
    /// A missing required service is a mistake in the wiring. Nothing but this stops the process.
    ///
    /// - Parameter place: Where the property is.
    @usableFromInline
    @inline(never)
    func stop(_ error: ServiceError, resolving service: ServiceIdentity, isMain: Bool, place: SourceLocation) -> Never {
        let request = FailureLog.Failure(
            path: ResolutionFrame.currentChain(to: service), service, named: name(of: service), isMain: isMain)
        var text = Explanation(of: error, in: self, resolving: request, place: place).text
        if let stopped = ResolutionFrame.stopObserver { text = stopped(error, text) }
        fatalError(text, file: place.fileID, line: place.line)
    }
}
