#if Health
import Logging
@_spi(Lock) import Service

/// Creates the live service for one registration in one environment, or hands out its fallback while that fails.
///
/// There is one for all kinds of services: it sees instances with their types erased, and differs only in whether it awaits
/// the factories.
final class FallbackSource: CreationSource {
    /// Creates a fallback.
    enum Factory: Sendable {
        case sync(@Sendable () throws -> Instance)
        case async(@Sendable () async throws -> Instance)
    }

    private struct Fallback: Sendable {
        let instance: Instance
        let lease: Lease

        var sourced: SourcedInstance { SourcedInstance(instance, lease: lease) }
    }

    private typealias Machine = FallbackStateMachine<MonotonicInstant, Fallback>

    /// The right to create the live service. A probe's is given back with its last reference, so that another caller may
    /// probe, whatever happened to this one.
    private final class HeldPermit: Sendable {
        private let source: FallbackSource
        let permit: Machine.Permit

        init(_ source: FallbackSource, _ permit: Machine.Permit) {
            self.source = source
            self.permit = permit
        }

        deinit {
            if permit.probe != 0 { source.machine.withLock { $0.release(permit.probe) } }
        }
    }

    private let machine = Lock(Machine())
    private let manager: ServiceHealthManager
    private let record: HealthRecord
    private let registration: FallbackRegistration
    private let kind: FallbackKind
    private let allowsMocks: Bool
    private let makeFallback: Factory

    init(
        _ service: ServiceID, _ kind: FallbackKind, _ manager: ServiceHealthManager, _ context: CreationSourceContext,
        makeFallback: Factory
    ) {
        // Where everything is thrown away, neither the manager nor its log learns of it.
        let manager = context.isDryRun ? manager.dryRun : manager
        self.manager = manager
        self.kind = kind
        self.makeFallback = makeFallback
        allowsMocks = context.allowsMocks
        record = manager.record(for: service)
        registration = manager.makeRegistration()
    }

    /// A creation may come to an end after the source was dropped.
    deinit { abandon() }

    func abandon() {
        let (wasProven, ended) = machine.withLock { ($0.isProven, $0.abandon()) }
        // Nothing else would end it any more, and what was created from the fallback would stay for ever.
        ended?.lease.end()
        if wasProven { record.removeLive() }
        manager.abandonFallback(record, registration: registration)
    }

    // MARK: Creating

    func create(_ factory: () throws -> Instance) throws -> SourcedInstance {
        switch admit() {
        case .serve(let fallback): return fallback.sourced
        case .create(let permit):
            do {
                let instance = try RecoverySpan.run(record.service, isRecovery: current != nil, factory)
                return live(
                    instance, permit,
                    reject: .sync { [self] error in
                        do { return try fallback(because: error, permit) } catch { return nil }
                    })
            } catch {
                return try fallback(because: error, permit)
            }
        }
    }

    /// What takes the place of a live service that could not be created, or that a decorator refused.
    ///
    /// - Throws: The error, where nothing does.
    private func fallback(because error: any Error, _ permit: HeldPermit) throws -> SourcedInstance {
        // To the end: the next probe may not begin before this one's failure is noted.
        defer { withExtendedLifetime(permit) {} }
        guard !Self.isWiringError(error), !Self.isGivenUp(error) else { throw error }
        if let serving = degrade(to: nil, because: error, permit) { return serving }
        guard case .sync(let makeFallback) = makeFallback else { throw error }
        return try degrade(because: error, permit, Result { try makeFallback() })
    }

    func create(_ factory: () async throws -> Instance) async throws -> SourcedInstance {
        switch admit() {
        case .serve(let fallback): return fallback.sourced
        case .create(let permit):
            do {
                let instance = try await RecoverySpan.run(record.service, isRecovery: current != nil, factory)
                return live(
                    instance, permit,
                    reject: .async { [self] error in
                        do { return try await awaitedFallback(because: error, permit) } catch { return nil }
                    })
            } catch {
                return try await awaitedFallback(because: error, permit)
            }
        }
    }

    /// The same of a service whose factory is asynchronous.
    private func awaitedFallback(because error: any Error, _ permit: HeldPermit) async throws -> SourcedInstance {
        defer { withExtendedLifetime(permit) {} }
        // This task is cancelled when everybody who wanted the instance has left.
        guard !Self.isWiringError(error), !Task.isCancelled else { throw error }
        if let serving = degrade(to: nil, because: error, permit) { return serving }
        return try degrade(because: error, permit, await asyncFallback())
    }

    var standby: SourcedInstance? { current?.sourced }

    private var current: Fallback? { machine.withLock { $0.fallback } }

    private func asyncFallback() async -> Result<Instance, any Error> {
        do {
            switch makeFallback {
            case .sync(let make): return .success(try make())
            case .async(let make): return .success(try await make())
            }
        } catch {
            return .failure(error)
        }
    }

    /// Whether an error says how services are wired or used, and nothing about the service itself: no fallback may hide it.
    private static func isWiringError(_ error: any Error) -> Bool {
        switch error as? ServiceError {
        case .notRegistered, .circularDependency, .maxDepthExceeded: true
        case .factoryFailed(_, let underlying):
            underlying is AsyncServiceNotReadyError || underlying is ArgumentMismatchError
                || underlying is MissingFactoryError || underlying is EnvironmentShutDownError
                || underlying is WeakScopeError
        case nil: false
        }
    }

