/// What a web server answered.
public struct WebAnswer: Sendable, Equatable {
    /// The status, 200 where all is well.
    public var status: Int
    /// The body.
    public var body: [UInt8]

    /// Wraps an answer.
    public init(status: Int, body: [UInt8]) {
        self.status = status
        self.body = body
    }
}
