/// What a resolution asks for.
@usableFromInline
struct ServiceRequest {
    let service: ServiceIdentity
    /// Whether the caller is on the main actor, so that its services may be made and returned.
    let isMain: Bool
    /// Whether a factory that names the environment it was registered in is sent to the one it runs for.
    let isRedirected: Bool

    @usableFromInline
    init(_ service: ServiceIdentity, isMain: Bool, isRedirected: Bool) {
        self.service = service
        self.isMain = isMain
        self.isRedirected = isRedirected
    }
}
