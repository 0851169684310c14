public import Inventory
public import ServicePresentation

public import struct Foundation.UUID

/// What a page shows of its import, at one instant.
public struct ImportSnapshot: Sendable, Equatable {
    /// Which import it is; nil before there was one.
    public var job: UUID?
    /// How many imports were begun, so that the same answer twice is two answers.
    public var runs: Int
    /// How far it has come; nil while none runs.
    public var progress: ImportProgress?
    /// What it did; nil until it is done.
    public var report: ImportReport?
    /// Why it failed.
    public var error: UserMessage?
    /// Whether it may help to try again, which needs no other copy of the file.
    public var canRetry: Bool
}
