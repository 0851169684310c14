import Synchronization

extension EnvironmentStorage {
    /// Hands out what stands in for a service that is made asynchronously.
    func serve(
        _ value: ErasedValue, _ period: ProvisionalPeriod, of entry: Entry, to context: AsyncContext?
    ) async throws(ServiceError) -> ErasedValue {
        do {
            try await entry.decorate(value)
        } catch {
            if let error = error as? ServiceError { throw error }
            throw .factoryFailed(serviceType: name(of: entry.identity), underlyingError: error)
        }
        context?.add([period])
        return value
    }

    /// Writes what stands in for a service that is made asynchronously, for somebody who cannot wait for it.
    ///
    /// If it is time to try the service itself, a task of its own does.
    ///
    /// - Returns: What the instance stands on; nil if nothing stands in.
    func standIn(
        _ location: borrowing Location, asker: EnvironmentStorage, into destination: UnsafeMutableRawPointer
    ) throws(ServiceError) -> Provisos? {
        guard let source = location.source,
            case .serve(let value, let period) = source.admit(mayCreate: false)
        else {
            return nil
        }
        let entry = location.entry
        do {
            for decorator in entry.state.withLock({ $0.decorators }) {
                // What only the main actor may do cannot be waited for here.
                guard !decorator.apply.isMain else {
                    throw AsyncServiceNotReadyError(
                        serviceType: name(of: entry.identity), service: entry.identity)
                }
                try decorator.apply.apply(to: value)
            }
        } catch {
            value.freeMemory()
            if let error = error as? ServiceError { throw error }
            throw .factoryFailed(serviceType: name(of: entry.identity), underlyingError: error)
        }
        unsafe value.move(to: destination)
        if location.registration.scope.isKept { probe(location, source, asker: asker) }
        return [period]
    }

    /// Tries the service itself, in a task of its own, if it is time to and nobody does.
    private func probe(_ location: borrowing Location, _ source: ErasedSource, asker: EnvironmentStorage) {
        let admission = source.admit(mayCreate: true)
        if case .serve(let value, _) = admission { return value.destroy() }
        let service = location.entry.identity
        let owner = location.environment
        Task.detached {
            guard let location = owner.locate(service), location.registration.isAsync else { return }
            do throws(ServiceError) {
                try await owner.makeKeptAsync(location, admission, from: nil, asker: asker)?.destroy()
            } catch _ {
                // Told to those who observe; something else goes on standing in.
            }
        }
    }
}
