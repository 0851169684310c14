import Foundation
import ServicePresentation
import Testing

@Suite struct ErrorCodeTests {
    private let presenter = ErrorPresenter(texts: .english)

    @Test(arguments: [
        urlError(-999), NSError(domain: NSCocoaErrorDomain, code: 3072),
        NSError(domain: NSPOSIXErrorDomain, code: Int(ECANCELED)),
    ])
    func `a cancelled code is a cancellation`(error: NSError) {
        #expect(presenter.message(for: error) == nil)
    }

    @Test(arguments: [
        (-1001, "This took too long. Please try again.", true),
        (-1004, "The server cannot be reached. Please try again later.", true),
        (-1005, "The connection was lost. Please try again.", true),
        (-1009, "No internet connection. Please check your network.", true),
        (-1013, "Please sign in to continue.", false),
        (-1017, "The data could not be read.", false),
        (-1100, "This could not be found.", false),
        (-1102, "You do not have permission to do this.", false),
        (-1202, "A secure connection could not be made.", false),
        (-1000, "An unexpected error occurred. Please try again.", true),
    ])
    func `a URL code has words`(code: Int, message: String, isRecoverable: Bool) {
        #expect(
            presenter.message(for: urlError(code))
                == UserMessage(message: message, isRecoverable: isRecoverable))
    }

    @Test(arguments: [
        (ETIMEDOUT, "This took too long. Please try again.", true),
        (ECONNREFUSED, "The server cannot be reached. Please try again later.", true),
        (ECONNRESET, "The connection was lost. Please try again.", true),
        (ENETUNREACH, "No internet connection. Please check your network.", true),
        (ENOENT, "This could not be found.", false),
        (EACCES, "You do not have permission to do this.", false),
        (ENOSPC, "There is no space left. Please free some space and try again.", true),
        (EROFS, "Nothing can be saved here.", false),
        (EBADF, "An unexpected error occurred. Please try again.", true),
    ])
    func `a POSIX code has words`(code: Int32, message: String, isRecoverable: Bool) {
        let error = NSError(domain: NSPOSIXErrorDomain, code: Int(code))
        #expect(presenter.message(for: error) == UserMessage(message: message, isRecoverable: isRecoverable))
    }

    @Test(arguments: [
        (4, "This could not be found.", false), (513, "You do not have permission to do this.", false),
        (640, "There is no space left. Please free some space and try again.", true),
        (642, "Nothing can be saved here.", false), (3840, "The data could not be read.", false),
        (1, "An unexpected error occurred. Please try again.", true),
    ])
    func `a file code has words`(code: Int, message: String, isRecoverable: Bool) {
        let error = NSError(domain: NSCocoaErrorDomain, code: code)
        #expect(presenter.message(for: error) == UserMessage(message: message, isRecoverable: isRecoverable))
    }

    @Test func `the types of the system have the words of their codes`() throws {
        #expect(presenter.message(for: POSIXError(.ECANCELED)) == nil)
        #expect(presenter.message(for: CocoaError(.userCancelled)) == nil)
        #expect(presenter.message(for: CocoaError(.fileNoSuchFile))?.message == "This could not be found.")
        let error = try #require(throws: DecodingError.self) {
            try JSONDecoder().decode([Int].self, from: Data("{".utf8))
        }
        #expect(presenter.message(for: error)?.message == "The data could not be read.")
    }

    @Test func `the same code in another domain means nothing`() {
        #expect(
            presenter.message(for: NSError(domain: "Mine", code: -999))?.message
                == "An unexpected error occurred. Please try again.")
    }
}
