#if PostgreSQL
import Foundation
import PostgresServers

/// Accepts connections, as the system does for every listening socket, and never answers.
final class SilentServer: Sendable {
    private let descriptor: Int32
    let port: Int

    init() throws {
        (descriptor, port) = try PostgresTools.listen()
    }

    deinit { close(descriptor) }
}
#endif
