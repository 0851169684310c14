/// A service that provides its own default implementation.
///
/// ```swift
/// struct Settings: ServiceKey {
///     let theme: String
///     static var `default`: Settings { Settings(theme: "light") }
/// }
///
/// env.register(Settings.self)
/// ```
///
/// Its requirement may be used on any thread, so a conformance cannot be isolated to an actor; conform a type of the main
/// actor to ``MainServiceKey`` instead. In a module that is isolated to the main actor by default, a type that conforms to
/// this in its declaration is not isolated.
public protocol ServiceKey: SendableMetatype {
    /// The instance that is registered when no factory is given.
    static var `default`: Self { get }
}
