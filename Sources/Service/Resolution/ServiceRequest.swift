/// What a resolution asks for.
@safe
@usableFromInline
struct ServiceRequest {
    let service: ServiceIdentity
    /// Whether the caller is on the main actor, so that its services may be made and returned.
    let isMain: Bool
    /// Whether a factory that names the environment it was registered in is sent to the one it runs for.
    let isRedirected: Bool
    /// The ``ServiceArguments`` of the service, if it takes any.
    let arguments: UnsafeRawPointer?

    @usableFromInline
    init(_ service: ServiceIdentity, isMain: Bool, isRedirected: Bool) {
        self.service = service
        self.isMain = isMain
        self.isRedirected = isRedirected
        unsafe arguments = nil
    }

    /// A request for a service that takes arguments, which are there for as long as the request is used.
    @usableFromInline
    init(_ service: ServiceIdentity, isMain: Bool, arguments: UnsafeRawPointer) {
        unsafe self.init(service, isMain: isMain, isRedirected: true, passing: arguments)
    }

    /// A request with the arguments of another one.
    init(_ service: ServiceIdentity, isMain: Bool, isRedirected: Bool, passing arguments: UnsafeRawPointer?) {
        self.service = service
        self.isMain = isMain
        self.isRedirected = isRedirected
        unsafe self.arguments = unsafe arguments
    }
}
