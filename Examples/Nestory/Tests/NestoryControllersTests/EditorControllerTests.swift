import Inventory
import NestoryControllers
import Observation
import ServicePresentation
import ServiceTesting
import Testing

import struct Foundation.UUID

@MainActor @Suite struct EditorControllerTests {
    @Test func `a form is saved once, however often it is sent`() async throws {
        let desk = try Desk()
        let (session, connection) = try desk.page()
        let submission = Desk.submission()
        for _ in 0..<3 { session.perform(.save(submission)) }
        try await desk.until(connection) { $0.editor.isSaving }
        session.perform(.save(submission))
        try await desk.inventory.next().answer()
        let saved = try await desk.until(connection) { $0.editor.saved != nil }.editor
        #expect(!saved.isSaving)
        #expect(saved.saved?.id == submission.form)
        session.perform(.save(submission))
        try await desk.until(connection) { !$0.editor.isSaving }
        #expect(desk.inventory.added.map(\.name) == ["Lamp"])
    }

    @Test func `what is wrong is told by field and nothing is sent`() async throws {
        let desk = try Desk()
        let (session, connection) = try desk.page()
        session.perform(.save(Desk.submission([.quantity: "many", .purchasePrice: "12,5", .room: "Attic"])))
        let shown = try await desk.until(connection) { !$0.editor.errors.isEmpty }.editor
        #expect(Set(shown.errors.keys) == ["name", "quantity", "purchase_price"])
        #expect(desk.inventory.callCount == 0)
    }

    @Test func `what two fields must be together is told as well`() async throws {
        let desk = try Desk()
        let (session, connection) = try desk.page()
        session.perform(.save(Desk.submission([.name: "Lamp", .purchasePrice: "12.50"])))
        let shown = try await desk.until(connection) { !$0.editor.errors.isEmpty }.editor
        #expect(Array(shown.errors.keys) == ["currency"])
        #expect(desk.inventory.callCount == 0)
    }

