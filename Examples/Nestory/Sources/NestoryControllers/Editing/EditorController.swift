public import Inventory
public import Observation
import Service
public import ServicePresentation

public import struct Foundation.UUID

/// Saves the form of one page, once, with the rules by which the API and the import check an item.
@Observable @MainActor public final class EditorController {
    /// The fields that people fill in.
    nonisolated public static let fields = ItemField.allCases.filter { $0 != .id && $0 != .updatedAt }

    private var current: UUID?
    private var runs = 0
    /// Which run is under way.
    private var sending: Int?
    private var saved: EditorSnapshot.Saved?
    private var newer: NewerItem?
    /// The item whose form is open, as that shows it.
    @ObservationIgnored private var opened: (id: UUID, revision: Int)?

    @ObservationIgnored private let inventory = Service((any InventoryService).self)
    @ObservationIgnored private let changes = Service((any ItemChanges).self)
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
            newer: newer, error: isSaving ? nil : form.submissionError)
    }

    /// Notes which item's form is open. From now on the page hears when somebody else changes the item.
    public func open(_ id: UUID, revision: Int) {
        opened = (id, revision)
        newer = nil
        look()
    }

    /// Looks whether the item whose form is open is still the same.
    func look() {
        guard let opened, !isSaving else { return }
        Task { [inventory, changes] in
            do {
                let item = try await changes.resolve().item(opened.id, in: inventory.resolve())
                note(NewerItem(id: opened.id, item: item))
            } catch _ {
                // It is looked at again when the inventory is back, as every page does then.
            }
        }
    }

    private func note(_ found: NewerItem) {
        guard !isSaving, let opened, opened.id == found.id else { return }
        newer = opened.revision == found.item?.revision ? nil : found
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
        var meanwhile: Item?
        let isDone = await form.submit { [changes, clock] in
            var values = submission.values
            values[.id] = nil
            values[.updatedAt] = nil
            let id = submission.item ?? submission.form
            let item = try ItemValidator.item(from: values, newID: id, now: clock.resolve().now)
            do {
                let outcome = try await Self.keep(item, of: submission, in: changes.resolve())
                kept = EditorSnapshot.Saved(
                    id: id, name: item.name, isNew: submission.item == nil, isKept: outcome.isKept)
            } catch InventoryError.changed(let item) {
                meanwhile = item
                throw InventoryError.changed(item)
            }
        }
        guard sending == run else { return }
        if let meanwhile { newer = NewerItem(id: meanwhile.id, item: meanwhile) }
        if isDone { (saved, opened, newer) = (kept, nil, nil) }
        sending = nil
        look()
    }

    private static func keep(
        _ item: Item, of submission: ItemSubmission, in changes: any ItemChanges
    ) async throws -> ChangeOutcome {
        var expected = submission.revision
        if submission.item == nil {
            do {
                return try await changes.make(ItemChange(.add(item), as: submission.key))
            } catch InventoryError.alreadyExists {
                // This form was saved before with other texts, and its answer was lost on the way.
                expected = 1
            }
        }
        let change = ItemChange(.replace(item), expecting: expected, as: submission.key)
        let outcome = try await changes.make(change)
        guard outcome != .done(nil) else { throw ItemGone() }
        return outcome
    }
}

extension ItemProblems: FieldErrors {
    /// What is wrong, by the names of the fields.
    public var fieldErrors: [String: String] {
        Dictionary(uniqueKeysWithValues: messages.map { ($0.key.rawValue, $0.value) })
    }
}
