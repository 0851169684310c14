#if PostgreSQL
import Foundation
import PostgresServers

/// Accepts connections, as the system does for whoever listens, and never says a word.
final class SilentServer: Sendable {
    private let descriptor: Int32
    let port: Int

    init() throws {
        (descriptor, port) = try PostgresTools.listen()
    }

    deinit { close(descriptor) }
}
#endif
