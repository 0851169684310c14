#if PostgreSQL
import Foundation

/// A thread with one connection: it takes a job, connects if necessary, and does the job to its end.
struct ConnectionThread: Sendable {
    let queue: JobQueue
    let hosts: PostgresHosts

    /// Starts the thread, which ends when the queue is closed.
    func start(_ ended: @escaping @Sendable () -> Void) {
        let thread = Thread {
            work()
            ended()
        }
        thread.name = "postgres"
        thread.start()
    }

    private func work() {
        var pipe: WakePipe?
        var connection: PostgresConnection?
        while let job = queue.next() {
            do {
                let open = try pipe ?? WakePipe()
                pipe = open
                open.drain()
                job.interruption.onRequest { open.wake() }
                if let known = connection, !known.looksAlive() || hosts.isOutdated(known) { connection = nil }
                let current = try connection ?? hosts.connect(open, job.interruption)
                connection = current
                current.interruption = job.interruption
                job.perform(.success(current))
                current.settle()
                if current.isBroken { connection = nil }
            } catch {
                job.perform(.failure(error))
            }
            job.interruption.onRequest(nil)
        }
    }
}
#endif
