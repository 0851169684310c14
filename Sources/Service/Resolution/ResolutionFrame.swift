import CServiceThread
import Synchronization

/// One service being created by the calling thread.
///
/// Frames are on the stack of the thread that runs the factory, and linked from the innermost outwards. No other thread
/// ever reads them, and each is taken off the path before its memory goes, so plain pointers are safe here.
struct ResolutionFrame {
    let outer: StackReference<ResolutionFrame>?
    let root: StackReference<ResolutionRoot>
    /// The number of frames up to this one.
    let depth: Int
    private let borrowedSlot: Borrowed<ServiceSlot>
    private let borrowedEnvironment: Borrowed<EnvironmentStorage>
    private let borrowedRegistration: Borrowed<Registration>
    /// The environment in which the code that runs now was registered: the factory, or after it a decorator.
    private var owner: Borrowed<EnvironmentIdentity>
    /// The decorator that runs now, if it is not the factory.
    private var decorator: Borrowed<Decorator>?
    /// Whether what the code that runs now resolves is recorded as its dependency.
    private(set) var isRecording: Bool
    /// Whether the factory did not return, and something else took the place of its instance.
    var isSubstituted = false
    /// The leases of the instances that the factory got; none for nearly every one.
    var leases = Leases()
    private var isTracking = false
    /// The frame of the thread that this one was put on: `outer`, or that of another task further down the stack.
    private var below: StackReference<ResolutionFrame>?

    init(
        _ found: borrowing ResolvedRegistration, for environment: EnvironmentStorage,
        outer: StackReference<ResolutionFrame>?, root: StackReference<ResolutionRoot>
    ) {
        self.outer = outer
        self.root = root
        depth = (outer?.value.depth ?? 0) + 1
        borrowedSlot = found.borrowedSlot
        borrowedEnvironment = Borrowed(environment)
        borrowedRegistration = Borrowed(found.registration)
        owner = Borrowed(found.registration.owner)
        isRecording = found.registration.isRecording
    }

    /// The innermost frame that the calling thread is in, for whatever task.
    private static var top: StackReference<ResolutionFrame>? {
        get {
            guard let path = unsafe service_resolution_path_get() else { return nil }
            return unsafe StackReference(path.assumingMemoryBound(to: ResolutionFrame.self))
        }
        set { unsafe service_resolution_path_set(newValue?.pointer) }
    }

    /// The innermost frame of the calling thread, unless it belongs to another task: one that a factory is running
    /// further down the stack, inside a run loop of its own.
    static var innermost: StackReference<ResolutionFrame>? {
        guard let frame = top else { return nil }
        return frame.value.root.value.task == service_current_task() ? frame : nil
    }

    var environment: EnvironmentStorage { borrowedEnvironment.object }
    var registration: Registration { borrowedRegistration.object }

    /// Runs a body with this frame on the path.
    ///
    /// - Parameter isSourced: Whether a source decides if the factory runs. It calls ``beginTracking()`` before.
    @inline(__always)
    mutating func run(isSourced: Bool = false, _ body: () throws -> Void) rethrows {
        if !isSourced { beginTracking() }
        // Not the outer frame: a run loop inside a factory may have left another task's in between.
        let previous = Self.top
        below = previous
        defer {
            Self.top = previous
            if isTracking {
                registration.owner.endTracking()
                environment.identity.endTracking()
            }
        }
        try StackReference.with(&self) { frame in
            Self.top = frame
            try body()
        }
    }

    /// The factory is about to run: services that it may ask for must not be answered without a look at the path, if it records
    /// or redirects.
    @inline(__always)
    mutating func beginTracking() {
        let (environment, owner) = (environment.identity, registration.owner)
        guard !isTracking, isRecording || environment !== owner else { return }
        isTracking = true
        environment.beginTracking()
        owner.beginTracking()
    }

    /// Runs a decorator, which may have been added in another environment than the service was registered in.
    static func run(_ decorator: Decorator, _ output: Output) throws {
        guard let frame = innermost else { return try decorator.factory.run(ArgumentPointer(), output) }
        let (owner, outer, isRecording) = (frame.value.owner, frame.value.decorator, frame.value.isRecording)
        let environment = decorator.observed.isRecording ? frame.value.environment.identity : nil
        frame.value.owner = Borrowed(decorator.owner)
        frame.value.decorator = Borrowed(decorator)
        frame.value.isRecording = environment != nil
        decorator.owner.beginTracking()
        environment?.beginTracking()
        defer {
            environment?.endTracking()
            decorator.owner.endTracking()
            frame.value.owner = owner
            frame.value.decorator = outer
            frame.value.isRecording = isRecording
        }
        try decorator.factory.run(ArgumentPointer(), output)
        decorator.observed.endRecording()
    }

