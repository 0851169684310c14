extension ServiceEnv {
    /// Runs assemblies in order; if two register the same service, the later one counts.
    ///
    /// - Parameter assemblies: One assembly or several.
    @MainActor
    public func assemble(_ assemblies: any ServiceAssembly...) {
        assemble(assemblies)
    }

    /// Runs the assemblies of a list in order; if two register the same service, the later one counts.
    ///
    /// - Parameter assemblies: The assemblies; an empty list registers nothing.
    @MainActor
    public func assemble(_ assemblies: [any ServiceAssembly]) {
        for assembly in assemblies {
            assembly.assemble(env: self)
        }
    }
}
