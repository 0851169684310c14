extension Error {
    /// This error without wrappers: what a factory threw, and under it what a protected call failed with.
    ///
    /// Ends after a few steps, as an error may name itself as what it failed with.
    package var failureChain: [any Error] {
        var chain: [any Error] = []
        var next: (any Error)? = self
        while let error = next, chain.count < 8 {
            if case ServiceError.factoryFailed(_, let underlying) = error {
                next = underlying
                continue
            }
            chain.append(error)
            next = (error as? any FailureDescribing)?.nextInChain
        }
        return chain
    }
}

extension FailureDescribing {
    fileprivate var nextInChain: (any Error)? {
        if let underlyingFailure { return underlyingFailure }
        if case .failed(let error) = failureKind { return error }
        return nil
    }
}
