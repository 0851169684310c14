import HTTPTypes
import Hummingbird

/// Tells browsers to take every answer for what it says it is, and to show it to nobody else.
struct SecurityHeadersMiddleware<Context: RequestContext>: RouterMiddleware {
    private static var headers: [(HTTPField.Name, String)] {
        [
            (.xContentTypeOptions, "nosniff"),
            (.contentSecurityPolicy, "default-src 'none'; frame-ancestors 'none'"),
            (.crossOriginResourcePolicy, "same-origin"),
            (.cacheControl, "no-store"),
        ]
    }

    func handle(
        _ request: Request, context: Context, next: @concurrent (Request, Context) async throws -> Response
    ) async throws -> Response {
        var response = try await next(request, context)
        for (name, value) in Self.headers where response.headers[name] == nil {
            response.headers[name] = value
        }
        return response
    }
}
