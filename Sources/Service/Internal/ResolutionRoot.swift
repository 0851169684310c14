import CServiceThread

/// What the frames of one top-level resolution share.
@unsafe
struct ResolutionRoot {
    /// The task that resolves, nil outside any.
    let task: UnsafeRawPointer?
    private var depthLimit: Int?
    /// Instances of the graph scope made so far, by the registration that counted.
    private var graph:
        [(registration: Registration, environment: ObjectIdentifier, value: ErasedValue, provisos: Provisos)] =
            []
    private var ownResolver: Resolver?

    init() {
        unsafe task = service_current_task()
    }

    /// How many frames there may be. Read only when a second one comes, as most resolutions have one.
    var maximumDepth: Int {
        mutating get {
            if let limit = unsafe depthLimit { return limit }
            let limit = ServiceEnv.maxResolutionDepth - (AsyncContext.current?.depth ?? 0)
            unsafe depthLimit = limit
            return limit
        }
    }

    /// Whom others wait for, when they wait for what this resolution creates.
    var resolver: Resolver {
        mutating get {
            if let resolver = unsafe ownResolver { return resolver }
            let resolver = Resolver(thread: UInt(service_thread_identity()))
            unsafe ownResolver = resolver
            return resolver
        }
    }

    /// Copies the graph's instance of a service, if it was made already.
    ///
    /// - Returns: What the instance stands on; nil if there is none.
    func copyGraphInstance(
        of registration: Registration, for environment: EnvironmentStorage, to destination: UnsafeMutableRawPointer
    ) -> Provisos? {
        for instance in unsafe graph
        where instance.registration === registration && instance.environment == ObjectIdentifier(environment) {
            unsafe instance.value.copy(to: destination)
            return instance.provisos
        }
        return nil
    }

    /// Keeps a copy of an instance until the top-level resolution ends.
    mutating func keepGraphInstance(
        _ source: UnsafeMutableRawPointer, of location: borrowing Location, for environment: EnvironmentStorage,
        provisos: Provisos
    ) {
        let value = unsafe ErasedValue(copying: source, as: location.entry.identity.type)
        unsafe graph.append((location.registration, ObjectIdentifier(environment), value, provisos))
    }

    /// Drops the graph's instances.
    func end() {
        for instance in unsafe graph { instance.value.destroy() }
    }
}
