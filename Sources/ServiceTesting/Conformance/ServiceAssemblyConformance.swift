public import Service
public import Testing

/// Checks that an assembly works in an app, in tests, and more than once.
///
/// ```swift
/// @MainActor @Test func `the storage assembly keeps its promises`() {
///     ServiceAssemblyConformance(StorageAssembly(), needing: { $0.register((any Log).self) { SilentLog() } }).check()
/// }
/// ```
@MainActor
public struct ServiceAssemblyConformance {
    private let assembly: any ServiceAssembly
    private let configure: (ServiceEnv) -> Void
    private let sourceLocation: SourceLocation

    /// Creates a check of an assembly.
    ///
    /// - Parameters:
    ///   - assembly: The assembly.
    ///   - sourceLocation: Where issues are shown. Defaults to the call site.
    ///   - configure: Registers what the assembly expects others to register; nothing by default. Afterwards, replace
    ///     services that a test must not create: factories of synchronous services without declared needs are run.
    public init(
        _ assembly: any ServiceAssembly, sourceLocation: SourceLocation = #_sourceLocation,
        needing configure: @escaping (ServiceEnv) -> Void = { _ in }
    ) {
        self.assembly = assembly
        self.configure = configure
        self.sourceLocation = sourceLocation
    }

    /// Records an issue for each rule that the assembly breaks.
    ///
    /// - It registers in the environment that it receives, not in the current one.
    /// - It registers the same services each time, and can be assembled twice in one environment.
    /// - Together with the services it expects, it is valid: ``/Service/ServiceEnv/validate()`` finds no problem.
    public func check() {
        let name = "\(type(of: assembly)) conformance"
        let bystander = ServiceEnv(name: "current while \(type(of: assembly)) assembles")
        let alone = ServiceEnv(name: name)
        let again = ServiceEnv(name: name)
        let complete = ServiceEnv(name: name)
        configure(complete)
        ServiceEnv.$current.withValue(bystander) {
            for environment in [alone, again, complete, complete] { assembly.assemble(env: environment) }
        }
        let strays = bystander.graph.nodes.map(\.service)
        if !strays.isEmpty {
            record(
                "registers \(list(strays)) in ServiceEnv.current. Register in the environment that assemble(env:) is given."
            )
        }
        let changing = Set(alone.graph.nodes.map(\.service)).symmetricDifference(again.graph.nodes.map(\.service))
        if !changing.isEmpty {
            record(
                "registers \(list(changing.sorted())) only at times. Register the same each time, and decide in the factory."
            )
        }
        do throws(ServiceValidationError) {
            try complete.validate()
        } catch {
            record("is not valid, together with what it is said to need:\n\(error)")
        }
    }

    private func list(_ services: [String]) -> String {
        services.map { "'\($0)'" }.joined(separator: ", ")
    }

    private func record(_ text: String) {
        Issue.record("\(type(of: assembly)) \(text)", sourceLocation: sourceLocation)
    }
}
