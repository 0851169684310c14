import Foundation
import HTTPTypes
import Hummingbird

/// Lets only Nestory's own pages, and programs that are not browsers, change anything; and answers only under
/// its own name.
///
/// Browsers say with each change which page it comes from. Without the check of the name, a page elsewhere
/// could make its own name point to this machine, and then read and change everything as if it were ours.
struct SameOriginMiddleware<Context: RequestContext>: RouterMiddleware {
    /// The names to answer under; nil for any.
    let hosts: Set<String>?

    func handle(
        _ request: Request, context: Context, next: @concurrent (Request, Context) async throws -> Response
    ) async throws -> Response {
        let authority = request.head.authority?.lowercased()
        if let hosts, let authority, !hosts.contains(Self.host(of: authority)) { throw APIError.wrongHost }
        switch request.method {
        case .get, .head, .options: break
        default:
            if let site = request.headers[.secFetchSite], site != "same-origin", site != "none" {
                throw APIError.crossOrigin
            }
            if let origin = request.headers[.origin], !Self.isOwn(origin.lowercased(), authority),
                !isAllowed(origin.lowercased(), authority)
            {
                throw APIError.crossOrigin
            }
        }
        return try await next(request, context)
    }

    /// Whether a page comes from one of our names, under which a proxy may answer for us.
    ///
    /// Another port of this machine, or of the name that was asked for, is another program.
    private func isAllowed(_ origin: String, _ authority: String?) -> Bool {
        guard let hosts, let place = origin.wholeMatch(of: /https?:\/\/([^:\[\]]+|\[[^\]]+\])(:[0-9]+)?/) else {
            return false
        }
        let name = String(place.1)
        guard hosts.contains(name), !Self.isThisMachine(name) else { return false }
        return authority.map { $0 == name || Self.host(of: $0) != name } ?? true
    }

    private static func isThisMachine(_ name: String) -> Bool {
        name == "localhost" || name == "[::1]" || name.hasPrefix("127.")
    }

    private static func isOwn(_ origin: String, _ authority: String?) -> Bool {
        guard let authority else { return false }
        return ["http://", "https://"].contains { origin == $0 + authority }
    }

    /// The name without the port.
    static func host(of authority: String) -> String {
        if authority.hasPrefix("["), let end = authority.firstIndex(of: "]") {
            return String(authority[...end])
        }
        return String(authority.prefix { $0 != ":" })
    }
}

extension HTTPField.Name {
    /// Says where a request comes from, relative to its target; only browsers set it.
    static var secFetchSite: Self { Self("Sec-Fetch-Site") ?? .origin }
}
