import HTTPTypes
import Hummingbird
import Inventory
import Logging
import NestoryPages

/// Answers every error as JSON, or as a page to those who ask for one, and never with anything from inside.
struct ErrorMiddleware<Context: RequestContext>: RouterMiddleware {
    let pages: NestoryPages

    func handle(
        _ request: Request, context: Context, next: @concurrent (Request, Context) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch let error as CancellationError {
            // The server stops, or the client has gone: nobody reads an answer.
            throw error
        } catch {
            let answer = APIError(error) ?? .internalError
            if answer.status.kind == .serverError {
                // The error may hold a path, which belongs in the log and nowhere else.
                // That a service does not work is told once, where it fails, and not with each request.
                context.logger.log(
                    level: answer.status == .serviceUnavailable ? .debug : .error, "A request failed.",
                    metadata: ["path": "\(request.uri.path)", "error": "\(error)"])
            }
            return respond(to: request, with: answer)
        }
    }

    private func respond(to request: Request, with error: APIError) -> Response {
        guard !request.uri.path.hasPrefix("/api/"), request.headers[.accept]?.contains("text/html") == true
        else {
            return error.response
        }
        let html = error.status == .notFound ? pages.notFound() : pages.failed(error.message)
        return .page(html, status: error.status)
    }
}
