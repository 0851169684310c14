import Synchronization

/// What one environment knows about one service: its registration, the instance it keeps, the creation under way.
///
/// The lock of `state` is never held while user code runs. Safe because everything but that state is immutable or
/// atomic.
@safe
@usableFromInline
final class Entry: @unchecked Sendable {
    /// What the lock guards.
    struct State {
        var registration: Registration?
        /// Stands for the registration of a parent that this environment decorates.
        var inherited: Registration?
        /// Applied to each new instance, in this order.
        var decorators: [Decorator] = []
        /// The creation whose result will be kept, unless a reset or a registration comes first.
        var creating: Creation?
        /// The same for an asynchronous factory.
        var creatingAsync: AsyncCreation?
        /// An instance that is kept for a while only.
        var provisional: ProvisionalInstance?
        /// Decides what stands in for the service, if anything may.
        var source: ErasedSource?
        /// Values taken out while readers may still be copying them.
        fileprivate var retired = Garbage()

        /// The registration that counts here.
        var effective: Registration? { registration ?? inherited }
    }

    let identity: ServiceIdentity
    let state: Lock<State>
    private(set) var cell: UnsafeMutablePointer<KeptCell>
    /// Whether there are decorators, for those who do not hold the lock.
    let isDecorated = Atomic<Bool>(false)
    /// Whether one of the decorators belongs to the main actor, and with it the service.
    let isDecoratedOnMain = Atomic<Bool>(false)

    init(_ identity: ServiceIdentity, registration: Registration?, decorators: [Decorator] = []) {
        self.identity = identity
        state = Lock(State(registration: registration, decorators: decorators))
        unsafe cell = UnsafeMutablePointer<KeptCell>.allocate(capacity: 1)
        unsafe cell.initialize(to: KeptCell(of: Unmanaged.passUnretained(self)))
        noteDecorators(decorators)
    }

    /// Says what decorators there are to those who do not hold the lock.
    func noteDecorators(_ decorators: [Decorator]) {
        isDecorated.store(!decorators.isEmpty, ordering: .relaxed)
        isDecoratedOnMain.store(decorators.contains { $0.apply.isMain }, ordering: .relaxed)
    }

    deinit {
        state.withLock { invalidate(&$0) }.destroy()
        unsafe cell.deinitialize(count: 1)
        unsafe cell.deallocate()
    }

    /// Copies the kept instance into uninitialised memory, if there is one.
    func copyKept(to destination: UnsafeMutableRawPointer, isMain: Bool) -> Bool {
        unsafe cell.pointee.copy(to: destination, isMain: isMain)
    }

    /// Copies like ``copyKept(to:isMain:)``, for callers that hold the lock.
    func copyKeptUnderLock(to destination: UnsafeMutableRawPointer, isMain: Bool) -> Bool {
        unsafe cell.pointee.copyUncounted(to: destination, isMain: isMain)
    }

    /// Returns a copy of the kept instance that anybody may read.
    func copyOfKept() -> ErasedValue? { unsafe cell.pointee.copyOut() }

    /// Returns a copy like ``copyOfKept()``, for callers that hold the lock.
    func copyOfKeptUnderLock() -> ErasedValue? { unsafe cell.pointee.copyOutUncounted() }

    /// Keeps a value, and takes it over. Callers hold the lock and found nothing kept.
    func keep(_ value: ErasedValue) {
        unsafe cell.pointee.put(value, isMain: false)
    }

    /// Applies the decorators to an instance that an asynchronous factory made, in place. Where one throws, the instance is
    /// gone, with its memory.
    func decorate(_ value: ErasedValue) async throws {
        guard isDecorated.load(ordering: .relaxed) else { return }
        do {
            for decorator in state.withLock({ $0.decorators }) {
                try await AsyncContext.asMade(in: decorator.home) {
                    if decorator.apply.isMain {
                        try await MainActor.run { try decorator.apply.apply(to: value) }
                    } else {
                        try decorator.apply.apply(to: value)
                    }
                }
            }
        } catch {
            value.freeMemory()
            throw error
        }
    }

    /// Keeps a copy of the value that `source` points to. Callers hold the lock and found nothing kept.
    func keep(_ source: UnsafeMutableRawPointer, isMain: Bool) {
        unsafe cell.pointee.put(ErasedValue(copying: source, as: identity.type), isMain: isMain)
    }

    /// Takes out what is kept and disowns the creation under way. Callers hold the lock.
    ///
    /// - Returns: What the caller must destroy once it has unlocked.
    func invalidate(_ state: inout State) -> Garbage {
        state.creating = nil
        state.creatingAsync = nil
        var garbage = takeKept(&state)
        keepProvisional(nil, &state, &garbage)
        garbage.add(state.source)
        state.source = nil
        return garbage
    }

    /// Destroys what was taken out, if no reader came meanwhile; if one did, it will.
    func destroyRetired() {
        state.withLock { takeRetired(&$0) }.destroy()
    }

    private func takeKept(_ state: inout State) -> Garbage {
        let (instance, mainInstance) = unsafe cell.pointee.takeOut()
        if let instance = unsafe instance {
            unsafe state.retired.add(ErasedValue(owning: instance, as: identity.type), isMain: false)
        }
        if let mainInstance = unsafe mainInstance {
            unsafe state.retired.add(ErasedValue(owning: mainInstance, as: identity.type), isMain: true)
        }
        guard !state.retired.isEmpty else { return Garbage() }
        unsafe cell.pointee.markRetired()
        return takeRetired(&state)
    }

    private func takeRetired(_ state: inout State) -> Garbage {
        guard unsafe cell.pointee.claimRetired() else { return Garbage() }
        defer { state.retired = Garbage() }
        return state.retired
    }
}
