/// Says how long an instance is kept and who shares it.
public enum ServiceScope: Hashable, Sendable {
    /// One instance for each environment, made on first use and kept until a reset. The default.
    case singleton
    /// A new instance for every resolution.
    case transient
    /// One instance within one top-level resolution: services made together share it.
    ///
    /// Tasks of one asynchronous factory that ask for it at the same time share the instance that is ready first; its
    /// factory may run for each of them.
    case graph
    /// One instance for each environment, kept until ``ServiceEnv/resetScope(_:isolation:)`` ends the scope of this name.
    case custom(String)

    /// Whether the environment keeps instances of this scope.
    var isKept: Bool {
        switch self {
        case .singleton, .custom: true
        case .transient, .graph: false
        }
    }
}

extension ServiceScope: CustomStringConvertible {
    /// The scope as it is written in messages and graphs: `singleton`, or the name of a custom scope.
    public var description: String {
        switch self {
        case .singleton: "singleton"
        case .transient: "transient"
        case .graph: "graph"
        case .custom(let name): "custom(\(name))"
        }
    }
}
