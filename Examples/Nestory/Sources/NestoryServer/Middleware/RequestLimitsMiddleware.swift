import Hummingbird

/// Gives each request a share of what all bodies together may hold.
struct RequestLimitsMiddleware<Context: RequestContext>: RouterMiddleware {
    let limits: RequestLimits

    func handle(
        _ request: Request, context: Context, next: @concurrent (Request, Context) async throws -> Response
    ) async throws -> Response {
        try await RequestLimits.Share.$current.withValue(RequestLimits.Share(of: limits)) {
            try await next(request, context)
        }
    }
}
