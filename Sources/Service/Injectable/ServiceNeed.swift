/// A service that another one needs, by the type and the name it is registered with.
///
/// ```swift
/// static var needs: [ServiceNeed] {
///     [ServiceNeed((any HTTPClient).self), ServiceNeed((any Database).self, name: "primary")]
/// }
/// ```
public struct ServiceNeed: Hashable, Sendable {
    @usableFromInline let identity: ServiceIdentity

    /// Names a service.
    ///
    /// - Parameters:
    ///   - type: The type it is registered with, often a protocol.
    ///   - name: The name it is registered with; nil, the default, for the service without a name.
    public init(_ type: any Any.Type, name: ServiceName? = nil) {
        identity = ServiceIdentity(type, name: name)
    }
}

extension ServiceNeed: CustomStringConvertible {
    /// The type and the name, as in messages.
    public var description: String { String(describing: identity.type) + identity.suffix }
}
