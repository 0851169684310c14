/// A type whose initialiser takes services and, at each resolution, arguments.
///
/// `@Injectable` from `ServiceMacros` writes the conformance for an initialiser with parameters that are ``Passed``. By hand:
///
/// ```swift
/// struct YearReport: ArgumentInjectable, Sendable {
///     let database: any Database
///     let year: Int
///
///     static var needs: [ServiceNeed] { [ServiceNeed((any Database).self)] }
///     static var creation: ArgumentCreation<YearReport> {
///         ArgumentCreation { (env: ServiceEnv, year: Int) in
///             YearReport(database: try env.resolve((any Database).self), year: year)
///         }
///     }
/// }
/// ```
///
/// ```swift
/// env.register(YearReport.self)
/// let report = try env.resolve(YearReport.self, arguments: 2026)
/// ```
public protocol ArgumentInjectable: Sendable {
    /// The services that ``creation`` resolves. Read when the type is registered.
    static var needs: [ServiceNeed] { get }

    /// Creates instances from arguments.
    static var creation: ArgumentCreation<Self> { get }
}

extension ArgumentInjectable {
    /// The type itself, for ``creation`` in a class or an actor, where the compiler refuses `ArgumentCreation<Self>`.
    public typealias CreatedInstance = Self
}
