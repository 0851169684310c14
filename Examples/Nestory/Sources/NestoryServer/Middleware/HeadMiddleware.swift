import HTTPTypes
import Hummingbird
import NIOCore

/// Gives the answer to HEAD the length of a body that is written piece by piece, which the answer to GET leaves open.
///
/// The pieces are made and counted, and not sent: without a length, the answer would say that the body is empty.
struct HeadMiddleware<Context: RequestContext>: RouterMiddleware {
    private final class Counter: ResponseBodyWriter {
        var count = 0
        func write(_ buffer: ByteBuffer) async throws { count += buffer.readableBytes }
        func finish(_ trailers: HTTPFields?) async throws {}
    }

    func handle(
        _ request: Request, context: Context, next: @concurrent (Request, Context) async throws -> Response
    ) async throws -> Response {
        var response = try await next(request, context)
        guard request.method == .head, response.body.contentLength == nil else { return response }
        let counter = Counter()
        try await response.body.write(counter)
        response.headers[.contentLength] = String(counter.count)
        return response
    }
}
