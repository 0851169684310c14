import Synchronization

/// The registration that counts for a service in some environment.
///
/// The environment and its entry outlive the resolution that asks, as the caller holds the environment it asks. Only the
/// registration may be replaced meanwhile, so it alone is retained. Not copyable, as copies would count references on
/// the way of every transient service.
@safe
struct Location: ~Copyable {
    /// The environment whose registration it is: the one that was asked, or one of its parents.
    private let unmanagedEnvironment: Unmanaged<EnvironmentStorage>
    let unmanagedEntry: Unmanaged<Entry>
    let registration: Registration

    init(environment: EnvironmentStorage, entry: Unmanaged<Entry>, registration: Registration) {
        unsafe unmanagedEnvironment = Unmanaged.passUnretained(environment)
        unsafe unmanagedEntry = entry
        self.registration = registration
    }

    /// Copies a location for a closure, which cannot borrow one.
    init(copying other: borrowing Location) {
        unsafe unmanagedEnvironment = other.unmanagedEnvironment
        unsafe unmanagedEntry = other.unmanagedEntry
        registration = other.registration
    }

    var environment: EnvironmentStorage { unsafe unmanagedEnvironment.takeUnretainedValue() }
    var entry: Entry { unsafe unmanagedEntry.takeUnretainedValue() }

    /// Whether only the main actor may make and hold the service.
    ///
    /// What is made asynchronously is decorated where it has to be, and is for everybody.
    var isMain: Bool {
        registration.isMain || entry.isDecoratedOnMain.load(ordering: .relaxed) && !registration.isAsync
    }

    /// Decides what stands in for the service, if anything may.
    var source: ErasedSource? {
        registration.makeSource == nil ? nil : entry.source(for: registration, isRehearsal: environment.isRehearsal)
    }

    /// Runs the factory, or what stands for it, and then the decorators.
    ///
    /// What is made provisionally is noted for the creation that this is part of.
    func run(
        _ arguments: UnsafeRawPointer?, _ admission: ErasedSource.Admission? = nil,
        into destination: UnsafeMutableRawPointer
    ) throws {
        if let source {
            let period = try unsafe source.run(
                admission ?? source.admit(mayCreate: true), for: environment, into: destination)
            if let period {
                unsafe ResolutionFrame.innermost?.pointee.standIn(for: period)
            } else if admission == nil {
                // Made for another environment, which keeps nothing that anybody could miss.
                source.settle()
            }
        } else {
            try unsafe registration.factory(arguments, destination)
        }
        guard entry.isDecorated.load(ordering: .relaxed) else { return }
        for decorator in entry.state.withLock({ $0.decorators }) {
            try unsafe ResolutionFrame.asMade(in: decorator.home) { try unsafe decorator.apply(nil, destination) }
        }
    }
}

extension EnvironmentStorage {
    /// Finds the registration that counts for a service, in this environment or the nearest parent that has one.
    func locate(_ service: ServiceIdentity) -> Location? {
        guard let entry = unsafe entry(service) else { return parent?.locate(service) }
        let registration = unsafe entry._withUnsafeGuaranteedRef { entry in entry.state.withLock { $0.effective } }
        if let registration { return unsafe Location(environment: self, entry: entry, registration: registration) }
        return unsafe locateAbove(service, from: entry)
    }

    @inline(never)
    private func locateAbove(_ service: ServiceIdentity, from entry: Unmanaged<Entry>) -> Location? {
        let object = unsafe entry.takeUnretainedValue()
        guard object.isDecorated.load(ordering: .relaxed) else { return parent?.locate(service) }
        guard let registration = inherit(service, for: object) else { return nil }
        return unsafe Location(environment: self, entry: entry, registration: registration)
    }
}
