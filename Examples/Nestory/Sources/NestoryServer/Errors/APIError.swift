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

    /// The answer.
    var response: Response {
        let members = [
            JSONValue.Member(name: "message", value: .string(message)),
            JSONValue.Member(name: "code", value: .string(code)),
        ]
        var response = Response.json(.object(members + details), status: status)
        for field in headers { response.headers[field.name] = field.value }
        return response
    }
}

extension APIError {
    static let notFound = APIError(
        status: .notFound, code: "not_found",
        message: "There is nothing here. It may have been deleted, or the address is wrong.")
    static let badEncoding = APIError(
        status: .badRequest, code: "bad_encoding", message: "The request is not text in UTF-8.")
    static let brokenBody = APIError(
        status: .badRequest, code: "broken_body", message: "The request broke off. Send it again.")
    static let tooLarge = APIError(
        status: .contentTooLarge, code: "too_large",
        message: "This is larger than 10 MiB. Send it in parts, or import it on the command line.")
    static let crossOrigin = APIError(
        status: .forbidden, code: "cross_origin",
        message: "Changes are only accepted from Nestory's own pages.")
    static let wrongHost = APIError(
        status: .misdirectedRequest, code: "wrong_host",
        message: "This server answers only under its own name, such as localhost or 127.0.0.1.")
    static let internalError = APIError(
        status: .internalServerError, code: "internal_error",
        message: "Something went wrong here. Nothing was changed; try again.")

    static let badPage = APIError(
        status: .badRequest, code: "bad_page",
        message: "Expected the id of a page: 32 digits from 0 to 9 and a to f.")
    static let pageGone = APIError(
        status: .notFound, code: "page_gone", message: "This page was away for long. It connects again by itself.")
    static let tooManyPages = APIError(
        status: .serviceUnavailable, code: "too_many_pages",
        message: "So many pages are open that there is no room for another one. Close one, and load this one again.",
        headers: [.retryAfter: "30"])
    static let commandTooLarge = APIError(
        status: .contentTooLarge, code: "too_large", message: "This is more than a page has to say at a time.")
    static let unknownCommand = APIError(
        status: .badRequest, code: "unknown_command",
        message: "The page asks for something that this version of Nestory does not do. Load the page again.")

    static func badCommand(_ reason: String) -> APIError {
        APIError(status: .badRequest, code: "bad_command", message: "This is no command of a page. \(reason)")
    }

    static func badJSON(_ reason: String) -> APIError {
        APIError(status: .badRequest, code: "bad_json", message: "This is not the JSON of an item. \(reason)")
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
            message: "The item was not saved. Correct the fields that are named, and send it again.",
            details: [JSONValue.Member(name: "errors", value: .object(members))])
    }
}
