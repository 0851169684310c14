import HTTPTypes
import Inventory
import NestoryServices
import PrometheusText
import Service
import ServiceHealth
import Testing

@Suite struct ServiceRoutesTests {
    private func disturb(_ nestory: Nestory, _ service: String, _ faults: String) async throws -> Nestory.Answer {
        try await nestory.send(
            .put, "/api/chaos/\(service)", Array(#"{"faults": \#(faults)}"#.utf8), type: "application/json")
    }

    private func services(_ nestory: Nestory) async throws -> [JSONValue] {
        try await nestory.get("/api/services").json?["services"]?.values ?? []
    }

    @Test func `every service is there with its state, in order, before it has done anything`() async throws {
        try await Nestory.run { nestory in
            let services = try await services(nestory)
            #expect(services.compactMap { $0["service"]?.text } == ServiceID.nestory.map(\.rawValue))
            for service in services {
                #expect(
                    service.names == [
                        "service", "name", "is_healthy", "source", "fallback_kind", "consecutive_failures",
                        "total_failures", "last_success", "last_failure", "degraded_since", "retry_at",
                        "refuses_changes", "as_of", "message",
                    ])
                #expect(service["is_healthy"] == .bool(true) && service["source"]?.text == "live")
            }
            #expect(try await nestory.get("/api/services").json?["degraded"] == .bool(false))
            #expect(try await nestory.post("{}", to: "/api/services").status == 405)
        }
    }

    @Test func `faults that are put in show, and go`() async throws {
        try await Nestory.run(allowsChaos: true) { nestory in
            #expect(try await nestory.post(#"{"name": "Lamp"}"#).status == 201)
            #expect(try await disturb(nestory, "inventory", #"[{"error": 1.0}, {"latency": 0}]"#).status == 200)
            for _ in 0..<3 {
                let list = try await nestory.get("/api/items")
                #expect(list.status == 200 && list.json?["total"]?.text == "1")
                #expect(list.headers[.age] == "0" && list.json?["as_of"]?.text == Nestory.now)
            }
            let inventory = try #require(try await services(nestory).first)
            #expect(inventory["is_healthy"] == .bool(false) && inventory["source"]?.text == "fallback")
            #expect(inventory["consecutive_failures"]?.text == "3")
            // Said in words for people, and nothing of what failed.
            let page = try await nestory.get("/", headers: [.accept: "text/html"])
            #expect(page.status == 200 && page.text.contains(#"<p class="banner">"#) && page.text.contains("Lamp"))
            let table = try await nestory.get("/services", headers: [.accept: "text/html"])
            #expect(table.status == 200 && table.text.contains(#"id="service-inventory" class="service partly""#))
            #expect(!table.text.contains("chaos") && !page.text.contains("InjectedFault"))
            #expect(try await nestory.get("/health").status == 200)
            #expect(try await disturb(nestory, "inventory", "[]").status == 200)
        }
    }

    @Test func `a part that fails is missing, and only that`() async throws {
        try await Nestory.run(allowsChaos: true) { nestory in
            #expect(try await nestory.post(#"{"name": "Lamp"}"#).status == 201)
            for service in ["analytics", "export", "report"] {
                #expect(try await disturb(nestory, service, #"[{"error": 1}]"#).status == 200)
            }
            for (address, code) in [
                ("/api/summary", "analytics_unavailable"), ("/api/export.csv", "export_unavailable"),
                ("/report", "report_unavailable"),
            ] {
                let answer = try await nestory.get(address)
                #expect(answer.status == 503 && answer.code == code && answer.headers[.retryAfter] != nil)
            }
            let page = try await nestory.get("/", headers: [.accept: "text/html"])
            #expect(page.status == 200 && page.text.contains("Lamp") && page.text.contains("cannot be worked out"))
        }
    }

    @Test(arguments: [
        ("nonsense", #"{"faults": []}"#, 404), ("inventory-changes", #"{"faults": []}"#, 404),
        ("inventory", #"{"faults": [{"error": 1.5}]}"#, 422), ("inventory", #"{"faults": [{"error": -1}]}"#, 422),
        ("inventory", #"{"faults": [{"latency": 1e9}]}"#, 422), ("inventory", #"{"faults": [{"fire": 1}]}"#, 422),
        ("inventory", #"{"faults": [{"error": "1"}]}"#, 422), ("inventory", #"{"faults": {}}"#, 422),
        ("inventory", #"{"faults": [{}]}"#, 422), ("inventory", #"{"faults": [], "more": 1}"#, 422),
        ("inventory", #"[]"#, 422), ("inventory", "{", 400),
    ])
    func `faults that make no sense are refused, and nothing happens`(
        service: String, body: String, status: Int
    ) async throws {
        try await Nestory.run(allowsChaos: true) { nestory in
            let answer = try await nestory.send(
                .put, "/api/chaos/\(service)", Array(body.utf8), type: "application/json")
            #expect(answer.status == status && answer.json?["message"]?.text?.isEmpty == false)
            let disturbed = try nestory.env.resolve(Chaos.self).services
            #expect(disturbed.isEmpty)
            #expect(try await nestory.get("/api/items").headers[.age] == nil)
        }
    }

    @Test func `faults are for those who asked for them at the start, and for one's own page`() async throws {
        try await Nestory.run { nestory in
            let answer = try await disturb(nestory, "inventory", #"[{"error": 1}]"#)
            #expect(answer.status == 404)
        }
        try await Nestory.run(allowsChaos: true) { nestory in
            let answer = try await nestory.send(
                .put, "/api/chaos/inventory", Array(#"{"faults": [{"error": 1}]}"#.utf8), type: "application/json",
                headers: [.origin: "https://evil.example"])
            #expect(answer.status == 403)
        }
    }

    @Test func `health is told as application/health+json`() async throws {
        try await Nestory.run { nestory in
            for address in ["/health", "/health/ready", "/health/live"] {
                let answer = try await nestory.get(address)
                #expect(answer.status == 200 && answer.headers[.contentType] == "application/health+json")
                #expect(answer.json?["status"]?.text == "pass")
            }
        }
    }

    @Test func `metrics count requests by address and answer, with bounded labels`() async throws {
        try await Nestory.run { nestory in
            for number in 0..<5 { #expect(try await nestory.get("/nothing-\(number)").status == 404) }
            #expect(try await nestory.get("/api/items/5d0616d6-52a1-5e3a-8397-ae7cc9542c07").status == 404)
            let answer = try await nestory.get("/metrics")
            #expect(answer.headers[.contentType] == PrometheusRegistry.contentType)
            let lines = answer.text.split(separator: "\n")
            #expect(lines.contains(#"http_requests_total{method="GET",route="NotFound",status="404"} 5"#))
            #expect(lines.contains(#"http_requests_total{method="GET",route="/api/items/{id}",status="404"} 1"#))
            #expect(lines.contains("# TYPE http_request_duration_seconds histogram"))
        }
    }
}
