import Foundation
import Inventory

extension EditorPage {
    /// How a field of the form is shown.
    private struct Shape {
        var field: ItemField
        var width: String
        var type = "text"
        var mode: String?
        var list: String?
        var hasHint = false
        var isWords = false
    }

    private static let shapes = [
        Shape(field: .name, width: "full", hasHint: true, isWords: true),
        Shape(field: .category, width: "half", list: "categories", isWords: true),
        Shape(field: .room, width: "half", list: "rooms", isWords: true),
        Shape(field: .quantity, width: "third", mode: "numeric"),
        Shape(field: .purchasePrice, width: "third half-narrow", mode: "decimal", hasHint: true),
        Shape(field: .currency, width: "third half-narrow", list: "currencies"),
        Shape(field: .purchaseDate, width: "half", type: "date"),
        Shape(field: .warrantyUntil, width: "half", type: "date"),
        Shape(field: .serialNumber, width: "full"),
        Shape(field: .notes, width: "full", hasHint: true, isWords: true),
    ]

    /// What the template sees of the form.
    func context(_ texts: Texts) -> TemplateContext {
        let identifier = id?.uuidString.lowercased()
        var context: TemplateContext = [
            "pageTitle": id == nil ? texts("page_title_add") : texts("page_title_edit", ["name": name]),
            "formAction": identifier.map { "/items/\($0)" } ?? "/items",
            "submitText": id == nil ? texts("add") : texts("save"),
            "fields": Self.shapes.map { field($0, texts) },
            "categories": places.categories,
            "rooms": places.rooms,
            "currencies": Currency.all.map(\.code),
        ]
        let count = problems.messages.count
        context["formError"] =
            stored.map { _ in texts("conflict_form") } ?? (isGone ? texts("newer_gone") : nil) ?? message
            ?? (count > 0 ? texts.counted("problems", count) : nil)
        context["formRevision"] = revision.map { String($0) }
        if let kept {
            context["formAction"] = "/kept/\(kept)"
            return context
        }
        context["isLive"] = true
        context["itemId"] = identifier
        context["formKey"] = key
        context["deleteLink"] = identifier.map { "/items/\($0)/delete" }
        return context
    }

    private func field(_ shape: Shape, _ texts: Texts) -> TemplateContext {
        let key = shape.field.rawValue
        var field: TemplateContext = [
            "fieldKey": key,
            "fieldLabel": texts("field_\(key)"),
            "fieldWidth": shape.width,
            "fieldType": shape.type,
            "fieldValue": values[shape.field] ?? "",
            "isNotes": shape.field == .notes,
        ]
        if let stored, stored[shape.field] != values[shape.field] ?? "" {
            field["isStoredOther"] = true
            field["fieldStored"] = stored[shape.field]
        }
        if shape.field == .name { field["fieldRequired"] = true }
        if shape.hasHint { field["fieldHint"] = texts("hint_\(key)") }
        if shape.isWords { field["fieldDirection"] = true }
        field["fieldMode"] = shape.mode
        field["fieldList"] = shape.list
        field["fieldError"] = problems.messages[shape.field]
        return field
    }
}
