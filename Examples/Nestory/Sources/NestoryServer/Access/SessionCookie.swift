import HTTPTypes
import Hummingbird

/// The cookie that holds a session's secret. No script and no other site gets it.
enum SessionCookie {
    private static let name = "nestory_session"

    /// The secret that a request brings; nil where it has none.
    static func secret(in request: Request) -> String? {
        for cookies in request.headers[values: .cookie] {
            for cookie in cookies.split(separator: ";") {
                let parts = cookie.split(separator: "=", maxSplits: 1).map { $0.filter { $0 != " " } }
                if parts.count == 2, parts[0] == name { return parts[1] }
            }
        }
        return nil
    }

    /// The header that gives a browser the secret, or takes it away.
    static func header(_ secret: String?, for request: Request) -> String {
        var header =
            "\(name)=\(secret ?? ""); Path=/; HttpOnly; SameSite=Strict; Max-Age=\(secret == nil ? 0 : 2_592_000)"
        if isEncrypted(request) { header += "; Secure" }
        return header
    }

    /// Whether the browser speaks TLS, with a proxy in front of us.
    private static func isEncrypted(_ request: Request) -> Bool {
        let proxy = HTTPField.Name("X-Forwarded-Proto").flatMap { request.headers[$0] }
        return proxy == "https" || request.headers[.origin]?.hasPrefix("https://") == true
    }
}
