import Foundation
import NIOCore
import NIOPosix
import Synchronization

/// A web server on this machine that does what a test tells it, also what no server should.
public final class TestServer: Sendable {
    /// What a client sent.
    public struct Received: Sendable {
        /// The first line.
        public var line: String
        /// The headers, by name in small letters.
        public var headers: [String: String]
        /// The body.
        public var body: String
    }

    /// How it answers.
    public enum Reply: Sendable {
        /// As a server should.
        case answer(Int, String)
        /// With these bytes, after which the connection ends.
        case bytes(String)
        /// Not at all; the connection stays.
        case silence
        /// With these bytes, after which the connection ends.
        case raw([UInt8])
        /// With these bytes; the connection stays.
        case open(String)
        /// With an answer that never ends.
        case endless
        /// With these bytes, and then the same piece a thousand times; the connection stays.
        case flood(String, of: String)
        /// As a server should, but not before it is told to.
        case held(String)
    }

    private let channel: any Channel
    private let relay: Relay
    private let replies: Mutex<[Reply]>
    private let requests = Mutex<[Received]>([])
    private let connections = OpenConnections()
    private let arrivals: AsyncStream<Void>
    private let arrival: AsyncStream<Void>.Continuation

    /// Starts a server that answers each request with the next reply, and then always with the last.
    private init(_ replies: [Reply]) async throws {
        self.replies = Mutex(replies)
        (arrivals, arrival) = AsyncStream.makeStream()
        let relay = Relay()
        self.relay = relay
        channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelInitializer { [connections] channel in
                connections.add(channel)
                return channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(Connection(relay))
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        relay.set({ [weak self] in self?.receive($0) ?? .silence }, arrived: { [arrival] in arrival.yield() })
    }

    /// Runs a test with a server, and stops it afterwards.
    public static func run(_ replies: Reply..., test: (TestServer) async throws -> Void) async throws {
        let server = try await TestServer(replies)
        do {
            try await test(server)
        } catch {
            try await server.channel.close()
            throw error
        }
        try await server.channel.close()
    }

    /// The address of a path.
    public func address(_ path: String) -> String { "http://127.0.0.1:\(channel.localAddress?.port ?? 0)\(path)" }

    /// Everything that arrived, in order.
    public var received: [Received] { requests.withLock { $0 } }

    /// Answers from now on with these replies.
    public func answer(with replies: [Reply]) { self.replies.withLock { $0 = replies } }

    /// Sends the answers that were held.
    public func release() {
        for send in relay.takeHeld() { send() }
    }

    /// Waits until one more request has arrived.
    public func waitForRequest() async {
        for await _ in arrivals { return }
    }

    /// Waits until no client holds a connection.
    public func waitForNoConnections() async { await connections.waitForNone() }

    private func receive(_ request: Received) -> Reply {
        requests.withLock { $0.append(request) }
        return replies.withLock { replies in
            replies.count > 1 ? replies.removeFirst() : replies.first ?? .silence
        }
    }
}

/// Counts the connections that are open.
private final class OpenConnections: Sendable {
    private struct State {
        var count = 0
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    func add(_ channel: any Channel) {
        state.withLock { $0.count += 1 }
        channel.closeFuture.whenComplete { _ in self.remove() }
    }

    private func remove() {
        let waiting = state.withLock { state in
            state.count -= 1
            guard state.count == 0 else { return [CheckedContinuation<Void, Never>]() }
            defer { state.waiting = [] }
            return state.waiting
        }
        for waiter in waiting { waiter.resume() }
    }

    func waitForNone() async {
        await withCheckedContinuation { waiter in
            let isNone = state.withLock { state in
                if state.count > 0 { state.waiting.append(waiter) }
                return state.count == 0
            }
            if isNone { waiter.resume() }
        }
    }
}

/// Hands requests to a server that is made after its channel.
private final class Relay: Sendable {
    private let receive = Mutex<(@Sendable (TestServer.Received) -> TestServer.Reply)?>(nil)
    private let arrived = Mutex<(@Sendable () -> Void)?>(nil)

    func set(
        _ receive: @escaping @Sendable (TestServer.Received) -> TestServer.Reply,
        arrived: @escaping @Sendable () -> Void
    ) {
        self.receive.withLock { $0 = receive }
        self.arrived.withLock { $0 = arrived }
    }

