/// A source of any kind, which reads and writes its service through raw memory as factories do.
final class ErasedSource: Sendable {
    /// The answer to somebody who asks.
    enum Admission: Sendable {
        /// The value belongs to whoever is given this.
        case serve(ErasedValue, ProvisionalPeriod)
        case create(permit: any AnyObject & Sendable, isProbe: Bool)
    }

    /// Writes an instance, and returns the period it is for if it only stands in.
    typealias Make =
        @Sendable (_ isForTestingOrDevelopment: Bool, UnsafeMutableRawPointer) throws -> ProvisionalPeriod?
    typealias MakeAsync =
        @Sendable (_ isForTestingOrDevelopment: Bool) async throws -> (ErasedValue, ProvisionalPeriod?)

    @safe
    enum Making: Sendable {
        case sync(Make)
        case async(MakeAsync)
    }

    private let admission: @Sendable (_ mayCreate: Bool) -> Admission
    private let settling: @Sendable () -> Void
    let making: Making

    private init(
        making: Making, settling: @escaping @Sendable () -> Void,
        admission: @escaping @Sendable (_ mayCreate: Bool) -> Admission
    ) {
        self.admission = admission
        self.settling = settling
        self.making = making
    }

    func admit(mayCreate: Bool) -> Admission { admission(mayCreate) }

    /// Says that the service itself was made, and that everybody gets it now.
    func settle() { settling() }

    /// Writes what an admission is for.
    ///
    /// - Returns: The period of what only stands in.
    func run(
        _ admission: Admission, for environment: EnvironmentStorage, into destination: UnsafeMutableRawPointer
    ) throws -> ProvisionalPeriod? {
        switch (admission, making) {
        case (.serve(let value, let period), _):
            unsafe value.move(to: destination)
            return period
        case (.create(let permit, _), .sync(let make)):
            defer { withExtendedLifetime(permit) {} }
            return try unsafe make(environment.isForTestingOrDevelopment, destination)
        case (.create, .async):
            preconditionFailure("Asynchronous sources are run by resolveAsync alone.")
        }
    }

    convenience init<S: Sendable>(_ source: some ProvisionalSource<S>) {
        let make: Make = { isForTestingOrDevelopment, destination in
            switch try source.make(isForTestingOrDevelopment: isForTestingOrDevelopment) {
            case .live(let value):
                unsafe destination.initializeMemory(as: S.self, to: value)
                return nil
            case .provisional(let value, let period):
                unsafe destination.initializeMemory(as: S.self, to: value)
                return period
            }
        }
        unsafe self.init(making: .sync(make), settling: { source.liveServes() }) {
            Self.erase(source.admit(mayCreate: $0))
        }
    }

    /// Callers of what this makes are on the main actor.
    convenience init<S>(main source: some MainProvisionalSource<S>) {
        let make: Make = { isForTestingOrDevelopment, destination in
            nonisolated(unsafe) let destination = unsafe destination
            return try MainActor.assumeIsolated {
                switch try source.make(isForTestingOrDevelopment: isForTestingOrDevelopment) {
                case .live(let value):
                    unsafe destination.initializeMemory(as: S.self, to: value)
                    return nil
                case .provisional(let value, let period):
                    unsafe destination.initializeMemory(as: S.self, to: value)
                    return period
                }
            }
        }
        let settle: @Sendable () -> Void = { MainActor.assumeIsolated { source.liveServes() } }
        unsafe self.init(making: .sync(make), settling: settle) { mayCreate in
            MainActor.assumeIsolated { Self.erase(source.admit(mayCreate: mayCreate)) }
        }
    }

    convenience init<S: Sendable>(async source: some AsyncProvisionalSource<S>) {
        let make: MakeAsync = { isForTestingOrDevelopment in
            switch try await source.make(isForTestingOrDevelopment: isForTestingOrDevelopment) {
            case .live(let value): (ErasedValue(value), nil)
            case .provisional(let value, let period): (ErasedValue(value), period)
            }
        }
        self.init(making: .async(make), settling: { source.liveServes() }) {
            Self.erase(source.admit(mayCreate: $0))
        }
    }

    private static func erase<S>(_ admission: ProvisionalAdmission<S>) -> Admission {
        switch admission {
        case .serve(let value, let period): .serve(ErasedValue(value), period)
        case .create(let permit, let isProbe): .create(permit: permit, isProbe: isProbe)
        }
    }
}
