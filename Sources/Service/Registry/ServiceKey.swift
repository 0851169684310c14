/// A service that knows how to make its default implementation.
///
/// ```swift
/// struct Settings: ServiceKey {
///     let theme: String
///     static var `default`: Settings { Settings(theme: "light") }
/// }
///
/// env.register(Settings.self)
/// ```
public protocol ServiceKey {
    /// The instance that is registered when no factory is given.
    static var `default`: Self { get }
}