    /// Whether a factory gave up because the current task was cancelled, which says nothing about the service. Any other error is a
    /// failure: those who wait for the instance on other threads were not cancelled.
    private static func isGivenUp(_ error: any Error) -> Bool {
        Task.isCancelled
            && error.failureChain.contains { error in
                if case .cancelled = (error as? any FailureDescribing)?.failureKind {
                    true
                } else {
                    error is CancellationError
                }
            }
    }

    // MARK: Admitting, degrading, recovering

    private enum Admission {
        case serve(Fallback)
        case create(HeldPermit)
    }

    private func admit() -> Admission {
        // A clock is not ours: asked before the lock is taken.
        let now = manager.clock.now
        switch machine.withLock({ $0.admit(at: now) }) {
        case .serve(let fallback): return .serve(fallback)
        case .create(let permit): return .create(HeldPermit(self, permit))
        }
    }

    /// The live service was created; once it is in use, the fallback ends. One that a decorator refuses is not used: a fallback
    /// serves, as if the service had not been created.
    private func live(
        _ instance: Instance, _ permit: HeldPermit, reject: SourcedInstance.Reject
    ) -> SourcedInstance {
        SourcedInstance(
            instance, confirm: { [self] in withExtendedLifetime(permit) { recover() } }, reject: reject)
    }

    private func recover() {
        let (wasProven, ended, change) = machine.withLock { ($0.isProven, $0.recover(), $0.changeCount) }
        if !wasProven { record.addLive() }
        if let ended {
            ended.lease.end()
            manager.endFallback(record, registration: registration, change: change)
        } else {
            manager.recordCreation(record)
        }
        // The fallback may be released with this, and not under the lock.
        withExtendedLifetime(ended) {}
    }

    /// The live service could not be created, and a new fallback was tried.
    private func degrade(
        because error: any Error, _ permit: HeldPermit, _ fallback: Result<Instance, any Error>
    ) throws -> SourcedInstance {
        do {
            let instance = try fallback.get()
            try kind.refuseMock(instance.erased, for: record.service, allowsMocks: allowsMocks)
            let new = Fallback(instance: instance, lease: makeLease())
            return degrade(to: new, because: error, permit) ?? new.sourced
        } catch let fallbackError {
            // Another caller's fallback, created at the same time, may serve by now.
            if let serving = degrade(to: nil, because: error, permit) { return serving }
            let (isOutdated, isAbandoned) = machine.withLock { ($0.isOutdated(permit.permit), $0.isAbandoned) }
            if isOutdated {
                manager.countFailure(record, error: error)
            } else {
                manager.degrade(record, isAbandoned: isAbandoned, error: error)
            }
            log(.error, "neither the live service nor its fallback was created", error)
            log(.error, "fallback failed", fallbackError, reason: fallbackError)
            throw error
        }
    }

    /// The live service could not be created, and a fallback serves.
    ///
    /// - Parameter new: Serves if none does yet. Where the live service is back, it serves only the caller whose creation
    ///   failed, under a lease that has ended.
    /// - Returns: Nil where none serves and there is no new one: another caller may have ended the one that served when this
    ///   one failed, and what has ended must not serve again.
    private func degrade(to new: Fallback?, because error: any Error, _ permit: HeldPermit) -> SourcedInstance? {
        let next = manager.clock.now.advanced(by: manager.policy.recoveryInterval)
        let (wasProven, failure, isProven, isAbandoned, change) = machine.withLock { machine in
            let wasProven = machine.isProven
            let failure = machine.degrade(to: new, retryAt: next, permit.permit)
            return (wasProven, failure, machine.isProven, machine.isAbandoned, machine.changeCount)
        }
        if wasProven, !isProven { record.removeLive() }
        let serving: Fallback
        switch (failure, new) {
        case (.serving(let fallback, let retryAt), _):
            serving = fallback
            manager.beginFallback(
                record, registration: registration, change: change, isAbandoned: isAbandoned, kind: kind, error: error,
                retryAt: retryAt)
        case (.outdated, let new?):
            serving = new
            new.lease.end()
            manager.countFailure(record, error: error)
        case (.outdated, nil), (nil, _):
            return nil
        }
        log(.warning, "live service not created, its fallback serves", error)
        // A second fallback, created at the same time, may be released with this, and not under the lock.
        withExtendedLifetime(new) {}
        return serving.sourced
    }

    /// The period in which a fallback serves, which ends when the live service is back.
    private func makeLease() -> Lease {
        Lease { [weak self] in
            guard let self else { return false }
            let now = manager.clock.now
            return machine.withLock { $0.isProbeDue(at: now) }
        }
    }

    private func log(
        _ level: Logger.Level, _ message: Logger.Message, _ error: any Error, reason: (any Error)? = nil
    ) {
        guard manager.isHeard else { return }
        var metadata: Logger.Metadata = [
            "service": "\(record.service)", "kind": "\(kind)", "error": "\(type(of: error))",
        ]
        if let reason { metadata["reason"] = "\(reason)" }
        Logger.service.log(level: level, message, metadata: metadata)
    }
}
#endif
