import Inventory
import NestoryControllers
import ServicePresentation

import struct Foundation.UUID

extension JSONValue {
    /// Writes a text, or null.
    init(_ text: String?) {
        self = text.map { .string($0) } ?? .null
    }

    /// Writes what a page shows of its form.
    init(_ editor: EditorSnapshot) {
        let errors = editor.errors.sorted { $0.key < $1.key }
        self = [
            "form": JSONValue(editor.form?.uuidString.lowercased()), "runs": .number(editor.runs),
            "saving": .bool(editor.isSaving),
            "saved": editor.saved.map { saved in
                [
                    "id": .string(saved.id.uuidString.lowercased()), "name": .string(saved.name),
                    "new": .bool(saved.isNew), "kept": .bool(saved.isKept),
                ]
            } ?? .null,
            "errors": .object(errors.map { Member(name: $0.key, value: .string($0.value)) }),
            "newer": editor.newer.map { JSONValue($0) } ?? .null, "message": JSONValue(editor.error?.message),
        ]
    }

    /// Writes what became of an item: its revision, null where it is gone, and what stands in its fields.
    private init(_ newer: NewerItem) {
        let values = EditorController.fields.map { field in
            Member(name: field.rawValue, value: .string(newer.item?[field] ?? ""))
        }
        self = [
            "item": .string(newer.id.uuidString.lowercased()),
            "revision": newer.item.map { .number($0.revision) } ?? .null, "values": .object(values),
        ]
    }

    /// Writes what a page shows of the item that it deletes.
    init(_ deletion: DeletionSnapshot) {
        self = [
            "item": JSONValue(deletion.item?.uuidString.lowercased()), "runs": .number(deletion.runs),
            "deleting": .bool(deletion.isDeleting), "kept": .bool(deletion.isKept),
            "newer": deletion.newer.map { ["revision": .number($0.revision), "name": .string($0.name)] } ?? .null,
            "there": deletion.wasThere.map { .bool($0) } ?? .null, "message": JSONValue(deletion.error?.message),
        ]
    }

    /// Writes what a page shows of what it takes back.
    init(_ undo: UndoSnapshot) {
        self = [
            "runs": .number(undo.runs), "count": undo.count.map { .number($0) } ?? .null,
            "message": JSONValue(undo.error?.message),
        ]
    }

    /// Writes what a page shows of its import.
    init(_ importing: ImportSnapshot) {
        let percent = importing.progress.map { progress in
            JSONValue.number(min(100, 100 * progress.bytes / max(progress.totalBytes ?? 0, 1)))
        }
        self = [
            "job": JSONValue(importing.job?.uuidString.lowercased()), "runs": .number(importing.runs),
            "percent": percent ?? .null,
            "rows": importing.progress.map { .number($0.rows) } ?? .null,
            "report": importing.report.map { JSONValue($0) } ?? .null,
            "refused": .bool(importing.report?.isRefused ?? false), "message": JSONValue(importing.error?.message),
            "retry": .bool(importing.canRetry),
        ]
    }
}