    @Test(arguments: [ItemField.name, .quantity, .purchasePrice, .currency, .purchaseDate, .notes])
    func `a field is refused in the same words as by the API`(field: ItemField) async throws {
        var text = ItemText()
        text[.name] = "Lamp"
        text[.currency] = "EUR"
        text[field] = "\u{1}"
        if field == .purchasePrice { text[.currency] = nil }
        let problems = #expect(throws: ItemProblems.self) {
            try ItemValidator.item(from: text, newID: UUID(), now: .epoch)
        }
        #expect(ItemValidator.problem(with: "\u{1}", in: field) == problems?.messages[field])
        #expect(problems?.messages[field] != nil)
    }

    @Test func `a page hears what is wrong in its language`() async throws {
        let desk = try Desk()
        let (session, connection) = try desk.page(language: .simplifiedChinese)
        session.perform(.save(Desk.submission([.name: "灯", .quantity: "x", .purchasePrice: "1"])))
        let wrong = try await desk.until(connection) { !$0.editor.errors.isEmpty }.editor.errors
        #expect(wrong["quantity"] == "请输入 1 到 1000000 的整数，而不是 “x”。")
        session.perform(.save(Desk.submission([.name: "灯", .purchasePrice: "1"])))
        let together = try await desk.until(connection) { $0.editor.errors["currency"] != nil }.editor.errors
        #expect(together == ["currency": "请输入价格的货币，例如 EUR。"])
        session.perform(.save(Desk.submission([.name: "灯"])))
        try await desk.inventory.next().answer(.failure(InventoryError.readOnly(because: .diskFull)))
        let refused = try await desk.until(connection) { $0.editor.error != nil }.editor.error
        #expect(refused?.message == "目前无法保存更改。磁盘已满，因此没有保存。请腾出空间后重试。")
    }

    @Test func `a failed save says so, and sending it again saves it`() async throws {
        let desk = try Desk()
        let (session, connection) = try desk.page()
        let submission = Desk.submission()
        session.perform(.save(submission))
        try await desk.inventory.next().answer(.failure(InventoryError.busy))
        let failed = try await desk.until(connection) { $0.editor.error != nil }.editor
        #expect(failed.error?.message == InventoryError.busy.message)
        #expect(!failed.isSaving && failed.saved == nil)
        session.perform(.save(submission))
        try await desk.inventory.next().answer()
        let saved = try await desk.until(connection) { $0.editor.saved != nil }.editor
        #expect(saved.error == nil)
        #expect(saved.runs == failed.runs + 1)
    }

    @Test func `a form whose answer was lost is not added twice`() async throws {
        let desk = try Desk()
        let (session, connection) = try desk.page()
        session.perform(.save(Desk.submission()))
        try await desk.inventory.next().answer(.failure(InventoryError.alreadyExists))
        let second = try await desk.inventory.next()
        #expect(second.arguments == "replace Lamp")
        second.answer()
        try await desk.until(connection) { $0.editor.saved != nil }
        #expect(desk.inventory.added.isEmpty)
    }

    @Test func `saving can be given up, and then nothing is told`() async throws {
        let desk = try Desk()
        let (session, connection) = try desk.page()
        session.perform(.save(Desk.submission()))
        let call = try await desk.inventory.next()
        session.perform(.cancelSave)
        #expect(!session.snapshot.editor.isSaving)
        try await call.waitForCancellation()
        let shown = try await desk.until(connection) { !$0.editor.isSaving }.editor
        #expect(shown.saved == nil && shown.error == nil && shown.errors.isEmpty)
    }

    @Test func `deleting is done once and told`() async throws {
        let desk = try Desk()
        let (session, connection) = try desk.page()
        let id = UUID()
        session.perform(.delete(id))
        session.perform(.delete(id))
        let call = try await desk.inventory.next()
        call.answer(.success(ItemPage(items: [], total: 1)))
        let shown = try await desk.until(connection) { $0.deletion.wasThere != nil }.deletion
        #expect(shown.item == id && shown.wasThere == true && shown.runs == 1)
        #expect(desk.inventory.callCount == 1)
    }

    @Test func `a form of an item that somebody has changed is not saved, and shows what is there now`() async throws {
        let desk = try Desk()
        let (session, connection) = try desk.page()
        let stored = Item(id: UUID(), name: "Theirs", updatedAt: .epoch, revision: 3)
        session.perform(.save(Desk.submission(item: stored.id, revision: 2)))
        let call = try await desk.inventory.next()
        #expect(desk.inventory.changes.last?.expected == 2)
        call.answer(.failure(InventoryError.changed(stored)))
        let shown = try await desk.until(connection) { $0.editor.newer != nil && !$0.editor.isSaving }.editor
        #expect(shown.newer?.item == stored)
        #expect(shown.saved == nil && shown.error != nil)
    }

    @Test func `an open form hears at once that its item was changed or deleted`() async throws {
        let desk = try Desk()
        let (session, connection) = try desk.page()
        var item = Item(id: UUID(), name: "Lamp", updatedAt: .epoch)
        desk.inventory.hold(item)
        session.perform(.edit(item.id, revision: 1))
        (item.name, item.revision) = ("Lantern", 2)
        desk.inventory.hold(item)
        desk.changes.note()
        let changed = try await desk.until(connection) { $0.editor.newer != nil }.editor
        #expect(changed.newer?.item == item && changed.newer?.id == item.id)
        desk.inventory.hold(nil)
        desk.changes.note()
        // What changes is looked at together, after a pause.
        await desk.clock.waitForSleepers(count: 2)
        await desk.clock.advance(by: PageTiming().changePause)
        let gone = try await desk.until(connection) { $0.editor.newer != nil && $0.editor.newer?.item == nil }.editor
        #expect(gone.newer?.id == item.id)
    }

    @Test func `an item that somebody has changed is not deleted`() async throws {
        let desk = try Desk()
        let (session, connection) = try desk.page()
        let stored = Item(id: UUID(), name: "Theirs", updatedAt: .epoch, revision: 3)
        session.perform(.delete(stored.id, revision: 2))
        try await desk.inventory.next().answer(.failure(InventoryError.changed(stored)))
        let shown = try await desk.until(connection) { $0.deletion.newer != nil }.deletion
        #expect(shown.newer == stored && shown.wasThere == nil && !shown.isDeleting && shown.error == nil)
    }

    @Test func `a form that is sent again has the same key, filled in otherwise another one`() async throws {
        let desk = try Desk()
        let (session, connection) = try desk.page()
        let form = UUID()
        for values in [[ItemField.name: "Lamp"], [.name: "Lamp"], [.name: "Lantern"]] {
            session.perform(.save(Desk.submission(values, form: form)))
            try await desk.inventory.next().answer(.failure(InventoryError.busy))
            try await desk.until(connection) { !$0.editor.isSaving }
        }
        let keys = desk.inventory.changes.map(\.key)
        #expect(keys[0] != nil && keys[0] == keys[1] && keys[1] != keys[2])
    }
}
