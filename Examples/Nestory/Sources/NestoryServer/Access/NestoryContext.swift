public import Hummingbird
public import NIOCore

/// What the routes know of a request besides what it says: which machine sent it.
public struct NestoryContext: RemoteAddressRequestContext {
    /// What hummingbird knows of it.
    public var coreContext: CoreRequestContextStorage
    /// The other end of the connection, which may be a proxy.
    public let remoteAddress: SocketAddress?

    /// Takes what the connection says.
    public init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        remoteAddress = source.channel.remoteAddress
    }
}
