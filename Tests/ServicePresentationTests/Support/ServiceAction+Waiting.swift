import ServicePresentation

extension ServiceAction {
    /// Runs the action in a task of its own, as a view does, and waits until its work is called.
    func load(_ input: Input, calling service: GatedService<Input, Output>, call number: Int) async -> Task<
        Output?, Never
    > {
        let view = Task { await run(input) }
        await service.waitForCalls(number)
        return view
    }
}

extension UserMessage {
    static let unreachable = UserMessage(message: "The service is out of reach.", isRecoverable: true)
    static let refused = UserMessage(message: "This is not allowed.")
}
