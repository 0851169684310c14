import HTTPTypes
import Hummingbird
import Inventory
import NestoryServices
import Service

/// Marks answers that come from the last known items with their age in seconds.
struct AnswerAgeMiddleware<Context: RequestContext>: RouterMiddleware {
    @Service private var clock: any WallClock

    init() {}

    func handle(
        _ request: Request, context: Context, next: @concurrent (Request, Context) async throws -> Response
    ) async throws -> Response {
        let age = AnswerAge()
        var response = try await AnswerAge.$current.withValue(age) { try await next(request, context) }
        if let asOf = age.asOf {
            response.headers[.age] = String(max(0, (clock.now.milliseconds - asOf.milliseconds) / 1000))
        }
        return response
    }
}
