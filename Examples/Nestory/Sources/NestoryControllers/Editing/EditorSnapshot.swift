public import ServicePresentation

public import struct Foundation.UUID

/// What a page shows of its form, at one instant.
public struct EditorSnapshot: Sendable, Equatable {
    /// The item that was saved.
    public struct Saved: Sendable, Equatable {
        /// Its id.
        public var id: UUID
        /// Its name.
        public var name: String
        /// Whether it is new.
        public var isNew: Bool
        /// Whether it is kept on this device, and not yet in the inventory.
        public var isKept = false
    }

    /// The form that was sent last; nil before one was.
    public var form: UUID?
    /// How many times forms were sent, so that the same answer twice is two answers.
    public var runs: Int
    /// Whether it is being saved now.
    public var isSaving: Bool
    /// What was saved from it; nil until it is.
    public var saved: Saved?
    /// What is wrong with the fields, by their names.
    public var errors: [String: String]
    /// What became of the item since its form was opened; nil while it is the same.
    public var newer: NewerItem?
    /// Why it could not be saved.
    public var error: UserMessage?
}