    /// Records that the code that runs now asked an environment for a service. Called as long as that is recorded.
    @inline(never)
    func record(_ service: ServiceIdentity, from asked: EnvironmentStorage, isRedirected: Bool) {
        let isElsewhere = isRedirected && isAskingElsewhere(asked)
        observe { needs in
            needs.record(service)
            if isElsewhere { needs.record(service, askedIn: asked.name) }
        }
    }

    /// Records that the code that runs now injected a property. Called as long as that is recorded.
    func record(_ need: InjectedNeed, of service: ServiceIdentity) {
        observe { $0.record(need, of: service) }
    }

    private func observe(_ body: (borrowing ObservedNeeds) -> Void) {
        if let decorator { body(decorator.object.observed) } else { registration.observe(body) }
    }

    /// Whether the code that runs now was registered in an environment, so that it is redirected when it asks that one.
    func isOwned(by environment: EnvironmentIdentity) -> Bool { owner.refers(to: environment) }

    /// Whether this frame creates a service for an environment.
    func isCreating(_ found: borrowing ResolvedRegistration, for environment: EnvironmentStorage) -> Bool {
        borrowedSlot == found.borrowedSlot && borrowedEnvironment.refers(to: environment)
    }

    /// The services being created, from the outermost to this one, with those of an asynchronous creation around them.
    var path: [ServiceIdentity] {
        var path: [ServiceIdentity] = [borrowedSlot.object.identity]
        var next = outer
        while let frame = next {
            path.append(frame.value.borrowedSlot.object.identity)
            next = frame.value.outer
        }
        return (AsyncFrame.current?.path ?? []) + path.reversed()
    }

    /// The path as errors show it: a service that a child decorates is on it once, although the child creates its instance around the
    /// parent's.
    ///
    /// - Parameter service: What the innermost creation needs, and the path leads to; nil to leave that open.
    static func currentChain(to service: ServiceIdentity? = nil) -> [ServiceIdentity] {
        innermost?.value.chain(to: service) { $0.outer } ?? AsyncFrame.current?.chain(to: service) ?? []
    }

    /// The same of everything that the calling thread creates, for whatever task.
    static func threadChain(to service: ServiceIdentity? = nil) -> [ServiceIdentity] {
        top?.value.chain(to: service) { $0.below } ?? AsyncFrame.current?.chain(to: service) ?? []
    }

    private func chain(
        to inner: ServiceIdentity?, _ next: (borrowing Self) -> StackReference<ResolutionFrame>?
    ) -> [ServiceIdentity] {
        let service = borrowedSlot.object.identity
        let outer =
            next(self).map { $0.value.chain(to: service, next) } ?? AsyncFrame.current?.chain(to: service) ?? []
        return registration.wrapsParents && inner == service ? outer : outer + [service]
    }

    /// What is called before a required property stops the process, if this thread creates services in a dry run.
    static var stopObserver: EnvironmentStorage.StopObserver? {
        var next = innermost
        while let frame = next {
            if let observer = frame.value.environment.traits.onStop { return observer }
            next = frame.value.outer
        }
        return nil
    }

    /// Runs a body that is no part of what the calling thread creates.
    static func runOffPath(_ body: () -> Void) {
        let path = top
        defer { top = path }
        top = nil
        body()
    }

    /// Runs an observer. What that resolves is on the path, but no need of the service being created, which is not built on
    /// it either.
    static func runObserver(_ body: () -> Void) {
        guard let frame = innermost else { return AsyncFrame.runObserver(body) }
        let (isRecording, leases) = (frame.value.isRecording, frame.value.leases)
        frame.value.isRecording = false
        AsyncFrame.runObserver(body)
        frame.value.isRecording = isRecording
        frame.value.leases = leases
    }

    /// Whether the factory asks an environment that it neither runs for nor was registered in, and that is not the current one.
    private func isAskingElsewhere(_ environment: EnvironmentStorage) -> Bool {
        !borrowedEnvironment.refers(to: environment) && !isOwned(by: environment.identity)
            && !environment.isCurrent
    }

    /// The services being created around the calling code.
    static var currentPath: [ServiceIdentity] {
        innermost?.value.path ?? AsyncFrame.current?.path ?? []
    }
}

extension EnvironmentStorage {
    /// Whether this is ``ServiceEnv/current``. Reads the task-local value in place, without counting references.
    var isCurrent: Bool {
        guard let value = unsafe service_task_local_value(Self.keyOfCurrent) else {
            return ServiceEnv.online.storage === self
        }
        return unsafe value.assumingMemoryBound(to: Borrowed<EnvironmentStorage>.self).pointee.refers(to: self)
    }

    /// The key that the runtime keeps the value of ``ServiceEnv/current`` under: the task-local's address.
    private static let keyOfCurrent = unsafe UInt(bitPattern: Unmanaged.passUnretained(ServiceEnv.$current).toOpaque())
}
