import AsyncHTTPClient
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Inventory
import NIOCore
import NIOHTTP1
import ServiceTesting
import Testing

@testable import NestoryServer

@Suite struct RequestLimitsTests {
    private typealias Body = AsyncThrowingStream<ByteBuffer, any Error>

    @Test func `a body that stands still for half a minute is ended, one that goes on is read`() async throws {
        let clock = ManualClock()
        let limits = RequestLimits(clock: clock)
        let (body, sender) = Body.makeStream()
        let reading = Task {
            try await limits.collect(body, upTo: 100, in: RequestLimits.Share(of: limits))
        }
        for _ in 0..<3 {
            await clock.waitForSleepers(count: 1)
            sender.yield(ByteBuffer(string: "part "))
            // It has arrived when its bytes are held.
            let before = limits.heldBytes
            while limits.heldBytes == before { await Task.yield() }
            await clock.advance(by: .seconds(30))
        }
        await clock.waitForSleepers(count: 1)
        await clock.advance(by: .seconds(30))
        let error = try #require(await #expect(throws: APIError.self) { try await reading.value })
        #expect(error.status == .requestTimeout && error.code == "too_slow")
        sender.finish()
    }

    @Test func `a client that sends half a body and waits is answered with 408, and hung up on`() async throws {
        let clock = ManualClock()
        try await Nestory.run(limits: RequestLimits(clock: clock), on: .live) { nestory in
            let port = try #require(nestory.client.port)
            var request = HTTPClientRequest(url: "http://localhost:\(port)/api/items")
            request.method = .POST
            request.headers.add(name: "Content-Type", value: "application/json")
            let (body, rest) = Body.makeStream()
            rest.yield(ByteBuffer(string: #"{"name": "#))
            request.body = .stream(body, length: .known(Int64(100)))
            let time = Task {
                while !Task.isCancelled {
                    await clock.waitForSleepers()
                    await clock.advance(by: .seconds(30))
                }
            }
            let answer = try await HTTPClient.shared.execute(request, timeout: .seconds(60))
            time.cancel()
            #expect(answer.status == .requestTimeout && answer.headers["Connection"] == ["close"])
            rest.finish()
            #expect(try await nestory.count() == "0")
        }
    }

    @Test func `all bodies together have a limit, which is free again when they are done`() async throws {
        let limits = RequestLimits(clock: ManualClock(), mostBytes: 10)
        func read(_ count: Int, _ share: RequestLimits.Share) async throws -> Int {
            let (body, sender) = Body.makeStream()
            sender.yield(ByteBuffer(repeating: 0x41, count: count))
            sender.finish()
            return try await limits.collect(body, upTo: 100, in: share).count
        }
        do {
            let share = RequestLimits.Share(of: limits)
            #expect(try await read(6, share) == 6)
            let other = RequestLimits.Share(of: limits)
            let error = try #require(await #expect(throws: APIError.self) { try await read(5, other) })
            #expect(error.status == .serviceUnavailable && error.headers[.retryAfter] != nil)
            #expect(try await read(4, other) == 4)
            withExtendedLifetime((share, other)) {}
        }
        #expect(limits.heldBytes == 0)
    }

    @Test func `a body beyond the limit of all is answered with 503 and when to try again`() async throws {
        try await Nestory.run(limits: RequestLimits(clock: ManualClock(), mostBytes: 20)) { nestory in
            let answer = try await nestory.post(#"{"name": "A name that is longer than that"}"#)
            #expect(answer.status == 503 && answer.code == "too_many_bodies" && answer.headers[.retryAfter] == "5")
            #expect(try await nestory.post(#"{"name": "Lamp"}"#).status == 201)
            #expect(try await nestory.post(#"{"name": "Lamp"}"#).status == 201)
        }
    }

    @Test(arguments: [
        InventoryError.busy, .diskFull, .readOnly(because: nil), .unavailable(because: nil),
        .noAccess(path: "", details: ""), .notAnInventory(path: "", details: ""), .tooNew(path: ""),
        .noFolder(path: ""), .failed(details: ""),
    ])
    func `who cannot be served now is told when to try again`(error: InventoryError) throws {
        let answer = try #require(APIError(error as any Error))
        #expect([503, 507].contains(answer.status.code))
        #expect(answer.headers[.retryAfter].flatMap { Int($0) } != nil)
    }

    @Test func `a page is sent a slice at a time`() async throws {
        final class Slices: ResponseBodyWriter {
            var sizes: [Int] = []
            func write(_ buffer: ByteBuffer) async throws { sizes.append(buffer.readableBytes) }
            func finish(_ trailers: HTTPFields?) async throws {}
        }
        let slices = Slices()
        let body = ResponseBody.sliced(ByteBuffer(repeating: 0x41, count: 150_000))
        try await body.write(slices)
        #expect(slices.sizes == [65_536, 65_536, 150_000 - 2 * 65_536] && body.contentLength == 150_000)
    }
}
