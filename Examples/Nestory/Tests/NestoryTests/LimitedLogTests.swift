import InMemoryLogging
import Logging
import ServiceTesting
import Testing

@testable import Nestory

@Suite struct LimitedLogTests {
    private let clock = ManualClock()
    private let written = InMemoryLogHandler()
    private let log: LimitedLog

    init() { log = LimitedLog(clock: clock) }

    /// A new logger, as the services make one with each entry.
    private var logger: Logger {
        Logger(label: "service") { log.handler(for: $0, writing: written) }
    }

    /// What was written, with how often it was repeated.
    private var lines: [String] {
        written.entries.map { entry in
            "\(entry.message)" + (entry.metadata["repeated"].map { ", \($0) times more" } ?? "")
        }
    }

    private func fail(_ error: String = "refused") {
        logger.warning("call failed", metadata: ["service": "inventory", "error": "\(error)"])
    }

    @Test func `a failure of every second is written once a minute, with how often it was repeated, for each service`()
        async
    {
        for _ in 0...150 {
            fail()
            logger.warning("circuit opened", metadata: ["service": "inventory"])
            await clock.advance(by: .seconds(1))
        }
        #expect(
            lines == [
                "call failed", "circuit opened", "circuit opened, 59 times more", "call failed, 59 times more",
                "circuit opened, 60 times more", "call failed, 59 times more",
            ])
    }

    @Test func `that a service is back is written at once, after what was not written yet, and so is its next failure`()
    {
        for _ in 0..<5 { fail() }
        logger.notice("service recovered", metadata: ["service": "inventory"])
        fail()
        logger.notice("service recovered", metadata: ["service": "inventory"])
        #expect(
            lines == [
                "call failed", "call failed, 4 times more", "service recovered", "call failed", "service recovered",
            ])
    }

    @Test func `another error, another service and another level are written at once`() {
        for _ in 0..<2 {
            fail()
            fail("timed out")
            logger.warning("call failed", metadata: ["service": "currency", "error": "refused"])
            logger.error("call failed", metadata: ["service": "inventory", "error": "refused"])
        }
        #expect(lines == Array(repeating: "call failed", count: 4))
    }

    @Test func `what has ended is told with the next entry after its minute`() async {
        for _ in 0..<3 { fail() }
        await clock.advance(by: .seconds(60))
        logger.warning("something else")
        #expect(lines == ["call failed", "call failed, 2 times more", "something else"])
    }

    @Test func `that another service is back changes nothing`() {
        fail()
        logger.notice("service recovered", metadata: ["service": "currency"])
        fail()
        #expect(lines == ["call failed", "service recovered"])
    }
}
