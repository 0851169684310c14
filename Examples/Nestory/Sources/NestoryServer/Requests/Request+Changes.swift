import HTTPTypes
import Hummingbird
import Inventory

extension Request {
    /// Which revisions the change may be based on, of the header `If-Match`.
    var condition: IfMatch { IfMatch(headers[.ifMatch]) }

    /// The key of the header `Idempotency-Key`, by which a change counts once; nil where there is none.
    ///
    /// - Parameter body: The request's body.
    /// - Throws: ``APIError`` where it is not a key.
    func changeKey(_ body: [UInt8] = []) throws(APIError) -> ChangeKey? {
        guard let name = HTTPField.Name("Idempotency-Key"), var text = headers[name].map({ $0[...] }) else {
            return nil
        }
        if text.count > 1, text.first == "\"", text.last == "\"" { text = text.dropFirst().dropLast() }
        let request = Array("\(method) \(uri.string) \(headers[.ifMatch] ?? "")\n".utf8) + body
        guard let key = ChangeKey(text, of: request) else {
            throw .badHeader("Expected an Idempotency-Key of 1 to 200 visible ASCII characters.")
        }
        return key
    }
}

extension Item {
    /// The revision as the header `ETag` has it.
    var entityTag: String { "\"\(revision)\"" }
}
