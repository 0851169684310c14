/// A creation that others may wait for.
protocol AwaitedCreation: AnyObject, Sendable {
    /// What is being created.
    var service: ServiceIdentity { get }
    /// Who creates it, and waits for whatever it needs.
    var owner: Resolver { get }
    /// Whether the outcome is known, so that nobody waits for it any longer.
    var isFinished: Bool { get }
}
