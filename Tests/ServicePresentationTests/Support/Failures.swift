import Foundation
import Service
import ServicePresentation

/// A failure that trying again may cure.
struct Unreachable: UserFacingError {
    var userMessage: String { "The service is out of reach." }
    var isRecoverable: Bool { true }
}

/// A failure that trying again does not cure.
struct Refused: UserFacingError {
    var userMessage: String { "This is not allowed." }
}

/// What a layer beneath reports, of any kind.
struct LayerFailure: FailureDescribing {
    let failureKind: FailureKind
}

struct Unexplained: Error {}

func urlError(_ code: Int) -> NSError { NSError(domain: NSURLErrorDomain, code: code) }
