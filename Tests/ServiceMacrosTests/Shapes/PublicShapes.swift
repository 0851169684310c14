#if Macros && Health
public import Service
public import ServiceHealth
import ServiceMacros
public import ServiceTesting

/// A protocol whose guard and double are public.
@Resilient @Mock
public nonisolated protocol PublicShapes: Sendable {
    func load(_ number: Int) async throws(PublicError) -> Int
    var title: String { get }
}

/// What its method throws.
public nonisolated enum PublicError: Error, Sendable, CallFailureRepresentable {
    case unanswered
    /// Represents a call that was not answered.
    public init(unanswered failure: CallFailure<Never>) { self = .unanswered }
}

/// A protocol whose guard and double the package sees.
@Resilient @Mock
package nonisolated protocol PackageShapes: Sendable {
    func load(_ number: Int) async throws -> Int
}

/// Registers a guard that another module may see.
public nonisolated func registerPublicShapes(
    in env: ServiceEnv, _ live: @escaping @Sendable () throws -> any PublicShapes
) {
    env.registerResilient(ResilientPublicShapes.self, health: "public", policy: .server, factory: live)
}

/// Returns a double that another module may see.
public nonisolated func makePublicMock() -> any Mock & PublicShapes { MockPublicShapes() }

/// A public type that is created by its initialiser.
@Injectable
public nonisolated final class PublicInjected: Sendable {
    /// What it needs.
    public let shapes: any PublicShapes
    /// Takes what it needs.
    public init(shapes: any PublicShapes) { self.shapes = shapes }
}

/// Where nested shapes are.
public nonisolated enum PublicOuter {}

public extension PublicOuter {
    /// A protocol that is public because its extension is.
    @Resilient @Mock
    nonisolated protocol Shapes: Sendable { func load() async throws -> Int }

    /// A type that is public because its extension is.
    @Injectable
    nonisolated struct Injected: Sendable {
        /// Takes what it needs.
        public init(shapes: any PublicShapes) {}
    }
}

private nonisolated enum HiddenOuter {
    @Resilient @Mock
    protocol Shapes: Sendable { func load() async throws -> Int }

    @Injectable
    struct Injected: Sendable { init(shapes: any PublicShapes, @Passed number: Int) {} }
}

nonisolated enum VisibleOuter {
    @Injectable
    fileprivate struct Injected: Sendable { init(shapes: any PublicShapes) {} }
}
#endif
