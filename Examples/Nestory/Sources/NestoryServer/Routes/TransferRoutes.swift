import HTTPTypes
import Hummingbird
import Inventory
import NIOCore
import Service

/// `/api/import` and `/api/export`: the whole inventory in and out.
struct TransferRoutes<Context: RequestContext>: Sendable {
    @Service private var imports: any ImportService
    @Service private var exports: any ExportService

    init() {}

    func add(to routes: some RouterMethods<Context>) {
        routes.post("/api/import", use: bringIn)
        routes.get("/api/export.csv") { _, _ in
            try await bringOut(.csv, type: "text/csv; charset=utf-8; header=present")
        }
        routes.get("/api/export.json") { _, _ in
            try await bringOut(.json, type: "application/json; charset=utf-8")
        }
        routes.refuseOthers("/api/import", allowed: [.post])
        routes.refuseOthers("/api/export.csv", allowed: [.get])
        routes.refuseOthers("/api/export.json", allowed: [.get])
    }

    @Sendable private func bringIn(_ request: Request, _: Context) async throws -> Response {
        let query = try QueryText(request)
        var options = ImportOptions(
            dryRun: try query.flag("dry_run"), skipInvalid: try query.flag("skip_invalid"),
            update: try query.flag("update"))
        let bytes = try await request.bytes(of: "text/csv")
        options.key = try request.changeKey(bytes)
        let source = BytesInMemory(bytes)
        let report = try await imports.importCSV(from: source, options: options) { _ in }
        guard report.isRefused, case .object(let members) = JSONValue(report) else {
            return .json(JSONValue(report))
        }
        throw APIError(
            status: .unprocessableContent, code: "import_refused",
            message:
                "Nothing was imported, as the file has errors. Correct the lines that are named, or skip them.",
            details: members)
    }

    private func bringOut(_ format: ExportFormat, type: String) async throws -> Response {
        let pieces = try await exports.export(format)
        let headers: HTTPFields = [
            .contentType: type, .contentDisposition: "attachment; filename=\"nestory.\(format.rawValue)\"",
        ]
        let body = ResponseBody { writer in
            for try await piece in pieces { try await writer.write(ByteBuffer(bytes: piece)) }
            try await writer.finish(nil)
        }
        return Response(status: .ok, headers: headers, body: body)
    }
}