    /// Tells that a request has arrived, when its answer is on its way or held: not before, as then it could not be
    /// released.
    func tellArrival() { arrived.withLock { $0 }?() }

    private let held = Mutex<[@Sendable () -> Void]>([])

    func hold(_ send: @escaping @Sendable () -> Void) { held.withLock { $0.append(send) } }

    func takeHeld() -> [@Sendable () -> Void] {
        held.withLock { held in
            defer { held = [] }
            return held
        }
    }

    func reply(to request: TestServer.Received) -> TestServer.Reply {
        receive.withLock { $0 }?(request) ?? .silence
    }
}

/// Reads one request, and answers it.
private final class Connection: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let relay: Relay
    private var text = ""
    private var isAnswered = false

    init(_ relay: Relay) { self.relay = relay }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        text += String(buffer: unwrapInboundIn(data))
        guard !isAnswered, let request = Self.request(text) else { return }
        isAnswered = true
        let (context, relay) = (context.loopBound, relay)
        switch relay.reply(to: request) {
        case .answer(let status, let body): Self.end(with: Self.head(status, body) + body, context)
        case .bytes(let bytes): Self.end(with: bytes, context)
        case .raw(let bytes): Self.end(with: ByteBuffer(bytes: bytes), context)
        case .open(let bytes): context.value.writeAndFlush(NIOAny(ByteBuffer(string: bytes)), promise: nil)
        case .silence: break
        case .endless:
            let piece = "<x>" + String(repeating: "a", count: 65_536)
            Self.flood("HTTP/1.1 200 -\r\nConnection: close\r\n\r\n", of: piece, times: .max, context)
        case .flood(let start, let piece): Self.flood(start, of: piece, times: 1000, context)
        case .held(let body):
            let loop = context.value.eventLoop
            relay.hold { loop.execute { Self.end(with: Self.head(200, body) + body, context) } }
        }
        relay.tellArrival()
    }

    private static func head(_ status: Int, _ body: String) -> String {
        "HTTP/1.1 \(status) -\r\nContent-Length: \(body.utf8.count)\r\nConnection: close\r\n\r\n"
    }

    private static func end(with text: String, _ context: NIOLoopBound<ChannelHandlerContext>) {
        end(with: ByteBuffer(string: text), context)
    }

    private static func end(with bytes: ByteBuffer, _ context: NIOLoopBound<ChannelHandlerContext>) {
        context.value.writeAndFlush(NIOAny(bytes)).whenComplete { _ in context.value.close(promise: nil) }
    }

    private static func flood(
        _ start: String, of piece: String, times: Int, _ context: NIOLoopBound<ChannelHandlerContext>
    ) {
        context.value.write(NIOAny(ByteBuffer(string: start)), promise: nil)
        flood(of: ByteBuffer(string: piece), times: times, context)
    }

    private static func flood(of piece: ByteBuffer, times: Int, _ context: NIOLoopBound<ChannelHandlerContext>) {
        guard times > 0 else { return }
        context.value.writeAndFlush(NIOAny(piece)).whenSuccess {
            context.value.eventLoop.execute { flood(of: piece, times: times - 1, context) }
        }
    }

    /// Reads a request; nil where not all of it is there.
    private static func request(_ text: String) -> TestServer.Received? {
        guard let end = text.range(of: "\r\n\r\n") else { return nil }
        let lines = text[..<end.lowerBound].components(separatedBy: "\r\n")
        var headers: [String: String] = [:]
        for line in lines.dropFirst() {
            let parts = line.split(separator: ":", maxSplits: 1)
            headers[parts[0].lowercased()] = parts[1].trimmingCharacters(in: .whitespaces)
        }
        let body = text[end.upperBound...]
        guard body.utf8.count >= Int(headers["content-length"] ?? "0") ?? 0 else { return nil }
        return TestServer.Received(line: lines[0], headers: headers, body: String(body))
    }
}

extension ChannelHandlerContext {
    fileprivate var loopBound: NIOLoopBound<ChannelHandlerContext> { NIOLoopBound(self, eventLoop: eventLoop) }
}
