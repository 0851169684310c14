import HTTPTypes
import Hummingbird
import Inventory

/// A request that could not be answered as wished: a status, a message for people and a code for programs.
struct APIError: Error {
    var status: HTTPResponse.Status
    /// A word that stays the same when messages are reworded.
    var code: String
    var message: String
    /// What else the answer says.
    var details: [JSONValue.Member] = []
    var headers: HTTPFields = [:]

    /// The body of the answer.
    var json: JSONValue {
        let members = [
            JSONValue.Member(name: "message", value: .string(message)),
            JSONValue.Member(name: "code", value: .string(code)),
        ]
        return .object(members + details)
    }

    /// The answer.
    var response: Response {
        var response = Response.json(json, status: status)
        for field in headers { response.headers[field.name] = field.value }
        return response
    }
}

extension APIError {
    static var notFound: APIError {
        APIError(status: .notFound, code: "not_found", message: APITexts.current.notFound)
    }
    static var noDecision: APIError {
        APIError(status: .conflict, code: "no_decision", message: APITexts.current.noDecision)
    }
    static let badEncoding = APIError(
        status: .badRequest, code: "bad_encoding", message: "The request is not text in UTF-8.")
    static var brokenBody: APIError {
        APIError(status: .badRequest, code: "broken_body", message: APITexts.current.brokenBody)
    }
    static var tooLarge: APIError {
        APIError(status: .contentTooLarge, code: "too_large", message: APITexts.current.tooLarge)
    }
    static var tooSlow: APIError {
        APIError(
            status: .requestTimeout, code: "too_slow", message: APITexts.current.tooSlow,
            headers: [.connection: "close"])
    }
    static var tooManyBodies: APIError {
        APIError(
            status: .serviceUnavailable, code: "too_many_bodies", message: APITexts.current.tooManyBodies,
            headers: [.retryAfter: "5"])
    }
    static var crossOrigin: APIError {
        APIError(status: .forbidden, code: "cross_origin", message: APITexts.current.crossOrigin)
    }
    static var wrongHost: APIError {
        APIError(status: .misdirectedRequest, code: "wrong_host", message: APITexts.current.wrongHost)
    }
    static var internalError: APIError {
        APIError(status: .internalServerError, code: "internal_error", message: APITexts.current.internalError)
    }

    static let badPage = APIError(
        status: .badRequest, code: "bad_page",
        message: "Expected the id of a page: 32 digits from 0 to 9 and a to f.")
    static var pageGone: APIError {
        APIError(status: .notFound, code: "page_gone", message: APITexts.current.pageGone)
    }
    static var tooManyPages: APIError {
        APIError(
            status: .serviceUnavailable, code: "too_many_pages",
            message: APITexts.current.tooManyPages,
            headers: [.retryAfter: "30"])
    }
    static let commandTooLarge = APIError(
        status: .contentTooLarge, code: "too_large", message: "This is more than a page has to say at a time.")
    static var unknownCommand: APIError {
        APIError(status: .badRequest, code: "unknown_command", message: APITexts.current.unknownCommand)
    }

    static func badCommand(_ reason: String) -> APIError {
        APIError(status: .badRequest, code: "bad_command", message: "This is no command of a page. \(reason)")
    }

    static func badJSON(_ reason: String) -> APIError {
        APIError(status: .badRequest, code: "bad_json", message: "This is not the JSON of an item. \(reason)")
    }

    static func badHeader(_ reason: String) -> APIError {
        APIError(status: .badRequest, code: "bad_header", message: reason)
    }

    static func badQuery(_ reason: String) -> APIError {
        APIError(status: .badRequest, code: "bad_query", message: reason)
    }

    static func wrongType(_ expected: String) -> APIError {
        APIError(
            status: .unsupportedMediaType, code: "wrong_type",
            message: "Send this with the header Content-Type: \(expected).")
    }

    static func wrongMethod(allowed: [HTTPRequest.Method]) -> APIError {
        let names = allowed.map(\.rawValue).joined(separator: ", ")
        return APIError(
            status: .methodNotAllowed, code: "wrong_method", message: "This address answers to \(names).",
            headers: [.allow: names])
    }

    /// Says field by field what is wrong with an item.
    static func invalidItem(_ errors: [(name: String, message: String)]) -> APIError {
        let members = errors.map { JSONValue.Member(name: $0.name, value: .string($0.message)) }
        return APIError(
            status: .unprocessableContent, code: "invalid_item",
            message: APITexts.current.invalidItem,
            details: [JSONValue.Member(name: "errors", value: .object(members))])
    }
}
