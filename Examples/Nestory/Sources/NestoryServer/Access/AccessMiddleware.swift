import HTTPTypes
import Hummingbird
import NIOCore

/// Lets nobody see or change anything who does not know the password.
struct AccessMiddleware<Context: RemoteAddressRequestContext>: RouterMiddleware {
    let access: AccessGuard

    func handle(
        _ request: Request, context: Context, next: @concurrent (Request, Context) async throws -> Response
    ) async throws -> Response {
        let path = request.uri.path
        if path == "/login" || path == "/health/live" || path.hasPrefix("/assets/") {
            return try await next(request, context)
        }
        if let secret = SessionCookie.secret(in: request), access.isSession(secret) {
            return try await next(request, context)
        }
        if let header = request.headers[.authorization], header.lowercased().hasPrefix("bearer ") {
            switch access.check(String(header.dropFirst(7)), from: context.remoteAddress?.ipAddress) {
            case .session: return try await next(request, context)
            case .wait(let duration): throw APIError.tooManyPasswords(duration)
            case .wrong: break
            }
        } else if request.method == .get, !path.hasPrefix("/api/"), request.headers[.accept]?.contains("html") == true {
            return .seeOther("/login")
        }
        throw APIError.loginRequired
    }
}

extension APIError {
    static var loginRequired: APIError {
        APIError(
            status: .unauthorized, code: "login_required", message: APITexts.current.loginRequired,
            headers: [.wwwAuthenticate: "Bearer"])
    }

    static func tooManyPasswords(_ wait: Duration) -> APIError {
        APIError(
            status: .tooManyRequests, code: "too_many_passwords", message: APITexts.current.tooManyPasswords,
            headers: [.retryAfter: String(wait.components.seconds + 1)])
    }
}
