import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Inventory
import Logging
import NestoryAssembly
import NestoryControllers
import NestoryServer
import Service
import ServiceTesting
import Testing

/// Nestory's real routes over a real database in a folder of its own.
struct Nestory {
    static let now = "2026-11-20T12:00:00Z"

    let client: any TestClientProtocol
    let env: ServiceEnv
    /// The inventory's file.
    let path: String
    /// The addresses that answer to GET, with names for what varies: `/api/items/{id}`.
    let addresses: [String]

    /// Runs a test, and removes the database afterwards.
    ///
    /// - Parameter replace: Registers doubles in the place of services.
    static func run(
        hosts: Set<String>? = nil, inventory: (any InventoryService)? = nil, pages: Int = 50,
        allowsChaos: Bool = false, keepsChanges: Bool = false, limits: RequestLimits = RequestLimits(),
        access: AccessGuard? = nil,
        replacing replace: (ServiceEnv) -> Void = { _ in },
        on framework: TestingSetup = .router, _ test: @escaping @Sendable (Nestory) async throws -> Void
    ) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "nestory-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { #expect(throws: Never.self) { try FileManager.default.removeItem(at: folder) } }
        let env = ServiceEnv(name: "test")
        let now = try #require(Timestamp(now))
        // Its time stands still: no call takes too long because the machine is busy.
        await env.assemble(
            TestAssembly(
                path: folder.appending(path: "nestory.db").path, now: now,
                options: LiveOptions(
                    outbox: keepsChanges ? folder.appending(path: "outbox").path : nil, staysUp: true),
                clock: ManualClock()))
        if let inventory { env.register((any InventoryService).self) { inventory } }
        replace(env)
        await env.assemble(PageAssembly(limit: pages))
        let router = try ServiceEnv.$current.withValue(env) {
            try NestoryRoutes(hosts: hosts, allowsChaos: allowsChaos, limits: limits, access: access).router
        }
        let addresses = router.routes.filter { $0.method == .get }.map { $0.path.description }
        var logger = Logger(label: "test")
        logger.logLevel = .critical
        try await Application(router: router, server: .nestory(), logger: logger).test(framework) { client in
            try await test(
                Nestory(
                    client: client, env: env, path: folder.appending(path: "nestory.db").path, addresses: addresses))
        }
        // Closes the inventory. An environment whose factories resolve from it is never freed.
        try await env.shutdown(timeout: .seconds(60))
    }

    /// What a request was answered with.
    struct Answer {
        let status: Int
        let headers: HTTPFields
        let text: String

        /// The body, where it is JSON.
        var json: JSONValue? { try? JSONValue(parsing: Array(text.utf8)) }
        /// The stable code of an error.
        var code: String? { json?["code"]?.text }
    }

    func send(
        _ method: HTTPRequest.Method, _ address: String, _ body: [UInt8]? = nil, type: String? = nil,
        headers: HTTPFields = [:]
    ) async throws -> Answer {
        var headers = headers
        if let type { headers[.contentType] = type }
        return try await client.execute(
            uri: address, method: method, headers: headers, body: body.map { ByteBuffer(bytes: $0) }
        ) { response in
            Answer(
                status: response.status.code, headers: response.headers, text: String(buffer: response.body))
        }
    }

    func get(_ address: String, headers: HTTPFields = [:]) async throws -> Answer {
        try await send(.get, address, headers: headers)
    }

    func post(_ json: String, to address: String = "/api/items") async throws -> Answer {
        try await send(.post, address, Array(json.utf8), type: "application/json")
    }

    func importCSV(_ csv: String, _ query: String = "") async throws -> Answer {
        try await send(.post, "/api/import\(query)", Array(csv.utf8), type: "text/csv")
    }

    /// How many items there are.
    func count() async throws -> String? { try await get("/api/items?limit=0").json?["total"]?.text }
}

extension JSONValue {
    /// A member of an object.
    subscript(name: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.name == name }?.value
    }

    /// The values of an array.
    var values: [JSONValue] {
        guard case .array(let values) = self else { return [] }
        return values
    }

    /// A text, or a number's digits.
    var text: String? {
        switch self {
        case .string(let text), .number(let text): text
        default: nil
        }
    }

    /// The names of an object.
    var names: [String] {
        guard case .object(let members) = self else { return [] }
        return members.map(\.name)
    }
}
