/// How one service is created: what a registration call stored, and where it is looked up, the decorators at that moment.
///
/// A resolution looks it up once and goes on with it, so that every step agrees on whether the instance belongs to the main
/// actor. Adding a decorator makes it another one, as registering again does.
@usableFromInline
final class Registration: Sendable {
    /// Shuts down the instances of one registration, and is the same for that one only.
    @usableFromInline
    final class OnShutdown: Sendable {
        let run: @Sendable (Instance) async throws -> Void

        @usableFromInline
        init(_ run: @escaping @Sendable (Instance) async throws -> Void) { self.run = run }
    }

    /// Creates what decides where instances come from.
    @usableFromInline typealias MakeSource = @Sendable (CreationSourceContext) -> any CreationSource

    /// What a registration call may say besides the factory.
    @usableFromInline
    struct Options {
        @usableFromInline var scope: ServiceScope
        @usableFromInline var needs: DeclaredNeeds?
        @usableFromInline var onShutdown: OnShutdown?
        @usableFromInline var makeSource: MakeSource?
        @usableFromInline var location: SourceLocation
        var wrapsParents = false

        @usableFromInline
        init(
            scope: ServiceScope, needs: DeclaredNeeds? = nil, onShutdown: OnShutdown? = nil,
            makeSource: MakeSource? = nil, fileID: StaticString, line: UInt
        ) {
            self.scope = scope
            self.needs = needs
            self.onShutdown = onShutdown
            self.makeSource = makeSource
            location = SourceLocation(fileID: fileID, line: line)
        }
    }

    let scope: ServiceScope
    let factory: Factory
    /// The environment that the registration was made in.
    let owner: EnvironmentIdentity
    let location: SourceLocation
    /// Shuts down a cached instance, if that is necessary.
    let onShutdown: OnShutdown?
    let makeSource: MakeSource?
    /// The declared needs; nil if there are none.
    let needs: DeclaredNeeds?
    /// Whether the instance is created around the one that a parent caches, as a child decorates the service.
    let wrapsParents: Bool
    /// Whether only the main actor may create and hold the service, because of its factory or of a decorator.
    ///
    /// An asynchronous service is decorated where it has to be, and belongs to any thread.
    let isMain: Bool
    /// The decorators, where there are any.
    let decoration: Decoration?
    /// Without the decorators, where there are any. What is observed of the factory is kept there.
    private let undecorated: Registration?

    private let observed = ObservedNeeds()

    init(_ factory: Factory, owner: EnvironmentIdentity, _ options: Options) {
        self.factory = factory
        self.owner = owner
        scope = options.scope
        needs = options.needs
        location = options.location
        onShutdown = options.onShutdown
        makeSource = options.makeSource
        wrapsParents = options.wrapsParents
        isMain = factory.isMain
        decoration = nil
        undecorated = nil
    }

    private init(_ undecorated: Registration, _ decoration: Decoration) {
        factory = undecorated.factory
        owner = undecorated.owner
        scope = undecorated.scope
        needs = undecorated.needs
        location = undecorated.location
        onShutdown = undecorated.onShutdown
        makeSource = undecorated.makeSource
        wrapsParents = undecorated.wrapsParents
        isMain = undecorated.isMain || decoration.isMain && !undecorated.isAsync
        self.decoration = decoration
        self.undecorated = undecorated
    }

    /// Returns the registration with the decorators that a service has in one environment; itself where there are none.
    func decorated(by decoration: Decoration?) -> Registration {
        guard let decoration else { return self }
        return Registration(undecorated ?? self, decoration)
    }

    /// Whether the factory is awaited.
    var isAsync: Bool {
        if case .async = factory { true } else { false }
    }

    // MARK: Dependencies

    /// Whether what the factory resolves is still being recorded.
    var isRecording: Bool {
        if let undecorated { return undecorated.isRecording }
        return observed.isRecording
    }

    /// Whether everything that the factory needs is known.
    var isChecked: Bool { needs != nil || !isRecording }

    /// Calls a body with what is observed of the factory.
    func observe(_ body: (borrowing ObservedNeeds) -> Void) { body((undecorated ?? self).observed) }

    /// What the factory was seen to ask environments for that it does not run for.
    var requestsElsewhere: [ObservedNeeds.RequestElsewhere] { (undecorated ?? self).observed.requestsElsewhere }

    /// What was declared, and what was observed beyond that, of the decorators as well.
    func dependencies(of service: ServiceIdentity) -> [Dependency] {
        if let undecorated, let decoration {
            return undecorated.dependencies(of: service).adding(decoration.decorators.needs(of: service))
        }
        let declared = needs?.services ?? []
        let optional = needs?.optional ?? []
        return declared.map { Dependency(from: service, to: $0, kind: .declared, isOptional: optional.contains($0)) }
            + observed.dependencies(of: service, beyond: declared)
    }
}

/// Registrations are told apart by identity: an equal one that was made later is another one.
extension Registration: Equatable {
    @usableFromInline
    static func == (left: Registration, right: Registration) -> Bool { left === right }
}
