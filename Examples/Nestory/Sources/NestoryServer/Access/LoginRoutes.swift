import HTTPTypes
import Hummingbird
import NIOCore
import NestoryPages

/// `/login` and `/logout`: sessions of browsers.
struct LoginRoutes<Context: RemoteAddressRequestContext>: Sendable {
    let pages: NestoryPages
    let access: AccessGuard

    func add(to routes: some RouterMethods<Context>) {
        routes.get("/login") { _, _ in Response.page(pages.login()) }
        routes.post("/login", use: logIn)
        routes.post("/logout") { request, _ in
            if let secret = SessionCookie.secret(in: request) { access.logOut(secret) }
            return Self.away("/login", nil, request)
        }
    }

    @Sendable private func logIn(_ request: Request, _ context: Context) async throws -> Response {
        let bytes = try await request.bytes(of: "application/x-www-form-urlencoded", upTo: 20_000)
        let form = try QueryText(String(decoding: bytes, as: UTF8.self))
        switch access.logIn(form["password"] ?? "", from: context.remoteAddress?.ipAddress) {
        case .session(let secret): return Self.away("/", secret, request)
        case .wrong: return .page(pages.login(message: APITexts.current.wrongPassword), status: .unauthorized)
        case .wait(let duration):
            let error = APIError.tooManyPasswords(duration)
            var response = Response.page(pages.login(message: error.message), status: error.status)
            response.headers[.retryAfter] = error.headers[.retryAfter]
            return response
        }
    }

    private static func away(_ address: String, _ secret: String?, _ request: Request) -> Response {
        var response = Response.seeOther(address)
        response.headers[.setCookie] = SessionCookie.header(secret, for: request)
        return response
    }
}
