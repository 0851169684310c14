import Foundation
import Service
import ServicePresentation
import Testing

/// Every fault of the hand-written pattern: it occurs there, and does not occur with an action or with fields.
@MainActor @Suite(.timeLimit(.minutes(5))) struct HandWrittenFaultTests {
    @Test(arguments: [Pattern.handWritten, .serviceAction])
    func `cancelling the view's task reaches the work`(pattern: Pattern) async {
        let service = GatedService<String, Answer>()
        let controller = pattern.makeController(service)
        let view = Task { await controller.load("a") }
        await service.waitForCalls(1)
        view.cancel()
        if pattern == .serviceAction { await service.waitForCancellation(of: 0) }
        service.answer(0, with: .success(Answer("a")))
        await view.value
        pattern.expectOnlyOfAction { #expect(controller.answer == nil) }
    }

    @Test(arguments: [Pattern.handWritten, .serviceAction])
    func `the end of a superseded run leaves the newer one loading`(pattern: Pattern) async {
        let service = GatedService<String, Answer>(obeysCancellation: false)
        let controller = pattern.makeController(service)
        let older = Task { await controller.load("a") }
        await service.waitForCalls(1)
        let newer = Task { await controller.load("b") }
        await service.waitForCalls(2)
        await endSupersededRun(0, of: service, pattern)
        await older.value
        pattern.expectOnlyOfAction { #expect(controller.isLoading) }
        service.answer(1, with: .success(Answer("b")))
        await newer.value
        #expect(!controller.isLoading)
    }

    @Test(arguments: [Pattern.handWritten, .handWrittenState, .serviceAction])
    func `a slow old answer does not replace a fast new one`(pattern: Pattern) async {
        let service = GatedService<String, Answer>(obeysCancellation: false)
        let controller = pattern.makeController(service)
        let older = Task { await controller.load("a") }
        await service.waitForCalls(1)
        let newer = Task { await controller.load("b") }
        await service.waitForCalls(2)
        service.answer(1, with: .success(Answer("new")))
        await newer.value
        await endSupersededRun(0, of: service, pattern)
        await older.value
        pattern.expectOnlyOfAction { #expect(controller.answer?.text == "new") }
    }

    @Test(arguments: [Pattern.handWritten, .handWrittenState, .serviceAction])
    func `work that runs does not keep the controller alive, and dropping it cancels the work`(
        pattern: Pattern
    ) async {
        let service = GatedService<String, Answer>()
        var controller: (any ComparedController)? = pattern.makeController(service)
        weak let dropped = controller
        controller?.start("a")
        await service.waitForCalls(1)
        controller = nil
        pattern.expectOnlyOfAction { #expect(dropped == nil) }
        if pattern == .serviceAction { await service.waitForCancellation(of: 0) }
        service.answer(0, with: .success(Answer("a")))
    }

    @Test(arguments: [Pattern.handWritten, .handWrittenState, .serviceAction], [0, 1, 2])
    func `a cancellation that comes as an error is not shown`(pattern: Pattern, kind: Int) async {
        let service = GatedService<String, Answer>()
        let controller = pattern.makeController(service)
        let load = Task { await controller.load("a") }
        await service.waitForCalls(1)
        let errors: [any Error] = [
            CancellationError(), urlError(-999), LayerFailure(failureKind: .cancelled),
        ]
        service.answer(0, with: .failure(errors[kind]))
        await load.value
        pattern.expectOnlyOfAction { #expect(controller.errorMessage == nil) }
        #expect(!controller.isLoading)
    }

    @Test(arguments: [Pattern.handWritten, .handWrittenState, .serviceAction])
    func `no technical text is shown`(pattern: Pattern) async throws {
        let service = GatedService<String, Answer>()
        let controller = pattern.makeController(service)
        let load = Task { await controller.load("a") }
        await service.waitForCalls(1)
        service.answer(0, with: .failure(urlError(-1009)))
        await load.value
        let message = try #require(controller.errorMessage)
        pattern.expectOnlyOfAction {
            #expect(message == "No internet connection. Please check your network.")
        }
        pattern.expectOnlyOfAction { #expect(!message.contains("NSURLErrorDomain")) }
    }

    @Test(arguments: [Pattern.handWrittenState, .serviceAction])
    func `a cancelled reload stops loading and keeps the content`(pattern: Pattern) async {
        let service = GatedService<String, Answer>()
        let controller = pattern.makeController(service)
        let first = Task { await controller.load("a") }
        await service.waitForCalls(1)
        service.answer(0, with: .success(Answer("content")))
        await first.value
        let reload = Task { await controller.load("b") }
        await service.waitForCalls(2)
        reload.cancel()
        await reload.value
        pattern.expectOnlyOfAction { #expect(!controller.isLoading) }
        pattern.expectOnlyOfAction { #expect(controller.answer?.text == "content") }
    }

    /// Lets a superseded call answer, and waits until its run has taken notice.
    ///
    /// An action lets the caller of a superseded run go at once. That nobody holds the answer any more says that the
    /// run itself is over.
    private func endSupersededRun(_ call: Int, of service: GatedService<String, Answer>, _ pattern: Pattern)
        async
    {
        let released = Signal()
        service.answer(call, with: .success(Answer("old", released: released)))
        await service.waitForEnd(of: call)
        service.forgetAnswer(call)
        if pattern == .serviceAction { await released.wait() }
    }

    @Test func `a changed password validates its confirmation anew`() {
        let byHand = HandWrittenSignUpController()
        byHand.updatePassword("first password")
        byHand.updateConfirmPassword("first password")
        byHand.updatePassword("second password")
        withKnownIssue("a fault of the hand-written pattern") {
            #expect(byHand.confirmPasswordError == "Passwords don't match")
        }

        let password = Field("", .password())
        let confirmation = Field("", .required).matches(password)
        password.value = "first password"
        confirmation.value = "first password"
        #expect(confirmation.error == nil)
        password.value = "second password"
        #expect(confirmation.error == "Passwords don't match")
    }
}
