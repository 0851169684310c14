import Foundation
import HTTPTypes
import Hummingbird
import Inventory

extension Request {
    /// The revision that the item must still have, of the header `If-Match`; nil where any will do.
    ///
    /// A tag that is none of ours matches nothing, as RFC 9110 has it.
    ///
    /// - Throws: ``APIError`` for a list of several tags.
    var expectedRevision: Int? {
        get throws(APIError) {
            guard let header = headers[.ifMatch]?.trimmingCharacters(in: .whitespaces), header != "*" else {
                return nil
            }
            guard !header.contains(",") else { throw .badHeader("Expected one tag in If-Match, such as \"3\".") }
            return header.first == "\"" && header.last == "\"" ? Int(header.dropFirst().dropLast()) ?? 0 : 0
        }
    }

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
