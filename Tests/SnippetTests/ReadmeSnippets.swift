// What the README shows begins with this import alone.
// swift-format-ignore: OrderedImports
import Testing

// snippet: readme-example
import Service

protocol Greeter: Sendable {
    func greet(_ name: String) -> String
}

struct English: Greeter {
    func greet(_ name: String) -> String { "Hello, \(name)!" }
}

struct WelcomePage {
    @Service var greeter: any Greeter

    var title: String { greeter.greet("world") }
}
// snippet end

@Suite struct ReadmeSnippets {
    struct Pirate: Greeter {
        func greet(_ name: String) -> String { "Ahoy, \(name)!" }
    }

    @Test func `the example says hello`() throws {
        try ServiceEnv.$current.withValue(ServiceEnv(name: "readme")) {
            try expectOutput(of: "readme-example") {
                // snippet: readme-example
                ServiceEnv.current.register((any Greeter).self) { English() }
                print(WelcomePage().title)  // Hello, world!
                // snippet end
            }
        }
    }

    @Test func `a test replaces a service for itself alone`() {
        ServiceEnv.$current.withValue(ServiceEnv(name: "readme")) {
            ServiceEnv.current.register((any Greeter).self) { English() }
            // snippet: readme-override
            ServiceEnv.withOverrides({ $0.register((any Greeter).self) { Pirate() } }) {
                #expect(WelcomePage().title == "Ahoy, world!")
            }
            // snippet end
            #expect(WelcomePage().title == "Hello, world!")
        }
    }

    // snippet: readme-errors
    func describeProblem() -> String {
        do {
            return try ServiceEnv.current.resolve((any Greeter).self).greet("world")
        } catch {
            switch error {  // a ServiceError, and these are all its cases
            case .notRegistered(let service): return "register \(service) first"
            case .circularDependency(_, let chain): return chain.joined(separator: " -> ")
            case .maxDepthExceeded(let depth, _): return "nested deeper than \(depth)"
            case .factoryFailed(let service, let reason): return "\(service): \(reason)"
            }
        }
    }
    // snippet end

    @Test func `an error says what is missing`() {
        ServiceEnv.$current.withValue(ServiceEnv(name: "readme")) {
            #expect(describeProblem() == "register Greeter first")
        }
    }
}
