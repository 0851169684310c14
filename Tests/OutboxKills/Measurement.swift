#if Outbox
import Foundation
import ServiceHealth
import ServiceOutbox

/// Measures what the outbox costs on this machine and disk, and prints a table.
struct Measurement {
    let folder: String

    private struct Change: Codable, Sendable {
        var name = "A lamp with three arms"
        var room = "Living room"
        var cents = 4_999
        var index: Int
    }

    private let clock = ContinuousClock()

    func run() async throws {
        try await accept()
        try await perform()
        try await deliver(1000, subjects: 50)
        try await deliver(9999, subjects: 1)
        try await recover()
    }

    private func outbox(_ deliver: @escaping Outbox<Change>.Handler) throws -> Outbox<Change> {
        try Outbox(path: "\(folder)/\(UUID().uuidString)", deliver: deliver)
    }

    private func accept() async throws {
        let outbox = try outbox { _ in }
        var times: [Duration] = []
        for index in 0..<1000 {
            times.append(
                try await clock.measure { _ = try await outbox.accept(Change(index: index), on: "s\(index % 50)") })
        }
        report("accept, p50 / p99", percentile(times, 0.5), percentile(times, 0.99))
        try outbox.close()
    }

    private func perform() async throws {
        let outbox = try outbox { _ in }
        var times: [Duration] = []
        for index in 0..<1000 {
            times.append(try await clock.measure { _ = try await outbox.perform(Change(index: index), on: "s") })
        }
        report("perform that is done immediately, p50", percentile(times, 0.5))
        try outbox.close()
    }

    private func deliver(_ count: Int, subjects: Int) async throws {
        let outbox = try outbox { _ in }
        for index in 0..<count { _ = try await outbox.accept(Change(index: index), on: "s\(index % subjects)") }
        let run = Task { try await outbox.run() }
        let statuses = outbox.statuses
        let time = await clock.measure { for await status in statuses where status.waiting == 0 { break } }
        report("delivery of \(count) changes of \(subjects) subjects", time)
        run.cancel()
        try await run.value
        try outbox.close()
    }

    /// From the moment at which the receiver accepts changes, with no word of its recovery, and with a circuit's.
    private func recover() async throws {
        let receiver = Recovering()
        let outbox = try outbox { _ throws(DeliveryFailure) in try receiver.receive() }
        _ = try await outbox.accept(Change(index: 0), on: "s")
        let health = ServiceHealthManager()
        let run = Task { try await outbox.run(recovering: "inventory", health: health) }
        for await status in outbox.statuses where status.lastFailure != nil { break }
        for _ in 0..<3 { health.recordFailure(for: "inventory", error: CancellationError()) }
        receiver.recover()
        let statuses = outbox.statuses
        let time = await clock.measure {
            health.recordSuccess(for: "inventory")
            for await status in statuses where status.waiting == 0 { break }
        }
        report("from recovery to the first delivery", time)
        run.cancel()
        try await run.value
        try outbox.close()
    }

    private func percentile(_ times: [Duration], _ share: Double) -> Duration {
        times.sorted()[Int(Double(times.count) * share)]
    }

    private func report(_ what: String, _ times: Duration...) {
        let texts = times.map { "\(($0 / .microseconds(10)).rounded() / 100) ms" }
        let line = what.padding(toLength: 48, withPad: " ", startingAt: 0) + " " + texts.joined(separator: " / ") + "\n"
        FileHandle.standardOutput.write(Data(line.utf8))
    }
}
#endif
