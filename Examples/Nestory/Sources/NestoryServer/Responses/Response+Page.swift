import HTTPTypes
import Hummingbird
import NIOCore
import NestoryPages

extension Response {
    /// Answers with a page.
    static func page(_ html: String, status: HTTPResponse.Status = .ok) -> Response {
        page(ByteBuffer(string: html), status: status)
    }

    /// Answers with a page that was written before.
    static func page(_ html: ByteBuffer, status: HTTPResponse.Status = .ok) -> Response {
        var headers = pageHeaders
        headers[.contentType] = "text/html; charset=utf-8"
        if status.code == 503 || status.code == 507 { headers[.retryAfter] = "5" }
        return Response(status: status, headers: headers, body: .sliced(html))
    }

    /// Answers with a file that pages need, or that it has not changed.
    static func asset(_ asset: Asset, for request: Request) -> Response {
        var headers = pageHeaders
        headers[.eTag] = asset.entityTag
        let known = request.headers[.ifNoneMatch]?.split(separator: ",") ?? []
        if known.contains(where: {
            $0.filter { !$0.isWhitespace }.replacing("W/", with: "") == asset.entityTag
        }) {
            return Response(status: .notModified, headers: headers)
        }
        headers[.contentType] = asset.contentType
        return Response(
            status: .ok, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: asset.bytes)))
    }

    /// Sends the browser to another page after a change.
    static func seeOther(_ address: String) -> Response {
        Response(status: .seeOther, headers: [.location: address])
    }

    private static var pageHeaders: HTTPFields {
        var headers: HTTPFields = [:]
        for (name, value) in PageHeaders.all {
            if let name = HTTPField.Name(name) { headers[name] = value }
        }
        return headers
    }
}
