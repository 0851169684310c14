import Foundation
import Service

// Domain and code are compared, never the type: every `NSError` casts to `CocoaError`, a cancelled one does not cast
// to `URLError`, and on some systems `URLError` is in a module of its own.
extension ErrorPresenter {
    func hasCancelledCode(_ error: any Error) -> Bool {
        let error = error as NSError
        return switch (error.domain, error.code) {
        case (NSURLErrorDomain, -999), (NSCocoaErrorDomain, 3072), (NSPOSIXErrorDomain, Int(ECANCELED)): true
        default: false
        }
    }

    func message(forCodeOf error: any Error) -> UserMessage? {
        if error is ServiceError { return UserMessage(message: texts.featureUnavailable) }
        let error = error as NSError
        return switch error.domain {
        case NSURLErrorDomain: message(forURLCode: error.code)
        case NSPOSIXErrorDomain: message(forPOSIXCode: error.code)
        case NSCocoaErrorDomain: message(forCocoaCode: error.code)
        default: nil
        }
    }

    private func message(forURLCode code: Int) -> UserMessage? {
        switch code {
        case -1001: UserMessage(message: texts.timedOut, isRecoverable: true)
        case -1003, -1004, -1006, -1008: UserMessage(message: texts.serverUnreachable, isRecoverable: true)
        case -1005: UserMessage(message: texts.connectionLost, isRecoverable: true)
        case -1009, -1018, -1019, -1020: UserMessage(message: texts.offline, isRecoverable: true)
        case -1012, -1013: UserMessage(message: texts.authenticationRequired)
        case -1007, -1010, -1011, -1014, -1015, -1016, -1017: UserMessage(message: texts.unreadableAnswer)
        case -1100, -1101: UserMessage(message: texts.notFound)
        case -1102: UserMessage(message: texts.notPermitted)
        case -1022, -1206 ... -1200: UserMessage(message: texts.insecureConnection)
        default: nil
        }
    }

    private func message(forPOSIXCode code: Int) -> UserMessage? {
        switch Int32(truncatingIfNeeded: code) {
        case ETIMEDOUT: UserMessage(message: texts.timedOut, isRecoverable: true)
        case ECONNREFUSED, EHOSTUNREACH, EHOSTDOWN:
            UserMessage(message: texts.serverUnreachable, isRecoverable: true)
        case ECONNRESET, ECONNABORTED, EPIPE: UserMessage(message: texts.connectionLost, isRecoverable: true)
        case ENETDOWN, ENETUNREACH: UserMessage(message: texts.offline, isRecoverable: true)
        case ENOENT: UserMessage(message: texts.notFound)
        case EACCES, EPERM: UserMessage(message: texts.notPermitted)
        case ENOSPC, EDQUOT: UserMessage(message: texts.storageFull, isRecoverable: true)
        case EROFS: UserMessage(message: texts.storageReadOnly)
        default: nil
        }
    }

    private func message(forCocoaCode code: Int) -> UserMessage? {
        switch code {
        case 4, 260: UserMessage(message: texts.notFound)
        case 257, 513: UserMessage(message: texts.notPermitted)
        case 640: UserMessage(message: texts.storageFull, isRecoverable: true)
        case 642: UserMessage(message: texts.storageReadOnly)
        case 259, 261, 264, 3840, 4864, 4865: UserMessage(message: texts.unreadableAnswer)
        default: nil
        }
    }
}
