/// When work is cancelled, the times first at which nobody sees it.
enum Cancellation: Int, Sendable, Comparable {
    /// When its view goes, which starts it again on coming back; when it is replaced after it has mostly ended; never, as far as can be seen.
    case late
    /// When SwiftUI ends the refresh that the work is part of.
    case onRefresh
    /// When another `id` is given to the view around a `.task(id:)`, which starts the work again.
    case byOthers
    /// While its screen stays: `.task(id:)` of something that changes, a handle that a button cancels, another child of its group.
    case anytime

    static func < (one: Cancellation, other: Cancellation) -> Bool { one.rawValue < other.rawValue }
}
