/// Why the inventory could not do what it was asked.
///
/// The details are for logs; ``message`` is for people.
public enum InventoryError: Error, Sendable, Equatable {
    /// There is an item with that id.
    case alreadyExists
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
    /// Anything else.
    case failed(details: String)

    /// What happened and what to do, without details of the machine.
    public var message: String {
        switch self {
        case .alreadyExists: "There is already an item with this id. Change that one, or leave the id out."
        case .busy: "The inventory is being changed by someone else. Try again in a moment."
        case .diskFull: "The disk is full, so nothing was saved. Make room and try again."
        case .noAccess: "The inventory cannot be read or written. Check who may use its file."
        case .notAnInventory:
            "The file is not an inventory, or it is damaged. Choose another or restore a copy."
        case .tooNew: "The inventory was made by a newer version of Nestory. Use that version."
        case .noFolder: "The folder for the inventory does not exist. Create it first."
        case .readOnly(let cause): "Changes cannot be saved right now. \(Self.advice(on: cause))"
        case .unavailable(let cause): "The items cannot be read right now. \(Self.advice(on: cause))"
        case .failed: "The inventory did not answer. Try again; if that does not help, look into the log."
        }
    }

    /// What is known about the cause, and what to do.
    private static func advice(on cause: InventoryError?) -> String {
        switch cause {
        case .readOnly(let cause), .unavailable(let cause): advice(on: cause)
        case nil, .failed: "It is tried again every few seconds."
        case let cause?: cause.message
        }
    }
}
