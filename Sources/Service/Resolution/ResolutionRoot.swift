import CServiceThread

/// What the frames of one top-level resolution share.
struct ResolutionRoot {
    /// The identity of the task that resolves; zero outside of any.
    let task = service_current_task()
    private var depthLimit: Int?
    private var ownGraph: GraphInstances?
    private var ownResolver: Resolver?

    /// The maximum number of frames beyond those of the asynchronous creations around this resolution. Read only when there
    /// is a second one, as most resolutions have one.
    var maximumDepth: Int {
        mutating get {
            if let limit = depthLimit { return limit }
            let limit = ServiceEnv.depthLimit - (AsyncFrame.current?.depth ?? 0)
            depthLimit = limit
            return limit
        }
    }

    /// The resolver that others wait for, when they wait for what this resolution creates.
    var resolver: Resolver {
        mutating get {
            if let resolver = ownResolver { return resolver }
            let resolver = Resolver(thread: UInt(service_thread_identity()))
            ownResolver = resolver
            return resolver
        }
    }

    /// The instances of scope ``ServiceScope/graph``.
    var graph: GraphInstances {
        mutating get {
            if let graph = ownGraph { return graph }
            let graph = AsyncFrame.current?.graph ?? GraphInstances()
            ownGraph = graph
            return graph
        }
    }
}
