import ServicePresentation
import Testing

@Suite struct UserMessageTests {
    @Test func `a message is not recoverable and has no title unless it says so`() {
        let message = UserMessage(message: "No.")
        #expect(message.title == nil)
        #expect(!message.isRecoverable)
    }
}
