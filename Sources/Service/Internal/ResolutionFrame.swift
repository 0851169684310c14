import CServiceThread
import Synchronization

/// One service being created by the calling thread.
///
/// Frames live on the stack of the thread that runs the factory and are linked from the innermost outwards. No other
/// thread ever reads them, and each is taken off the path before its memory goes, so plain pointers are safe here. The
/// engine holds the three objects for as long as the frame is on the path, so the frame need not retain them.
@unsafe
struct ResolutionFrame {
    let outer: UnsafeMutablePointer<ResolutionFrame>?
    let root: UnsafeMutablePointer<ResolutionRoot>
    /// How many frames there are up to this one.
    let depth: Int
    private let unmanagedEntry: Unmanaged<Entry>
    private let unmanagedEnvironment: Unmanaged<EnvironmentStorage>
    private let unmanagedRegistration: Unmanaged<Registration>
    /// The environment in which what runs now was registered: the factory, or after it a decorator.
    private var unmanagedHome: Unmanaged<EnvironmentIdentity>
    /// Whether what the factory asks for is recorded as its dependency.
    let isRecording: Bool
    var phase = Phase.entered
    /// What the source of the service said.
    var admission: ErasedSource.Admission?
    /// What the instance stands on; none for nearly every one.
    var provisos: Provisos = []
    /// Whether the instance itself stands in for the service, so that its source keeps it and the environment does not.
    private(set) var isStandIn = false
    /// The frame of the thread that this one was put on: `outer`, or that of another task further down the stack.
    var below: UnsafeMutablePointer<ResolutionFrame>?

    /// How far a creation got.
    enum Phase {
        case entered
        /// Somebody else is making the instance.
        case waiting
        /// Another registration came first.
        case replaced
        /// The factory runs, since then if anybody wants to know.
        case making(since: ObservationTime?)
    }

    init(
        _ location: borrowing Location, for environment: EnvironmentStorage,
        outer: UnsafeMutablePointer<ResolutionFrame>?, root: UnsafeMutablePointer<ResolutionRoot>
    ) {
        unsafe self.outer = outer
        unsafe self.root = root
        unsafe depth = (outer?.pointee.depth ?? 0) + 1
        unsafe unmanagedEntry = location.unmanagedEntry
        unsafe unmanagedEnvironment = Unmanaged.passUnretained(environment)
        unsafe unmanagedRegistration = Unmanaged.passUnretained(location.registration)
        unsafe unmanagedHome = Unmanaged.passUnretained(location.registration.home)
        unsafe isRecording = !location.registration.isObserved.load(ordering: .relaxed)
    }

    /// The innermost frame of the calling thread, unless it belongs to another task: one that a factory is running
    /// further down the stack, inside a run loop of its own.
    static var innermost: UnsafeMutablePointer<ResolutionFrame>? {
        guard let path = unsafe service_resolution_path_get() else { return nil }
        let frame = unsafe path.assumingMemoryBound(to: ResolutionFrame.self)
        return unsafe frame.pointee.root.pointee.task == service_current_task() ? frame : nil
    }

    /// Notes that the instance only stands in for the service.
    mutating func standIn(for period: ProvisionalPeriod) {
        unsafe provisos.append(period)
        unsafe isStandIn = true
    }

    var entry: Entry { unsafe unmanagedEntry.takeUnretainedValue() }
    var environment: EnvironmentStorage { unsafe unmanagedEnvironment.takeUnretainedValue() }
    var registration: Registration { unsafe unmanagedRegistration.takeUnretainedValue() }

    /// Whether two frames create the same service for the same environment.
    func isSame(as other: UnsafeMutablePointer<ResolutionFrame>) -> Bool {
        unsafe unmanagedEntry.toOpaque() == other.pointee.unmanagedEntry.toOpaque()
            && unmanagedEnvironment.toOpaque() == other.pointee.unmanagedEnvironment.toOpaque()
    }

    /// Whether what runs now was registered in an environment.
    func isMade(in environment: EnvironmentIdentity) -> Bool {
        unsafe unmanagedHome.toOpaque() == Unmanaged.passUnretained(environment).toOpaque()
    }

    /// Runs a decorator of the innermost service, which may have been added elsewhere than the service was registered.
    static func asMade(in home: EnvironmentIdentity, _ body: () throws -> Void) rethrows {
        guard let frame = unsafe innermost else { return try body() }
        let own = unsafe frame.pointee.unmanagedHome
        unsafe frame.pointee.unmanagedHome = Unmanaged.passUnretained(home)
        home.attention.add(1, ordering: .relaxed)
        defer {
            home.attention.subtract(1, ordering: .relaxed)
            unsafe frame.pointee.unmanagedHome = own
        }
        try body()
    }

    /// The services being created, from the outermost to this one, with those of an asynchronous creation around them.
    var path: [ServiceIdentity] {
        (AsyncContext.current?.path ?? []) + (unsafe framePath)
    }

    /// What the thread creates below this frame, for whatever task.
    var threadPath: [ServiceIdentity] {
        var path: [ServiceIdentity] = []
        var next = unsafe below
        while let frame = unsafe next {
            unsafe path.append(frame.pointee.entry.identity)
            unsafe next = frame.pointee.below
        }
        return (AsyncContext.current?.path ?? []) + path.reversed()
    }

    private var framePath: [ServiceIdentity] {
        var path: [ServiceIdentity] = []
        path.reserveCapacity(unsafe depth)
        unsafe path.append(entry.identity)
        var next = unsafe outer
        while let frame = unsafe next {
            unsafe path.append(frame.pointee.entry.identity)
            unsafe next = frame.pointee.outer
        }
        path.reverse()
        return path
    }
}
