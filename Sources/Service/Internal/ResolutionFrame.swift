import CResolutionPath

/// One service being created by the calling thread.
///
/// Frames live on the stack of the thread that runs the factory and are linked from the innermost outwards. No other
/// thread ever reads them, and each is taken off the path before its memory goes, so plain pointers are safe here.
@unsafe
struct ResolutionFrame {
    let outer: UnsafeMutablePointer<ResolutionFrame>?
    let root: UnsafeMutablePointer<ResolutionRoot>
    /// How many frames there are up to this one.
    let depth: Int
    /// The caller of the engine holds all three for as long as the frame is on the path.
    unowned(unsafe) let entry: Entry
    unowned(unsafe) let environment: EnvironmentStorage
    unowned(unsafe) let registration: Registration
    /// Whether what the factory asks for is recorded as its dependency.
    let isRecording: Bool
    var phase = Phase.entered

    /// How far a creation got.
    enum Phase {
        case entered
        /// Somebody else is making the instance.
        case waiting
        /// The factory runs, since then if anybody wants to know.
        case making(since: ContinuousClock.Instant?)
    }

    /// The innermost frame of the calling thread, unless it belongs to another task: one that a factory is running
    /// further down the stack, inside a run loop of its own.
    static var innermost: UnsafeMutablePointer<ResolutionFrame>? {
        guard let path = unsafe service_resolution_path_get() else { return nil }
        let frame = unsafe path.assumingMemoryBound(to: ResolutionFrame.self)
        return unsafe frame.pointee.root.pointee.task == service_current_task() ? frame : nil
    }

    /// The services being created, from the outermost to this one.
    var path: [ServiceIdentity] {
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

/// What the frames of one top-level resolution share.
@unsafe
struct ResolutionRoot {
    /// The task that resolves, nil outside any.
    let task: UnsafeRawPointer?
    let maximumDepth: Int
    /// Instances of the graph scope made so far.
    private var graph: [(entry: ObjectIdentifier, environment: ObjectIdentifier, value: ErasedValue)] = []
    private var ownResolver: Resolver?

    init(maximumDepth: Int) {
        unsafe task = service_current_task()
        unsafe self.maximumDepth = maximumDepth
    }

    /// Whom others wait for, when they wait for what this resolution creates.
    var resolver: Resolver {
        mutating get {
            if let resolver = unsafe ownResolver { return resolver }
            let resolver = Resolver()
            unsafe ownResolver = resolver
            return resolver
        }
    }

    /// Copies the graph's instance of a service, if it was made already.
    func copyGraphInstance(
        of entry: Entry, for environment: EnvironmentStorage, to destination: UnsafeMutableRawPointer
    ) -> Bool {
        for instance in unsafe graph
        where instance.entry == ObjectIdentifier(entry) && instance.environment == ObjectIdentifier(environment) {
            unsafe instance.value.copy(to: destination)
            return true
        }
        return false
    }

    /// Keeps a copy of an instance until the top-level resolution ends.
    mutating func keepGraphInstance(
        _ source: UnsafeMutableRawPointer, of entry: Entry, for environment: EnvironmentStorage
    ) {
        let value = unsafe ErasedValue(copying: source, as: entry.identity.type)
        unsafe graph.append((ObjectIdentifier(entry), ObjectIdentifier(environment), value))
    }

    /// Drops the graph's instances.
    func end() {
        for instance in unsafe graph { instance.value.destroy() }
    }
}
