/// Why a page gets no controllers.
public enum PageRefusal: Error, Sendable, Equatable {
    /// So many pages are open that there is no room for another one.
    case tooManyPages
}
