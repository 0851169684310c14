import Foundation

/// An address of the web that somebody gave us: `http` or `https`, with a host.
public struct WebAddress: Sendable, Hashable {
    /// The address as it was given. It may hold a secret, so it belongs in no log.
    public let text: String
    /// The host and port, which may be told.
    public let place: String

    /// Reads an address.
    ///
    /// - Returns: nil where it is none, has another scheme than `http` or `https`, or no host.
    public init?(_ text: String) {
        guard text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }),
            let url = URL(string: text), let scheme = url.scheme?.lowercased(), scheme == "http" || scheme == "https",
            let host = url.host(percentEncoded: true), !host.isEmpty, (url.port ?? 1) > 0, (url.port ?? 1) < 65_536
        else { return nil }
        self.text = text
        place = url.port.map { "\(host):\($0)" } ?? host
    }
}
