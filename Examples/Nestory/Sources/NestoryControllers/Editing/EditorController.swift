public import Inventory
public import Observation
import Service
public import ServicePresentation

import struct Foundation.UUID

/// Saves the form of one page, once, with the rules by which the API and the import check an item.
@Observable @MainActor public final class EditorController {
    /// The fields that people fill in.
    nonisolated public static let fields = ItemField.allCases.filter { $0 != .id && $0 != .updatedAt }

    private var current: UUID?
    private var runs = 0
    /// Which run is under way.
    private var sending: Int?
    private var saved: EditorSnapshot.Saved?

    @ObservationIgnored private let inventory = Service((any InventoryService).self)
    @ObservationIgnored private let clock = Service((any WallClock).self)
    @ObservationIgnored private let fields: [ItemField: Field<String>]
    @ObservationIgnored private let form: ServiceForm

    /// Starts without a form.
    ///
    /// - Parameters:
    ///   - presenter: Finds the words for failures.
    ///   - language: The language of the fields' errors.
    public init(presenter: ErrorPresenter, language: Language) {
        func field(_ name: ItemField) -> Field<String> {
            Field(
                "",
                Validator { value in
                    Language.$current.withValue(language) { ItemValidator.problem(with: value, in: name) }
                })
        }
        let (name, category, room) = (field(.name), field(.category), field(.room))
        let (quantity, price, currency) = (field(.quantity), field(.purchasePrice), field(.currency))
        let (purchaseDate, warranty) = (field(.purchaseDate), field(.warrantyUntil))
        let (serialNumber, notes) = (field(.serialNumber), field(.notes))
        fields = [
            .name: name, .category: category, .room: room, .quantity: quantity, .purchasePrice: price,
            .currency: currency, .purchaseDate: purchaseDate, .warrantyUntil: warranty,
            .serialNumber: serialNumber, .notes: notes,
        ]
        form = ServiceForm(
            presenter: presenter,
            [
                "name": name, "category": category, "room": room, "quantity": quantity, "purchase_price": price,
                "currency": currency, "purchase_date": purchaseDate, "warranty_until": warranty,
                "serial_number": serialNumber, "notes": notes,
            ])
    }

    /// Whether a form is being saved.
    public var isSaving: Bool { sending != nil }

    /// What the page shows now.
    public var snapshot: EditorSnapshot {
        // What is known of fields that are on their way is not what the page is about to be told.
        EditorSnapshot(
            form: current, runs: runs, isSaving: isSaving, saved: saved, errors: isSaving ? [:] : form.errors,
            error: isSaving ? nil : form.submissionError)
    }

    /// Saves a form. One that is being saved, or was, is not saved again.
    public func save(_ submission: ItemSubmission) {
        guard !isSaving, !isSaved(submission) else { return }
        if current != submission.form {
            form.reset()
            saved = nil
            current = submission.form
        }
        runs += 1
        sending = runs
        for (name, field) in fields { field.value = submission.values[name] ?? "" }
        Task { [run = runs] in await send(submission, run) }
    }

    /// Gives up saving. What was typed stays; whether it was saved already, the list will show.
    public func cancel() {
        form.cancel()
        sending = nil
    }

    private func isSaved(_ submission: ItemSubmission) -> Bool { saved != nil && current == submission.form }

    private func send(_ submission: ItemSubmission, _ run: Int) async {
        guard sending == run else { return }
        var kept: EditorSnapshot.Saved?
        let isDone = await form.submit { [inventory, clock] in
            var values = submission.values
            values[.id] = nil
            values[.updatedAt] = nil
            let id = submission.item ?? submission.form
            let item = try ItemValidator.item(from: values, newID: id, now: clock.resolve().now)
            try await Self.keep(item, isNew: submission.item == nil, in: inventory.resolve())
            kept = EditorSnapshot.Saved(id: id, name: item.name, isNew: submission.item == nil)
        }
        guard sending == run else { return }
        if isDone { saved = kept }
        sending = nil
    }

    private static func keep(_ item: Item, isNew: Bool, in inventory: any InventoryService) async throws {
        if isNew {
            do {
                return try await inventory.add(item)
            } catch InventoryError.alreadyExists {
                // This very form was saved before, and its answer was lost on the way.
            }
        }
        guard try await inventory.replace(item) else { throw ItemGone() }
    }
}

extension ItemProblems: FieldErrors {
    /// What is wrong, by the names of the fields.
    public var fieldErrors: [String: String] {
        Dictionary(uniqueKeysWithValues: messages.map { ($0.key.rawValue, $0.value) })
    }
}
