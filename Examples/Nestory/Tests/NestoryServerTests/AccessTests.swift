import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Inventory
import ServiceTesting
import Testing

@testable import NestoryServer

@Suite struct AccessTests {
    private static func run(
        hosts: Set<String>? = nil, _ test: @escaping @Sendable (Nestory, ManualClock) async throws -> Void
    ) async throws {
        let clock = ManualClock()
        let access = AccessGuard(password: try #require(Password("open sesame\n")), clock: clock)
        try await Nestory.run(hosts: hosts, access: access) { try await test($0, clock) }
    }

    private static func logIn(
        _ nestory: Nestory, _ password: String, _ headers: HTTPFields = [:]
    ) async throws -> Nestory.Answer {
        try await nestory.send(
            .post, "/login", Array("password=\(password)".utf8), type: "application/x-www-form-urlencoded",
            headers: headers)
    }

    @Test(arguments: ["/", "/items/new", "/report", "/import", "/services"])
    func `a page asks for the password first`(address: String) async throws {
        try await Self.run { nestory, _ in
            let answer = try await nestory.get(address, headers: [.accept: "text/html"])
            #expect(answer.status == 303 && answer.headers[.location] == "/login")
            #expect(try await nestory.get("/login").text.contains(#"type="password""#))
            #expect(try await nestory.get("/assets/nestory.css").status == 200)
        }
    }

    @Test(arguments: [
        "/api/items", "/api/export.csv", "/api/summary", "/metrics", "/health", "/api/services",
        "/api/page/00000000000000000000000000000000/events",
    ])
    func `a program without the password gets 401`(address: String) async throws {
        try await Self.run { nestory, _ in
            let answer = try await nestory.get(address)
            #expect(
                answer.status == 401 && answer.code == "login_required" && answer.headers[.wwwAuthenticate] == "Bearer")
            #expect(try await nestory.get(address, headers: [.authorization: "Bearer nothing"]).status == 401)
            #expect(try await nestory.get(address, headers: [.authorization: "Basic b3BlbiBzZXNhbWU="]).status == 401)
        }
    }

    @Test func `a program with the password is let in`() async throws {
        try await Self.run { nestory, _ in
            let headers: HTTPFields = [.authorization: "Bearer open sesame"]
            #expect(try await nestory.get("/api/items", headers: headers).status == 200)
            let added = try await nestory.send(
                .post, "/api/items", Array(#"{"name": "Lamp"}"#.utf8), type: "application/json", headers: headers)
            #expect(added.status == 201)
            #expect(try await nestory.send(.delete, "/api/items/1").status == 401)
        }
    }

    @Test func `a session is a cookie that no script and no other site gets, until it ends`() async throws {
        try await Self.run { nestory, _ in
            #expect(try await Self.logIn(nestory, "open+simsim").status == 401)
            let answer = try await Self.logIn(nestory, "open+sesame")
            #expect(answer.status == 303 && answer.headers[.location] == "/")
            let cookie = try #require(answer.headers[.setCookie])
            for part in ["HttpOnly", "SameSite=Strict", "Path=/"] { #expect(cookie.contains(part)) }
            #expect(!cookie.contains("Secure"))
            let secret = String(cookie.prefix { $0 != ";" })
            let headers: HTTPFields = [.cookie: "other=1; \(secret)", .accept: "text/html"]
            #expect(try await nestory.get("/", headers: headers).status == 200)
            #expect(
                try await nestory.get("/", headers: [.cookie: "nestory_session=", .accept: "text/html"]).status == 303)
            #expect(try await nestory.send(.post, "/logout", headers: headers).status == 303)
            #expect(try await nestory.get("/", headers: headers).status == 303)
        }
    }

    @Test func `behind TLS the cookie is for TLS only`() async throws {
        try await Self.run(hosts: ["localhost", "nestory.example"]) { nestory, _ in
            let proto = try #require(HTTPField.Name("X-Forwarded-Proto"))
            let proxied = try await Self.logIn(nestory, "open+sesame", [proto: "https"])
            #expect(proxied.headers[.setCookie]?.contains("; Secure") == true)
            let named = try await Self.logIn(nestory, "open+sesame", [.origin: "https://nestory.example"])
            #expect(named.status == 303 && named.headers[.setCookie]?.contains("; Secure") == true)
            let foreign = try await Self.logIn(nestory, "open+sesame", [.origin: "https://evil.example"])
            #expect(foreign.status == 403)
        }
    }

    @Test func `wrong passwords are held off, and then the right one too, for a while`() async throws {
        try await Self.run { nestory, clock in
            for _ in 0..<10 { #expect(try await Self.logIn(nestory, "guess").status == 401) }
            let answer = try await Self.logIn(nestory, "open+sesame")
            #expect(answer.status == 429 && answer.headers[.retryAfter].flatMap { Int($0) } ?? 0 > 0)
            let program: HTTPFields = [.authorization: "Bearer open sesame"]
            #expect(try await nestory.get("/api/items", headers: program).status == 429)
            await clock.advance(by: .seconds(7))
            #expect(try await nestory.get("/api/items", headers: program).status == 200)
            #expect(try await Self.logIn(nestory, "guess").status == 401)
            #expect(try await Self.logIn(nestory, "guess").status == 429)
        }
    }

    @Test func `what others send does not hold off a machine that has sent the right password`() throws {
        let access = AccessGuard(password: try #require(Password("open sesame")), clock: ManualClock())
        func isHeldOff(_ address: String?) -> Bool {
            if case .wait = access.check("open sesame", from: address) { true } else { false }
        }
        #expect(access.check("open sesame", from: "192.0.2.1") == .session(""))
        for _ in 0..<10 { #expect(access.check("guess", from: "192.0.2.2") == .wrong) }
        for address in ["192.0.2.2", "192.0.2.3", nil] { #expect(isHeldOff(address)) }
        #expect(!isHeldOff("192.0.2.1"))
        // It may guess no more than they may.
        for _ in 0..<10 { #expect(access.check("guess", from: "192.0.2.1") == .wrong) }
        #expect(isHeldOff("192.0.2.1"))
    }

    @Test func `a machine is known by the address of its connection`() async throws {
        let access = AccessGuard(password: try #require(Password("open sesame")), clock: ManualClock())
        try await Nestory.run(access: access, on: .live) { (nestory: Nestory) async throws in
            let program: HTTPFields = [.authorization: "Bearer open sesame"]
            #expect(try await nestory.get("/api/items", headers: program).status == 200)
            for _ in 0..<10 { #expect(access.check("guess", from: nil) == .wrong) }
            #expect(try await nestory.get("/api/items", headers: program).status == 200)
            #expect(try await Self.logIn(nestory, "open+sesame").status == 303)
        }
    }

    @Test func `only the whole password is the password`() throws {
        let password = try #require(Password("secret\r\nsecond line"))
        #expect(password.isSame(as: "secret"))
        for text in ["", "s", "secretsecret", "secre", "secret ", "Secret", "secret\n"] {
            #expect(!password.isSame(as: text))
        }
        #expect(Password("\nsecret") == nil && Password("") == nil)
    }
}
