import Service
import Testing

@Suite struct ComingFromSwiftServiceSnippets {
    struct Database: Sendable { func save() -> Bool { true } }

    // snippet: coming-sendable
    final class Uploader: Sendable {
        let database = Service(Database.self)

        func upload() -> Bool { database().save() }
    }
    // snippet end

    @Test func `an injection is called`() {
        let env = ServiceEnv(name: "coming")
        env.register(Database())
        #expect(ServiceEnv.$current.withValue(env) { Uploader() }.upload())
    }
}
