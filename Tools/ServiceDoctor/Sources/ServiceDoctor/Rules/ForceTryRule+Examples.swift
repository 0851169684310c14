/// The code that the rule must and must not report, which are its tests and its page as well.
extension ForceTryRule {
    static let triggering: [RuleExample] = [
        "let container = ↓try! ModelContainer(for: Item.self)",
        "let data = ↓try! Data(contentsOf: url)",
        """
        final class SceneDelegate: UIResponder {
            lazy var persistence: Persistence = {
                let store = ↓try! Persistence(url: storeURL)
                return store
            }()
        }
        """,
        "let regex = ↓try! NSRegularExpression(pattern: \"[a-z]+\")",
        "print(\"\\(↓try! render(page))\")",
        """
        func decode(_ data: Data) -> [Item] {
            return ↓try! JSONDecoder().decode([Item].self, from: data)
        }
        """,
        "await store.send(.loaded(↓try! await client.items()))",
        """
        // The server may answer with anything.
        let answer = ↓try! JSONDecoder().decode(Answer.self, from: data)
        """,
        "let pool = ↓try! DatabasePool(path: \"items.sqlite\")",
    ]

    static let clean: [RuleExample] = [
        """
        // FILE: Sources/Support/Fixture.swift
        import XCTest
        extension XCTestCase { func fixture() -> Data { try! Data(contentsOf: url) } }
        """,
        "let data = try Data(contentsOf: url)",
        "let data = try? Data(contentsOf: url)",
        "// let container = try! ModelContainer(for: Item.self)",
        "let advice = \"never write try! in production\"",
        """
        let script = \"\"\"
            let x = try! load()
            \"\"\"
        """,
        """
        #Preview {
            let container = try! ModelContainer(for: Item.self)
            return ItemList().modelContainer(container)
        }
        """,
        """
        #if DEBUG
        let fixture = try! Fixture.load("items")
        #endif
        """,
        """
        // FILE: Tests/AppTests/ItemTests.swift
        let item = try! Item(name: "Lamp")
        """,
        """
        // FILE: Sources/ItemSupport/Item+Unique.swift
        @testable import Items
        extension Item { static let unique = try! Item(decoding: .sample) }
        """,
        """
        // swift-format-ignore: NeverUseForceTry
        // The host is a constant.
        let api = try! API(host: Hosts.main)
        """,
        """
        extension Store { static var stub: Store { try! Store(models: [Item.self]) } }
        """,
    ]
}
