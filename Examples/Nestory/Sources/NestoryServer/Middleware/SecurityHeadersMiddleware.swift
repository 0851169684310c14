import HTTPTypes
import Hummingbird

/// Tells browsers to take every answer for what it says it is, and to show it to nobody else.
struct SecurityHeadersMiddleware<Context: RequestContext>: RouterMiddleware {
    func handle(
        _ request: Request, context: Context, next: @concurrent (Request, Context) async throws -> Response
    ) async throws -> Response {
        var response = try await next(request, context)
        response.headers.secure()
        return response
    }
}

extension HTTPFields {
    /// Adds what tells browsers to take an answer for what it says it is, and to show it to nobody else.
    mutating func secure() {
        let headers: [(HTTPField.Name, String)] = [
            (.xContentTypeOptions, "nosniff"),
            (.contentSecurityPolicy, "default-src 'none'; frame-ancestors 'none'"),
            (.crossOriginResourcePolicy, "same-origin"),
            (.cacheControl, "no-store"),
        ]
        for (name, value) in headers where self[name] == nil { self[name] = value }
    }
}
