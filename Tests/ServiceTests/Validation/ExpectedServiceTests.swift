import Service
import Testing

private struct User: Sendable {}
private struct Page: Sendable {}
private struct Header: Sendable {}
private struct Cache: Sendable {}

/// An app whose children supply services of their own.
@Suite struct ExpectedServiceTests {
    let env = ServiceEnv(name: "app")

    private func problems(_ validate: () throws(ServiceValidationError) -> Void) -> [ServiceValidationError.Problem] {
        do throws(ServiceValidationError) {
            try validate()
            return []
        } catch {
            return error.problems
        }
    }

    @Test(arguments: [ServiceScope.transient, .graph])
    func `what a child will register is not missing where each child creates what needs it`(scope: ServiceScope) throws
    {
        let env = env
        env.register(Page.self, scope: scope, needs: User.self, Header.self) { _, _ in Page() }
        env.register(Header.self, scope: scope) {
            try env.resolve(User.self)
            return Header()
        }
        #expect(
            problems { () throws(ServiceValidationError) in try env.validate() }
                == [.missing(service: "User", requiredBy: ["Header", "Page"])])
        try env.validate(expecting: User.self)
    }

    @Test func `several are expected, with names and without`() throws {
        env.register(Page.self, scope: .transient, needs: Need(User.self, name: "author"), Need(Header.self)) { _, _ in
            Page()
        }
        #expect(
            problems { () throws(ServiceValidationError) in try env.validate(expecting: User.self, Header.self) }
                == [.missing(service: "User(author)", requiredBy: ["Page"])])
        try env.validate(expecting: Need(User.self, name: "author"), Need(Header.self))
    }

    @Test(arguments: [ServiceScope.singleton, .custom("session"), .weak, .timed(.seconds(1))])
    func `what is cached here cannot have what only a child has`(scope: ServiceScope) throws {
        env.register(Cache.self, scope: scope, needs: Page.self) { _ in Cache() }
        env.register(Page.self, scope: .graph, needs: User.self) { _ in Page() }
        let error = try #require(throws: ServiceValidationError.self) { try env.validate(expecting: User.self) }
        #expect(error.problems.contains(.missing(service: "User", requiredBy: ["Cache"])))
        #expect(
            "\(error)".contains(
                """
                   'Cache' is created and cached here, where no child's 'User' reaches: Cache -> Page -> User.
                   Register it as .transient or .graph, or in the child.
                """))
    }

    @Test func `a singleton that was seen to lack it is a problem, one that can do without it is none`() throws {
        let env = env
        env.register(Cache.self) {
            try env.resolve(User.self)
            return Cache()
        }
        #expect(
            problems { () throws(ServiceValidationError) in try env.validate(expecting: User.self) }
                == [.missing(service: "User", requiredBy: ["Cache"])])
        env.register(Cache.self) {
            _ = try? env.resolve(User.self)
            return Cache()
        }
        try env.validate(expecting: User.self)
        env.register(Cache.self, needs: Need.optional(User.self)) { _ in Cache() }
        try env.validate(expecting: User.self)
    }

    @Test func `the other problems are found as ever`() {
        env.register(Page.self, scope: .transient, needs: User.self, Header.self) { _, _ in Page() }
        #expect(
            problems { () throws(ServiceValidationError) in try env.validate(expecting: User.self) }
                == [.missing(service: "Header", requiredBy: ["Page"])])
    }

    @Test func `expecting what is registered here too, or what nothing needs, changes nothing`() throws {
        env.register(User())
        env.register(Cache.self, needs: User.self) { _ in Cache() }
        try env.validate(expecting: User.self, Header.self)
    }
}
