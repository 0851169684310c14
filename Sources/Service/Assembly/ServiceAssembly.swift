/// A group of registrations that belong together.
///
/// ```swift
/// struct StorageAssembly: ServiceAssembly {
///     func assemble(env: ServiceEnv) {
///         env.register(Database.self) { try Database(path: "app.db") }
///         env.register(Repository.self) { Repository(try ServiceEnv.current.resolve(Database.self)) }
///     }
/// }
///
/// ServiceEnv.current.assemble(StorageAssembly(), NetworkAssembly())
/// ```
@MainActor
public protocol ServiceAssembly {
    /// Registers this group's services in an environment.
    ///
    /// - Parameter env: The environment to register in.
    func assemble(env: ServiceEnv)
}
