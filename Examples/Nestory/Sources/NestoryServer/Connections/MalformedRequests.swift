import HTTPTypes
import Hummingbird
public import HummingbirdCore
import Inventory
public import NIOCore
import NIOHTTP1
import NIOHTTPTypes

/// Puts words and a code into the empty answer that hummingbird gives to bytes that are no request.
///
/// Nobody knows the address and the language of such a request, so no route and no middleware sees it.
final class MalformedRequests: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private var error: HTTPParserError?

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        if let error = error as? HTTPParserError { self.error = error }
        context.fireErrorCaught(error)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        // An answer to a request before it may come first. None of ours is empty.
        guard let error, case .head(let head) = unwrapOutboundIn(data), head.status == .badRequest,
            head.headerFields[.contentLength] == "0"
        else { return context.write(data, promise: promise) }
        let answer = APIError(error)
        var newHead = answer.response.head
        newHead.headerFields.secure()
        context.write(wrapOutboundOut(.head(newHead)), promise: nil)
        context.write(wrapOutboundOut(.body(ByteBuffer(bytes: answer.json.bytes))), promise: promise)
    }
}

extension APIError {
    /// What is wrong with bytes that are no request.
    fileprivate init(_ error: HTTPParserError) {
        if case .headerOverflow = error {
            self.init(
                status: .requestHeaderFieldsTooLarge, code: "headers_too_large",
                message: "A request may have 1000 headers, and 80 KiB with its address. Send fewer or shorter ones.",
                headers: [.connection: "close"])
        } else {
            self.init(
                status: .badRequest, code: "bad_request",
                message: "This is not a request in HTTP/1.1. Correct its first line, its headers or its length.",
                headers: [.connection: "close"])
        }
    }
}

extension HTTPServerBuilder {
    /// The server for Nestory's routes: HTTP/1.1, with an answer in words to bytes that are no request.
    ///
    /// - Parameter idleTimeout: How long a connection may stand still; nil for ever.
    public static func nestory(idleTimeout: TimeAmount? = nil) -> HTTPServerBuilder {
        .http1(
            configuration: HTTP1Channel.Configuration(
                additionalChannelHandlers: [MalformedRequests()], idleTimeout: idleTimeout))
    }
}
