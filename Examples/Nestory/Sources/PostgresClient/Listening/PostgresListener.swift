#if PostgreSQL
import CLibPQ
import Foundation

/// Hears what others say on a channel, on a thread and a connection of its own, until it is stopped.
///
/// What is said while there is no connection is lost. So every new connection counts as a signal, too.
public final class PostgresListener: Sendable {
    /// What was heard.
    public enum Signal: Sendable, Equatable {
        /// The listener hears from now on. It may have missed something before.
        case connected
        /// Somebody said this.
        case said(String)
        /// The connection was lost, or there was none; the listener tries again.
        case disconnected
    }

    /// How often the listener asks the host something: one that vanishes sends nothing, and settings may change.
    private static let interval = Duration.seconds(2)

    private let interruption = Interruption()

    /// Starts to listen.
    ///
    /// - Parameters:
    ///   - client: Whose hosts to connect to.
    ///   - channel: A name of lowercase letters and underscores.
    ///   - receive: Gets each signal, on the listener's thread.
    public init(_ client: PostgresClient, to channel: String, _ receive: @escaping @Sendable (Signal) -> Void) {
        let thread = Thread { [hosts = client.hosts, interruption] in
            Self.listen(hosts, channel, interruption, receive)
        }
        thread.name = "postgres-listen"
        thread.start()
    }

    deinit { stop() }

    /// Stops listening; a last signal may still come.
    public func stop() { interruption.request() }

    private static func listen(
        _ hosts: PostgresHosts, _ channel: String, _ interruption: Interruption, _ receive: (Signal) -> Void
    ) {
        var pause = Duration.milliseconds(100)
        while !interruption.isRequested {
            do {
                let pipe = try WakePipe()
                interruption.onRequest { pipe.wake() }
                do {
                    let connection = try hosts.connect(pipe, interruption)
                    try connection.script("LISTEN \(channel)")
                    pause = .milliseconds(100)
                    receive(.connected)
                    try hear(connection, hosts, receive)
                } catch _ {
                    // The next connection is a signal, too; why this one ended changes nothing.
                }
                receive(.disconnected)
                guard !interruption.isRequested else { return }
                _ = SocketWait.wait(-1, for: 0, or: pipe, until: .now + pause)
            } catch _ {
                // There is no pipe to wait with: the process has too many files open.
                Thread.sleep(forTimeInterval: pause / .seconds(1))
            }
            pause = min(pause * 2, .seconds(1))
        }
    }

    /// Hears until the connection is lost or somebody asks to stop.
    private static func hear(
        _ connection: PostgresConnection, _ hosts: PostgresHosts, _ receive: (Signal) -> Void
    ) throws {
        var next = ContinuousClock.now + interval
        while !connection.interruption.isRequested, !hosts.isOutdated(connection) {
            for text in connection.heard() { receive(.said(text)) }
            // What is heard all the time must not keep it from asking.
            if try connection.awaitInput(until: next) == .timedOut || next <= .now {
                try hosts.askAgain(connection)
                next = .now + interval
            }
        }
    }
}
#endif
