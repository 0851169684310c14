#if OUTBOX
public import Service

/// The reason an ``Outbox`` could not do what it was asked to. A change whose keeping ends in one of these is not kept.
public enum OutboxError: Error, Sendable, Equatable {
    /// As many changes, or bytes, are kept as ``OutboxLimits`` allows.
    case full
    /// The encoded change is larger than ``OutboxLimits/bytesPerCommand``.
    case tooLarge(bytes: Int, limit: Int)
    /// The disk has no space left. Changes kept before are still delivered and removed.
    case diskFull
    /// Another process has been writing for more than two seconds.
    case busy
    /// The file was moved, deleted or replaced while the outbox was open. Create a new outbox.
    case gone
    /// The file is not an outbox, or is damaged. It was left as it is: move it away, or restore it.
    case damaged(details: String)
    /// A newer version of the program wrote the file, perhaps while it was open. It was left as it is: update this program.
    case tooNew
    /// The file or its folder cannot be read or written, or the path is not a file's. The details have the path and the reason.
    case noAccess(details: String)
    /// Another change is kept with this key.
    case keyReused(IdempotencyKey)
    /// The change cannot be encoded as JSON, for example because it has a number that is not finite.
    case notEncodable(details: String)
    /// No refused change has this number.
    case noEntry(Int64)
    /// Anything else: the outbox was closed, or reading or writing failed. The details have the reason.
    case failed(details: String)
}

extension OutboxError: FailureDescribing {
    /// Describes the error to layers that do not know outboxes.
    public var failureKind: FailureKind {
        switch self {
        case .full, .diskFull, .busy: .unavailable(retryAfter: nil)
        default: .failed(self)
        }
    }
}

extension OutboxError: CustomStringConvertible {
    /// The message for a log, in English: what is wrong and what to do. It contains nothing of the changes themselves.
    public var description: String {
        switch self {
        case .full: "The outbox is full: deliver or discard changes, or raise its limits."
        case .tooLarge(let bytes, let limit): "The change has \(bytes) bytes, and at most \(limit) can be kept."
        case .diskFull: "The disk has no space left for the outbox: free some."
        case .busy: "Another process is writing to the outbox: try again."
        case .gone: "The outbox's file was moved, deleted or replaced: create a new outbox."
        case .damaged(let details): "This is not an outbox, or it is damaged; it was left as it is. \(details)"
        case .tooNew: "A newer version of the program wrote this outbox: update the program."
        case .noAccess(let details):
            """
            The outbox's file cannot be read or written: give the program access to it and to its folder, or use another \
            path. \(details)
            """
        case .keyReused(let key): "Another change is kept with the key \(key.rawValue): use a new key for each change."
        case .notEncodable(let details): "The change cannot be encoded as JSON. \(details)"
        case .noEntry(let number): "No refused change has the number \(number)."
        case .failed(let details): "The outbox failed. \(details)"
        }
    }
}
#endif
