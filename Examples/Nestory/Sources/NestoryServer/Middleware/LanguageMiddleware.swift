import HTTPTypes
import Hummingbird
import Inventory

/// Answers in the language that the browser asks for, where Nestory speaks it.
struct LanguageMiddleware<Context: RequestContext>: RouterMiddleware {
    func handle(
        _ request: Request, context: Context, next: @concurrent (Request, Context) async throws -> Response
    ) async throws -> Response {
        let language = Language(accepting: request.headers[.acceptLanguage])
        var response = try await Language.$current.withValue(language) { try await next(request, context) }
        response.headers[.vary] = "Accept-Language"
        return response
    }
}
