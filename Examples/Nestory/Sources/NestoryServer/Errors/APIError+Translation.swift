import HTTPTypes
import Hummingbird
import Inventory
import NestoryControllers
import NestoryServices
import ServiceHealth

extension APIError {
    /// Finds the answer to an error that a route threw.
    ///
    /// - Returns: nil where the error is nobody's doing but ours.
    init?(_ error: any Error) {
        switch error {
        case let error as APIError: self = error
        case let error as InventoryError: self.init(error)
        case PageRefusal.tooManyPages: self = .tooManyPages
        case SummaryError.noRate(let currency):
            self.init(
                status: .unprocessableContent, code: "no_rate",
                message: APITexts.current.noRate(currency))
        case SummaryError.tooLarge:
            self.init(
                status: .unprocessableContent, code: "too_large_a_sum",
                message: APITexts.current.sumTooLarge)
        case let error as ServiceUnavailableError:
            self.init(
                status: .serviceUnavailable, code: "\(error.service)_unavailable",
                message: APITexts.current.serviceUnavailable,
                headers: [.retryAfter: "5"])
        case let error as HTTPError where error.status == .notFound: self = .notFound
        case let error as HTTPError where error.status.kind == .clientError:
            self.init(
                status: error.status, code: "bad_request", message: APITexts.current.badRequest)
        default: return nil
        }
    }

    private init(_ error: InventoryError) {
        switch error {
        case .alreadyExists: self.init(status: .conflict, code: "already_exists", message: error.message)
        case .changed(let item):
            self.init(
                status: .preconditionFailed, code: "conflict", message: error.message,
                details: [JSONValue.Member(name: "item", value: JSONValue(item))],
                headers: [.eTag: item.entityTag])
        case .keyReused: self.init(status: .unprocessableContent, code: "key_reused", message: error.message)
        case .otherInventory: self.init(status: .conflict, code: "other_inventory", message: error.message)
        case .busy: self.init(unavailable: error, code: "busy")
        case .diskFull:
            self.init(
                status: HTTPResponse.Status(code: 507, reasonPhrase: "Insufficient Storage"),
                code: "disk_full", message: error.message, headers: [.retryAfter: "30"])
        case .readOnly: self.init(unavailable: error, code: "inventory_read_only")
        case .outcomeUnknown: self.init(unavailable: error, code: "outcome_unknown")
        case .unavailable, .noAccess, .notAnInventory, .tooNew, .noFolder, .noHost, .failed:
            self.init(unavailable: error, code: "inventory_unavailable")
        }
    }

    private init(unavailable error: InventoryError, code: String) {
        self.init(
            status: .serviceUnavailable, code: code, message: error.message,
            headers: [.retryAfter: "\(error.retryAfter)"])
    }
}
