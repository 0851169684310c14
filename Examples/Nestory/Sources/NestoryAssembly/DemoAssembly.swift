public import Service

/// Registers what the demonstration runs with: the real services over a file that it may spoil, asking nobody outside.
public struct DemoAssembly: ServiceAssembly {
    private let path: String

    /// Describes the services.
    ///
    /// - Parameter path: The inventory's file, in a folder of its own.
    nonisolated public init(path: String) {
        self.path = path
    }

    /// Registers the services.
    public func assemble(env: ServiceEnv) {
        env.assemble(LiveAssembly(path: path, options: LiveOptions(staysUp: true)))
    }
}
