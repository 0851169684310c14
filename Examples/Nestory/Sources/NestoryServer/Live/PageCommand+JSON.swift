import Inventory
import NestoryControllers
import NestoryPages

import struct Foundation.UUID

extension PageCommand {
    /// Reads what a page asks for.
    ///
    /// - Throws: ``APIError`` that says what is wrong with it.
    init(_ bytes: [UInt8]) throws(APIError) {
        let value: JSONValue
        do throws(JSONError) {
            value = try JSONValue(parsing: bytes)
        } catch {
            throw .badCommand(error.message)
        }
        var members = try Members(value)
        switch try members.text("command") {
        case "show": self = .show(InventoryRequest(try members.address()))
        case "retry-search": self = .retrySearch
        case "cancel-search": self = .cancelSearch
        case "edit": self = .edit(try members.id("item"), revision: try members.revision() ?? 1)
        case "save": self = .save(try members.submission())
        case "cancel-save": self = .cancelSave
        case "delete": self = .delete(try members.id("item"), revision: try members.revision())
        case "cancel-delete": self = .cancelDelete
        case "restore": self = .undo(.deletion(try members.id("item")))
        case "undo-import": self = .undo(.importing(try members.id("import")))
        case "retry-import": self = .retryImport
        case "cancel-import": self = .cancelImport
        case "dismiss-import": self = .dismissImport
        default: throw .unknownCommand
        }
        try members.finish()
    }
}

extension InventoryRequest {
    /// What an address of the page asks for.
    init(_ address: PageAddress) {
        self.init(query: address.query, currency: address.currency)
    }
}

/// The members of a command, each to be taken once.
private struct Members {
    private var members: [String: JSONValue] = [:]

    init(_ value: JSONValue) throws(APIError) {
        guard case .object(let given) = value else { throw .badCommand("Expected an object.") }
        for member in given { members[member.name] = member.value }
    }

    mutating func text(_ name: String) throws(APIError) -> String {
        guard case .string(let text)? = members.removeValue(forKey: name) else {
            throw .badCommand("Expected “\(name)” to be text.")
        }
        return text
    }

    mutating func id(_ name: String) throws(APIError) -> UUID {
        guard let id = UUID(uuidString: try text(name)) else { throw .badCommand("Expected “\(name)” to be an id.") }
        return id
    }

    /// Takes the revision that the page shows; nil where there is none.
    mutating func revision() throws(APIError) -> Int? {
        guard let value = members.removeValue(forKey: "revision") else { return nil }
        guard case .number(let digits) = value, let revision = Int(digits), revision > 0 else {
            throw .badCommand("Expected “revision” to be a number from 1.")
        }
        return revision
    }

    /// Takes an address of the list, such as `/?query=lamp`.
    mutating func address() throws(APIError) -> PageAddress {
        let query = try QueryText(text("address").split(separator: "?", maxSplits: 1).dropFirst().first ?? "")
        return PageAddress { query[$0] }
    }

    mutating func submission() throws(APIError) -> ItemSubmission {
        let form = try id("form")
        let item: UUID? = members["item"] == nil ? nil : try id("item")
        let revision = try revision()
        guard case .object(let fields)? = members.removeValue(forKey: "values") else {
            throw .badCommand("Expected “values” to be an object.")
        }
        var values = ItemText()
        for member in fields {
            guard let field = ItemField(rawValue: member.name), EditorController.fields.contains(field),
                case .string(let text) = member.value
            else { throw .badCommand("Expected the fields of an item, each as text.") }
            values[field] = text
        }
        return ItemSubmission(form: form, item: item, revision: revision, values: values)
    }

    func finish() throws(APIError) {
        guard members.isEmpty else { throw .badCommand("There is a member that this command does not have.") }
    }
}
