/// Why the inventory could not do what it was asked.
///
/// The details are for logs; ``message`` is for people.
public enum InventoryError: Error, Sendable, Equatable {
    /// There is an item with that id.
    case alreadyExists
    /// The item is not what the change expected; this is what it is now.
    indirect case changed(Item)
    /// The key of the change was used for another change before.
    case keyReused
    /// The change was made for another inventory than the one that has taken its place.
    case otherInventory
    /// Another program is changing the inventory.
    case busy
    /// There is no room on the disk.
    case diskFull
    /// The file may not be written, or not be read.
    case noAccess(path: String, details: String)
    /// The file is not an inventory, or it is damaged.
    case notAnInventory(path: String, details: String)
    /// The file was made by a newer version of the program.
    case tooNew(path: String)
    /// The folder that the file shall be in does not exist.
    case noFolder(path: String)
    /// Nothing can be changed for now; the cause is known where it is given.
    indirect case readOnly(because: InventoryError?)
    /// Nothing can even be read for now; the cause is known where it is given.
    indirect case unavailable(because: InventoryError?)
    /// No server of the database answers.
    case noHost(details: String)
    /// The answer to a change was lost: it may have been made, or not. Sent again with the same key, it counts once.
    case outcomeUnknown
    /// Anything else.
    case failed(details: String)

    /// What happened and what to do, without details of the machine.
    public var message: String {
        let texts = InventoryTexts.current
        return switch self {
        case .alreadyExists: texts.alreadyExists
        case .changed: texts.changed
        case .keyReused: texts.keyReused
        case .otherInventory: texts.otherInventory
        case .busy: texts.busy
        case .diskFull: texts.diskFull
        case .noAccess: texts.noAccess
        case .notAnInventory: texts.notAnInventory
        case .tooNew: texts.tooNew
        case .noFolder: texts.noFolder
        case .readOnly(let cause) where cause?.isNoHost == true: texts.noHostToChange
        case .readOnly(let cause): texts.readOnly(Self.advice(on: cause))
        case .unavailable(let cause): texts.unavailable(Self.advice(on: cause))
        case .noHost: texts.noHost
        case .outcomeUnknown: texts.outcomeUnknown
        case .failed: texts.failed
        }
    }

    /// After how many seconds it may help to try the same again, at the soonest.
    public var retryAfter: Int {
        switch self {
        case .busy, .noHost, .outcomeUnknown: 1
        case .diskFull: 30
        case .readOnly(let cause?), .unavailable(let cause?): cause.retryAfter
        default: 5
        }
    }

    /// Whether it may help to try the same again.
    public var mayPass: Bool {
        switch self {
        case .alreadyExists, .changed, .keyReused, .otherInventory: false
        default: true
        }
    }

    /// Whether there is no host behind it all.
    private var isNoHost: Bool {
        switch self {
        case .noHost: true
        case .readOnly(let cause?), .unavailable(let cause?): cause.isNoHost
        default: false
        }
    }

    /// What is known about the cause, and what to do.
    private static func advice(on cause: InventoryError?) -> String {
        switch cause {
        case .readOnly(let cause), .unavailable(let cause): advice(on: cause)
        case nil, .failed: InventoryTexts.current.triedAgain
        case let cause?: cause.message
        }
    }
}
