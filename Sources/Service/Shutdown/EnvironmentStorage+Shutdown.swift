import Synchronization

/// Whether an environment was shut down, and what has to be when it is.
final class ShutdownState: Sendable {
    private let shut = Atomic<Bool>(false)
    /// In the order in which they were made; nil after the shutdown.
    private let instances = Lock<[ShutdownInstance]?>([])

    deinit {
        var garbage = Garbage()
        for instance in instances.withLock({ $0 }) ?? [] { garbage.add(instance.value, isMain: instance.isMain) }
        garbage.destroy()
    }

    /// Whether nothing is resolved any more.
    var isShut: Bool { shut.load(ordering: .relaxed) }

    /// Adds an instance that has to be shut down.
    ///
    /// - Returns: Whether it is in time.
    func add(_ instance: ShutdownInstance) -> Bool {
        instances.withLock { instances in
            instances?.append(instance)
            return instances != nil
        }
    }

    /// Shuts, and returns what has to be shut down; nothing if that was done before.
    func shutDown() -> [ShutdownInstance] {
        shut.store(true, ordering: .relaxed)
        return instances.withLock { instances in
            defer { instances = nil }
            return instances ?? []
        }
    }
}

extension EnvironmentStorage {
    /// Remembers an instance that has to be shut down. One that is made too late for that is shut down at once.
    ///
    /// - Parameter value: A copy of the instance, made only if it is needed.
    /// - Throws: ``ServiceError/factoryFailed(serviceType:underlyingError:)`` if the environment was shut down meanwhile.
    func enlist(
        _ value: @autoclosure () -> ErasedValue, of service: ServiceIdentity, _ registration: Registration
    ) throws(ServiceError) {
        if let shutDown = registration.onShutdown {
            let instance = ShutdownInstance(
                service: service, isMain: registration.isMain, needs: allNeeds(of: service), value: value(),
                shutDown: shutDown)
            if !shutdownState.add(instance) { shutDownLate(instance) }
        }
        if shutdownState.isShut { throw shutError(for: service) }
    }

    private func shutDownLate(_ instance: ShutdownInstance) {
        Task {
            do {
                try await instance.shutDown(instance.value)
            } catch {
                let failure = ServiceError.factoryFailed(
                    serviceType: name(of: instance.service), underlyingError: error)
                report(.failed(failure), path: [instance.service], duration: .zero, asker: self)
            }
        }
    }

    /// Refuses to resolve from now on.
    ///
    /// - Returns: What has to be shut down; nothing if that was begun before.
    func beginShutdown() -> [ShutdownInstance] {
        // For good: what a parent keeps must not be read past the shutdown either.
        identity.attention.add(1, ordering: .relaxed)
        let instances = shutdownState.shutDown()
        reset(isolation: nil) { _ in true }
        return instances
    }

    /// The error for whoever resolves after that.
    func shutError(for service: ServiceIdentity) -> ServiceError {
        .factoryFailed(serviceType: name(of: service), underlyingError: EnvironmentShutDownError(environment: name))
    }
}
