/// Who asks for a service: what a request needs on its way through the container.
struct ResolutionContext: ~Copyable {
    /// The environment that was asked, whose observers receive the events as well.
    let requester: Borrowed<EnvironmentStorage>
    /// The frame of the factory that asks; nil for a top-level resolution.
    let caller: StackReference<ResolutionFrame>?
    let root: StackReference<ResolutionRoot>

    /// Everything that is being created around the request.
    var path: [ServiceIdentity] { caller?.value.path ?? AsyncFrame.current?.path ?? [] }

    /// Whether the request comes from the creation of the very service that was found, so that a cycle closes.
    func closesCycle(_ found: borrowing ResolvedRegistration, in environment: EnvironmentStorage) -> Bool {
        var next = caller
        while let frame = next {
            if frame.value.isCreating(found, for: environment) { return !found.service.hasArguments }
            next = frame.value.outer
        }
        return false
    }
}
