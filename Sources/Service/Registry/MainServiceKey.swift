/// A service of the main actor that provides its own default implementation.
///
/// ```swift
/// @MainActor
/// final class SheetModel: MainServiceKey {
///     static var `default`: SheetModel { SheetModel() }
/// }
///
/// env.registerMain(SheetModel.self)
/// ```
@MainActor
public protocol MainServiceKey {
    /// The instance that is registered when no factory is given.
    static var `default`: Self { get }
}
