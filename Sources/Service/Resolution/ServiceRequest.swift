/// What a caller asks an environment for.
@usableFromInline
struct ServiceRequest: ~Copyable {
    let service: ServiceIdentity
    /// Whether the caller is on the main actor, so that it may get the services of that.
    let isMain: Bool
    /// Whether a factory that asks the environment it was registered in is redirected to the one it runs for.
    let isRedirected: Bool
    let arguments: ArgumentPointer

    @usableFromInline
    init(_ service: ServiceIdentity, isMain: Bool, isRedirected: Bool = true, arguments: ArgumentPointer = .init()) {
        self.service = service
        self.isMain = isMain
        self.isRedirected = isRedirected
        self.arguments = arguments
    }
}
