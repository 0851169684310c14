/// Instances that nobody can reach any more, collected under a lock and destroyed after it.
///
/// Destroying an instance may run its `deinit`, which is user code: it must not happen under a lock, and for instances
/// of the main actor not on another thread.
struct Garbage {
    private var values: [ErasedValue] = []
    private var mainValues: [ErasedValue] = []
    /// Registrations and decorators, whose closures may own instances, and sources.
    private var owners: [any Sendable] = []

    /// Whether nothing was collected.
    var isEmpty: Bool { values.isEmpty && mainValues.isEmpty && owners.isEmpty }

    mutating func add(_ value: ErasedValue, isMain: Bool) {
        if isMain {
            mainValues.append(value)
        } else {
            values.append(value)
        }
    }

    mutating func add(_ registration: Registration?) {
        if let registration { owners.append(registration) }
    }

    mutating func add(_ source: ErasedSource?) {
        if let source { owners.append(source) }
    }

    mutating func add(_ layers: RegistrationLayers) {
        owners.append(layers)
    }

    mutating func add(_ decorators: [Decorator]) {
        owners.append(decorators)
    }

    mutating func add(_ other: Garbage) {
        values += other.values
        mainValues += other.mainValues
        owners += other.owners
    }

    /// Remembers the instances among it, to tell later which of them somebody else kept.
    func log(in leaks: LeakLog, as service: ServiceIdentity, scope: ServiceScope) {
        for value in values + mainValues { leaks.add(value, of: service, scope: scope) }
    }

    /// Destroys everything collected.
    ///
    /// - Parameter isolation: Where the caller runs. Instances of the main actor are destroyed at once if that is the main
    ///   actor, and in a task of its own otherwise.
    func destroy(isolation: (any Actor)? = nil) {
        Self.destroy(values)
        guard !mainValues.isEmpty else { return }
        if isolation === MainActor.shared {
            Self.destroy(mainValues)
        } else {
            Task { @MainActor [mainValues] in Self.destroy(mainValues) }
        }
    }

    private static func destroy(_ values: [ErasedValue]) {
        for value in values { value.destroy() }
    }
}
