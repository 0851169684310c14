extension InventoryError: CustomStringConvertible {
    /// The error on one line, for logs: each cause after a colon, with the details.
    public var description: String {
        switch self {
        case .alreadyExists: "already exists"
        case .changed(let item): "changed: \(item.id) has revision \(item.revision)"
        case .keyReused: "key reused"
        case .otherInventory: "other inventory"
        case .busy: "busy"
        case .diskFull: "disk full"
        case .noAccess(let path, let details): "no access: \(path): \(details)"
        case .notAnInventory(let path, let details): "not an inventory: \(path): \(details)"
        case .tooNew(let path): "too new: \(path)"
        case .noFolder(let path): "no folder: \(path)"
        case .readOnly(let cause): Self.line("read-only", cause)
        case .unavailable(let cause): Self.line("unavailable", cause)
        case .noHost(let details): "no host: \(details)"
        case .outcomeUnknown: "outcome unknown"
        case .failed(let details): "failed: \(details)"
        }
    }

    private static func line(_ name: String, _ cause: InventoryError?) -> String {
        cause.map { "\(name): \($0)" } ?? name
    }
}
