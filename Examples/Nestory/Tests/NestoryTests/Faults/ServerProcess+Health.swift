import Foundation
import Inventory
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension ServerProcess {
    /// What a request was answered with.
    struct Answer {
        let status: Int
        let age: Int?
        let body: Data

        var text: String { String(decoding: body, as: UTF8.self) }

        /// A member of the body, where that is a JSON object.
        func member(_ name: String) -> JSONValue? {
            guard case .object(let members)? = try? JSONValue(parsing: Array(body)) else { return nil }
            return members.first { $0.name == name }?.value
        }
    }

    /// Asks for an address.
    func get(_ path: String, accept: String = "*/*") async throws -> Answer {
        let url = try #require(URL(string: "http://127.0.0.1:\(port)\(path)"))
        var request = URLRequest(url: url, timeoutInterval: 60)
        request.setValue(accept, forHTTPHeaderField: "Accept")
        let (body, response) = try await URLSession.shared.data(for: request)
        let http = try #require(response as? HTTPURLResponse)
        return Answer(
            status: http.statusCode, age: http.value(forHTTPHeaderField: "Age").flatMap { Int($0) }, body: body)
    }

    /// Adds an item.
    ///
    /// - Parameter notes: Something that needs room.
    func add(_ name: String, notes: String = "") async throws -> Answer {
        let body = Data(#"{"name": "\#(name)", "notes": "\#(notes)"}"#.utf8)
        let (status, data) = try await send("POST", "/api/items", body, type: "application/json")
        return Answer(status: status, age: nil, body: data)
    }

    /// How a service does, from `/api/services`.
    func service(_ name: String) async throws -> [String: JSONValue] {
        guard case .array(let services)? = try await get("/api/services").member("services") else { return [:] }
        for case .object(let members) in services {
            let service = Dictionary(uniqueKeysWithValues: members.map { ($0.name, $0.value) })
            if service["service"] == .string(name) { return service }
        }
        return [:]
    }

    /// Waits until a service works, or does not.
    func until(_ name: String, isHealthy: Bool) async throws {
        try await Patience.until("\(name) is \(isHealthy ? "healthy" : "degraded")") {
            try await service(name)["is_healthy"] == .bool(isHealthy)
        }
    }

    /// Waits until no change is kept any longer: all are in the inventory.
    func untilDelivered() async throws {
        try await Patience.until("all changes are delivered") {
            try await get("/api/kept").member("kept") == .array([])
        }
    }

    /// Expects that the page is up, and says above everything else what is missing.
    ///
    /// - Parameter status: 503 where there is nothing at all to show.
    func expectBanner(_ words: String, status: Int = 200) async throws {
        let page = try await get("/", accept: "text/html")
        #expect(page.status == status)
        #expect(page.text.contains(#"<p class="banner">"#) && page.text.contains(words), "\(words)")
    }

    /// Ends the server in order.
    func stop() async {
        process.terminate()
        #expect(await status() == 0)
    }
}
