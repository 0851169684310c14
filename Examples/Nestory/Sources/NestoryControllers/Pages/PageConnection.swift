public import Observation

/// One connection of a page, on which it hears what to show.
public struct PageConnection: Sendable {
    /// The controllers of the page.
    public let session: PageSession
    /// Which of the page's connections it is, counted from 1.
    public let number: Int
    /// What the page shows, now and after each change; nil when another connection has taken its place.
    public let snapshots: Observations<PageSnapshot?, Never>
}
