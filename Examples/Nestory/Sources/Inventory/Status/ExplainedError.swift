/// An error that says what happened and what to do, in words for people.
public protocol ExplainedError: Error {
    /// What happened and what to do, without details of the machine.
    var message: String { get }
}

extension InventoryError: ExplainedError {}
