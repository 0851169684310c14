/// What is sent to a web server.
public struct WebRequest: Sendable {
    /// Where to.
    public var address: WebAddress
    /// What to send with `POST`; nil for `GET`.
    public var body: [UInt8]?
    /// The headers.
    public var headers: [(name: String, value: String)]
    /// How many bytes the answer may have; nil where only its status matters, and nothing more is read.
    public var limit: Int?

    /// Describes a request.
    public init(_ address: WebAddress, body: [UInt8]? = nil, headers: [(name: String, value: String)] = [], limit: Int?)
    {
        self.address = address
        self.body = body
        self.headers = headers
        self.limit = limit
    }
}
