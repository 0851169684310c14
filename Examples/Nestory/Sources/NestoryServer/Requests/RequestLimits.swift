import NIOCore
import Synchronization

/// What requests may take: bodies that stand still are ended, and all of them together have a limit.
public final class RequestLimits: Sendable {
    /// What the bodies of one request hold. They are let go of with it.
    final class Share: Sendable {
        /// The share of the request that is being answered.
        @TaskLocal static var current: Share?

        fileprivate let limits: RequestLimits
        private let bytes = Mutex(0)

        init(of limits: RequestLimits) {
            self.limits = limits
        }

        deinit {
            let bytes = bytes.withLock { $0 }
            limits.held.withLock { $0 -= bytes }
        }

        func collect(
            _ body: some AsyncSequence<ByteBuffer, any Error> & Sendable, upTo limit: Int
        ) async throws -> [UInt8] {
            try await limits.collect(body, upTo: limit, in: self)
        }

        /// - Throws: ``APIError`` where all requests together hold too much.
        func take(_ count: Int) throws(APIError) {
            let isThere = limits.held.withLock { held in
                guard held + count <= limits.mostBytes else { return false }
                held += count
                return true
            }
            guard isThere else { throw .tooManyBodies }
            bytes.withLock { $0 += count }
        }
    }

    /// How many pieces of a body have arrived.
    private final class Progress: Sendable {
        let pieces = Atomic(0)
    }

    private let clock: any Clock<Duration>
    private let patience: Duration
    private let mostBytes: Int
    private let held = Mutex(0)

    /// Describes the limits.
    ///
    /// - Parameters:
    ///   - clock: Measures the patience.
    ///   - patience: How long a body may stand still.
    ///   - mostBytes: How much all bodies together may hold.
    public init(
        clock: any Clock<Duration> = ContinuousClock(), patience: Duration = .seconds(30),
        mostBytes: Int = 64 * 1024 * 1024
    ) {
        self.clock = clock
        self.patience = patience
        self.mostBytes = mostBytes
    }

    /// How many bytes all bodies hold now.
    var heldBytes: Int { held.withLock { $0 } }

    /// Reads a whole body.
    ///
    /// - Parameters:
    ///   - body: The body.
    ///   - limit: The most bytes that it may have.
    ///   - share: What the request holds.
    /// - Throws: `NIOTooManyBytesError`, ``APIError``, or what reading throws.
    func collect<Body: AsyncSequence<ByteBuffer, any Error> & Sendable>(
        _ body: Body, upTo limit: Int, in share: Share
    ) async throws -> [UInt8] {
        let progress = Progress()
        return try await withThrowingTaskGroup(of: [UInt8]?.self) { group in
            group.addTask {
                var bytes: [UInt8] = []
                for try await buffer in body {
                    guard bytes.count + buffer.readableBytes <= limit else {
                        throw NIOTooManyBytesError(maxBytes: limit)
                    }
                    try share.take(buffer.readableBytes)
                    bytes += buffer.readableBytesView
                    progress.pieces.add(1, ordering: .relaxed)
                }
                return bytes
            }
            group.addTask { [clock, patience] in
                var seen = -1
                while true {
                    let now = progress.pieces.load(ordering: .relaxed)
                    if now == seen { throw APIError.tooSlow }
                    seen = now
                    try await clock.sleep(for: patience)
                }
            }
            defer { group.cancelAll() }
            while let bytes = try await group.next() {
                if let bytes { return bytes }
            }
            throw CancellationError()
        }
    }
}
