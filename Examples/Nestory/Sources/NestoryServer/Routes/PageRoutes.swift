import HTTPTypes
import Hummingbird
import Inventory
import Logging
import NestoryControllers
import NestoryPages
import Service

import struct Foundation.UUID

/// The pages, their forms for browsers without a script, and the files that they need.
struct PageRoutes<Context: RequestContext>: Sendable {
    let pages: NestoryPages
    @Service private var inventory: any InventoryService
    @Service private var changes: any ItemChanges
    @Service private var clock: any WallClock

    private let reader = InventoryReader()
    private let lists: RenderedLists

    init(pages: NestoryPages, lists: RenderedLists) {
        self.pages = pages
        self.lists = lists
    }

    func add(to routes: some RouterMethods<Context>) {
        routes.get("/", use: home)
        routes.get("/import") { _, _ in Response.page(pages.importing()) }
        routes.get("/items/new") { _, _ in
            Response.page(pages.editor(EditorPage(newIn: .euro, places: try await inventory.places())))
        }
        routes.get("/items/:id/edit") { _, context in
            let item = try await item(context)
            return Response.page(
                pages.editor(EditorPage(editing: item, places: try await inventory.places())))
        }
        routes.get("/items/:id/delete") { _, context in
            Response.page(pages.deletion(of: try await item(context)))
        }
        routes.post("/items", use: add)
        routes.post("/items/:id", use: save)
        routes.post("/items/:id/delete", use: remove)
        routes.get("/assets/:name") { request, context in
            guard let asset = context.parameters.get("name").flatMap({ Asset.named($0) }) else {
                throw APIError.notFound
            }
            return Response.asset(asset, for: request)
        }
    }

    @Sendable private func home(_ request: Request, _ context: Context) async throws -> Response {
        // An address that makes no sense shows everything: it may be an old link.
        let query = try? QueryText(request)
        let address = PageAddress { query?[$0] }
        do {
            let contents = try await reader.contents(of: InventoryRequest(address)) { error in
                context.logger.warning("A part of the page is missing.", metadata: ["error": "\(error)"])
            }
            guard address.notice == nil else {
                return .page(pages.inventory(InventoryPage(address: address, contents)))
            }
            return .page(lists.page(of: contents, banner: pages.banner))
        } catch let error as InventoryError {
            // The page is still a page: it says what is wrong, and shows the items as soon as they are back.
            let page = InventoryPage(
                address: address, items: ItemPage(items: [], total: 0), places: ItemPlaces(categories: [], rooms: []),
                summary: nil, currencies: [address.currency], today: clock.now.day, problem: error.message,
                kept: try await changes.kept())
            return .page(pages.inventory(page), status: APIError(error)?.status ?? .serviceUnavailable)
        }
    }

    @Sendable private func add(_ request: Request, _: Context) async throws -> Response {
        let form = try await ItemForm(request)
        let page = EditorPage(newIn: .euro, places: ItemPlaces(categories: [], rooms: []))
        return try await keep(form, in: page) {
            let item = try form.item(id: UUID(), now: clock.now)
            let outcome = try await changes.make(ItemChange(.add(item), as: form.key))
            return try Self.answer(outcome, with: .added)
        }
    }

    @Sendable private func save(_ request: Request, _ context: Context) async throws -> Response {
        let old = try await item(context)
        let form = try await ItemForm(request)
        return try await keep(
            form, in: EditorPage(editing: old, places: ItemPlaces(categories: [], rooms: []))
        ) {
            let item = try form.item(id: old.id, now: clock.now)
            let change = ItemChange(.replace(item), expecting: form.revision, as: form.key)
            return try Self.answer(try await changes.make(change), with: .saved)
        }
    }

    @Sendable private func remove(_ request: Request, _ context: Context) async throws -> Response {
        let item = try await item(context)
        let form = try await ItemForm(request)
        do {
            let change = ItemChange(.remove(item.id), expecting: form.revision)
            return try Self.answer(try await changes.make(change), with: .deleted)
        } catch InventoryError.changed(let item) {
            return .page(pages.deletion(of: item, isNewer: true), status: .preconditionFailed)
        }
    }

    /// Says on the page that follows what became of a change.
    private static func answer(_ outcome: ChangeOutcome, with notice: PageNotice) throws(APIError) -> Response {
        switch outcome {
        case .done(nil): throw .notFound
        case .done: .seeOther(notice.address)
        case .kept: .seeOther(PageNotice.kept.address)
        }
    }

    /// Does the work of a form; where it cannot be done, shows the form again with what was typed.
    private func keep(_ form: ItemForm, in page: EditorPage, _ work: () async throws -> Response) async throws
        -> Response
    {
        var page = page
        page.values = form.values
        do {
            return try await work()
        } catch let problems as ItemProblems {
            page.problems = problems
            page.places = try await inventory.places()
            return .page(pages.editor(page), status: .unprocessableContent)
        } catch InventoryError.changed(let stored) {
            page.confront(with: stored)
            page.places = try await inventory.places()
            return .page(pages.editor(page), status: .preconditionFailed)
        } catch let error as InventoryError {
            page.message = error.message
            return .page(pages.editor(page), status: APIError(error)?.status ?? .serviceUnavailable)
        }
    }

    private func item(_ context: Context) async throws -> Item {
        guard let text = context.parameters.get("id"), let id = UUID(uuidString: text),
            let item = try await changes.item(id, in: inventory)
        else { throw APIError.notFound }
        return item
    }
}
