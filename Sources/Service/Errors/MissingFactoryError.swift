/// A type was registered without a factory, and is not a ``ServiceKey``.
public struct MissingFactoryError: Error, CustomStringConvertible {
    /// The type as it was registered.
    public let serviceType: String

    @usableFromInline
    init(type: any Any.Type) {
        serviceType = String(describing: type)
    }

    /// The message for developers, with the two things to do.
    public var description: String {
        """
        '\(serviceType)' was registered without a factory and is not a ServiceKey. Either give a factory, \
        register(\(serviceType).self) { … }, or conform the type to ServiceKey.
        """
    }
}
