import HTTPTypes
import Hummingbird
import Inventory
import NIOCore
import NestoryControllers
import NestoryPages
import Observation
import Service
import ServiceLifecycle

import struct Foundation.UUID

/// `/api/page`: what open pages hear from their controllers, and what they ask of them.
struct LiveRoutes<Context: RequestContext>: Sendable {
    /// The most bytes of a command: an item with the longest texts, and room to spare.
    private static var largestCommand: Int { 1 << 20 }

    private let pages: NestoryPages
    private let lists: RenderedLists
    private let sessions = MainService(PageSessions.self)

    init(pages: NestoryPages, lists: RenderedLists) {
        self.pages = pages
        self.lists = lists
    }

    func add(to routes: some RouterMethods<Context>) {
        routes.get("/api/page/:page/events", use: listen)
        routes.post("/api/page/:page", use: perform)
        routes.post("/api/page/:page/import", use: bringIn)
        routes.refuseOthers("/api/page/:page/events", allowed: [.get])
        // Its stream has no end, and so no length.
        routes.head("/api/page/:page/events") { _, _ -> Response in throw APIError.wrongMethod(allowed: [.get]) }
        routes.refuseOthers("/api/page/:page", allowed: [.post])
        routes.refuseOthers("/api/page/:page/import", allowed: [.post])
    }

    /// Streams what a page shows. The parameter `address` is what its list shows; without it there is no list.
    @Sendable private func listen(_ request: Request, _ context: Context) async throws -> Response {
        if let site = request.headers[.secFetchSite], site != "same-origin", site != "none" {
            throw APIError.crossOrigin
        }
        let id = try id(context)
        let address = try QueryText(request)["address"].map { text throws(APIError) in
            let query = try QueryText(text.split(separator: "?", maxSplits: 1).dropFirst().first ?? "")
            return InventoryRequest(PageAddress { query[$0] })
        }
        let session = try await open(id, address)
        let headers: HTTPFields = [.contentType: "text/event-stream; charset=utf-8", .cacheControl: "no-store"]
        let body = ResponseBody { writer in
            try await request.body.consumeWithCancellationOnInboundClose { _ in
                try await send(session, to: &writer)
            }
            try await writer.finish(nil)
        }
        return Response(status: .ok, headers: headers, body: body)
    }

    @concurrent private func send(_ session: PageSession, to writer: inout any ResponseBodyWriter) async throws {
        guard let connection = try await connect(session) else { return }
        do {
            try await withGracefulShutdownHandler {
                try await write(connection, to: &writer)
            } onGracefulShutdown: {
                // Nothing is lost if this fails: the page's connection ends with the server.
                Task { try? await disconnect(connection) }
            }
        } catch {
            try await disconnect(connection)
            throw error
        }
        try await disconnect(connection)
    }

    @concurrent private func write(_ connection: PageConnection, to writer: inout any ResponseBodyWriter) async throws {
        let language = connection.session.language
        let words = Language.$current.withValue(language) { pages.statusWords }
        var events = PageEvents(lists: lists, words: words, stream: connection.number)
        for await snapshot in connection.snapshots {
            guard let snapshot else { return }
            let event = Language.$current.withValue(language) { events.event(for: snapshot) }
            if let event { try await writer.write(event) }
        }
    }

    @Sendable private func perform(_ request: Request, _ context: Context) async throws -> Response {
        let id = try id(context)
        let bytes = try await request.bytes(of: "application/json", upTo: Self.largestCommand)
        let command = try PageCommand(bytes)
        try await session(id).perform(command)
        return .accepted
    }

    @Sendable private func bringIn(_ request: Request, _ context: Context) async throws -> Response {
        let id = try id(context)
        let query = try QueryText(request)
        guard let job = query["job"].flatMap({ UUID(uuidString: $0) }) else {
            throw APIError.badQuery("Expected “job” to be an id.")
        }
        let session = try await session(id)
        let bytes = try await request.bytes(of: "text/csv")
        let file = ImportFile(
            job: job, bytes: bytes, skipInvalid: try query.flag("skip_invalid"),
            update: try query.flag("update"), holding: RequestLimits.Share.current)
        await session.importCSV(file)
        return .accepted
    }

    private func id(_ context: Context) throws(APIError) -> PageID {
        guard let id = context.parameters.get("page").flatMap({ PageID($0) }) else { throw .badPage }
        return id
    }

    @MainActor private func open(_ id: PageID, _ address: InventoryRequest?) throws -> PageSession {
        let session = try sessions.resolve().open(id, language: .current)
        if let address, session.inventory.snapshot.request != address { session.perform(.show(address)) }
        return session
    }

    @MainActor private func session(_ id: PageID) throws -> PageSession {
        guard let session = try sessions.resolve().session(id) else { throw APIError.pageGone }
        return session
    }

    @MainActor private func connect(_ session: PageSession) throws -> PageConnection? {
        try sessions.resolve().connect(session)
    }

    @MainActor private func disconnect(_ connection: PageConnection) throws {
        try sessions.resolve().disconnect(connection)
    }
}

extension Response {
    /// Says that what was asked for is under way; what comes of it is streamed.
    fileprivate static var accepted: Response { .json(["status": "accepted"], status: .accepted) }
}
