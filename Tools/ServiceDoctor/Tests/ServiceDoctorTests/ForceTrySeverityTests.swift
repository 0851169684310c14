import ServiceDoctor
import Testing

@Suite struct ForceTrySeverityTests {
    @Test(arguments: [
        ("// Crash if the folder is not to be had.", Severity.note),
        ("// Must not crash if the folder is gone.", .error),
        ("// TODO: this may crash if the disk is full", .error), ("// Crash if this is gone?", .error),
    ])
    func `a comment may order a crash, and not only complain of one`(_ comment: String, _ expected: Severity) {
        #expect(
            Severities.of("func open() {\n    \(comment)\n    try! manager.createDirectory(at: folder)\n}") == [
                expected
            ])
    }

    @Test func `what lies in the bundle makes 'try!' a note`() {
        let code = """
            func template() -> String {
                let path = Bundle.main.path(forResource: "page", ofType: "html")!
                return try! String(contentsOfFile: path, encoding: .utf8)
            }
            """
        #expect(Severities.of(code) == [.note])
        let byWayOfAnother = """
            var template: String {
                let bundle = Bundle.main
                let path = bundle.path(forResource: "page", ofType: "html")!
                return try! String(contentsOfFile: path, encoding: .utf8)
            }
            """
        #expect(Set(Severities.of(byWayOfAnother)) == [.note])
    }

    @Test(arguments: [
        "let barrel = try! Address(hex: \"0x0a\")", "let stream = try! GzipStream(level: 6, chunk: 512)",
        "let aes = try! AES(key: key)",
        "func page() -> String { let path: String; path = Bundle.main.path(forResource: name)!; return try! String(contentsOfFile: path) }",
        "extension Shop: TargetType { var sampleData: Data { try! Data(contentsOf: url) } }",
        "final class CameraDebugService { func clean() { try! manager.removeItem(at: url) } }",
        "let secret = try! Cipher.shared.aesEncrypt(values()[\"password\"]!, key: key, iv: iv)",
        "let digits = try! NSRegularExpression(pattern: pattern)", "let now = try! subject.value()",
        "let high = try! UInt32(count >> 32)", "let result = try! await run(command, throwOnFailure: false)",
        "let log = try! LogStore(storeURL: url, options: [.inMemory])",
        "let store = try! Store(inMemory: true)", "let data = try! JSONEncoder().encode(items)",
        "let folder = try! FileManager.default.url(for: .documentDirectory, in: .userDomainMask, create: true).appending(name)",
        "// try! is fine: the range is part of the view.\nlet part = try! buffer.copy(range)",
        "let items = try! JSONDecoder().decode([Item].self, from: Data(\"[]\".utf8))",
        "func items() -> [Item] {\nlet json = \"[]\"\nreturn try! JSONDecoder().decode([Item].self, from: json.data(using: .utf8)!)\n}",
        "func copied(_ item: Item) -> Item { let data = try! JSONEncoder().encode(item)\nreturn try! JSONDecoder().decode(Item.self, from: data) }",
        "func copied(_ item: Item) -> Item { var data = try! JSONEncoder().encode(Body(item: item))\nif item.isNew { data = try! JSONEncoder().encode(item) }\nreturn try! JSONDecoder().decode(Item.self, from: data) }",
        "let style = try! GMSMapStyle(jsonString: constants.mapStyle)",
        "func items() -> [Item] { var json = \"[\"\njson = json + \"]\"\nreturn try! JSONDecoder().decode([Item].self, from: Data(json.utf8)) }",
        "let output = try! ByteStream(filePointer: stdout)", "try! lock.wait(max: .milliseconds(20))",
        "func wait() { try! lock.wait(max: .milliseconds(20)) }",
        "func clean() { try! script?.deleteOccurrences(of: .separator) }",
        "let path = try! BIP32Path(string: \"0/\\(index)\")", "let reachability = try! Reachability()",
        "func address() throws -> Address { try! Address(\"127.0.0.1\") }",
        "func isMail(_ text: String) throws -> Bool { try! pattern.wholeMatch(in: text) != nil }",
        "extension Engine { static var previewValue: Engine { try! Engine(database: DatabaseQueue()) } }",
        "func start() { if isRunningTests() { folder = try! createFolder() } }",
        "let page = try! String(contentsOf: R.file.pageHtml())",
        "func next() async { while let result = try! await group.next() { add(result) } }",
        "func ids(_ text: String) -> [Int] { try! tokens(of: text) }\nfunc tokens(of text: String) throws -> [Int] { [] }",
        "// This can never fail, as the account was found before.\nlet account = try! await accounts.account(id)",
        "func first() async {\nuse(try! await loadAll()) // `loadAll` fails without accounts, which is not possible here.\n}",
        "extension Store { func load(_ name: String) throws -> Item { let item = Item(self)\nreturn item } }\nlet item = try! store.load(name)",
        "let image = try! Data(contentsOf: URL(fileURLWithPath: #filePath).appending(name))",
        "var shopPreview: some View { let store = try! Store(url)\nreturn Shop(store) }",
        "func showForScreenshots() { show(try! await Participant(id: 0)) }",
        "let maps = try! FileMap.load(at: urls, ignoresInvalidData: true)",
        "let url: URL = try! readURLFromInfoPlist(key: \"API_URL\")",
        "let store = Store(try! StoreConfig.createInMemoryConfig())",
        "func loaded() -> [Item] { let asset = NSDataAsset(name: \"Items\")!\nreturn try! JSONDecoder().decode([Item].self, from: asset.data) }",
        "let animation = try! Animation.from(data: included(\"Spinner.json\"))",
        "func leave() { try! manager.removeItem(at: url)\nexit(0) }",
        "final class InMemoryFiles { init(files: [Path: Data]) { for (path, data) in files { try! write(data, to: path) } } }",
        "func run() async { try! await updateAll() }\nfunc updateAll() async throws { do { try await update() } catch { note(error) } }",
        "init() { let bundle = Bundle.main\npath = bundle.path(forResource: name)\npage = try! String(contentsOfFile: path) }",
        "extension Bundle { func text(_ name: String) -> String { let path = path(forResource: name, ofType: \"txt\")!\nreturn try! String(contentsOfFile: path) } }",
        "let store = try! ModelContainer(for: schema, configurations: [.init(isStoredInMemoryOnly: Options.inMemory)])",
        "func signed(_ message: Message) -> Data { owner.sign(try! serializedData()) }",
        "try! manager.createDirectory(at: caches, withIntermediateDirectories: true)",
        "let entities = try! viewContext.fetch(request)", "let entities = try! context.fetch(Item.fetchRequest())",
        "let locales = try! manager.contentsOfDirectory(at: URL(fileURLWithPath: \"/usr/share/locale\"))",
        "func installed() -> Date? { let folder = manager.urls(for: .documentDirectory, in: .userDomainMask).last!\nreturn try! manager.attributesOfItem(atPath: folder.path)[.creationDate] as? Date }",
        "let images = try! ImageCache(name: \"covers\", cacheDirectoryURL: url)",
        "func link() -> URL { let seed = newSeed()\nreturn try! restored(seed) }\nfunc restored(_ seed: String) throws -> URL { throw Broken() }",
        "extension Server: Value { static func value(from blob: Blob) -> Server { try! JSONDecoder().decode(Server.self, from: blob.data) } }",
        "@available(*, deprecated) func load() -> [Item] { try! store.loadItems(from: url) }",
        "class Pool: Asset { override func data() -> Data { try! store.loadData(from: url) } }",
        "func copy() -> Self { try! NSKeyedUnarchiver.unarchiveTopLevelObjectWithData(NSKeyedArchiver.archivedData(withRootObject: self)) as! Self }",
        "func built() { if let path = Bundle.main.path(forResource: name) { use(try! manager.attributesOfItem(atPath: path)) } }",
        "#Preview { ItemList() }\nlet items = try! JSONDecoder().decode([Item].self, from: data)",
        "struct Page { var url: URL { Bundle.main.url(forResource: name)! }\nfunc text() -> String { try! String(contentsOf: url) } }",
        "struct Page { var url: URL { Bundle.main.url(forResource: name)! }\nfunc text() -> String { try! String(contentsOf: self.url) } }",
        "func save() { try! write(with: block).wait() // The promise never rejects.\n}",
        "func draw() throws { let part = try! library?.makeFunction(name: \"vertex\", constantValues: values); use(part) }",
    ])
    func `a 'try!' is a note where the source does not show that it can fail, and where it is explained`(_ code: String)
    {
        #expect(Set(Severities.of(code)) == [.note], "\(code)")
    }

    @Test(arguments: [
        "let database = try! Database(path: \"items.sqlite\")", "let data = try! String(contentsOfFile: name)",
        "try! manager.createDirectory(at: folder)", "let items = try! await client.items()",
        "func sign(_ event: Event) throws { event.signature = try! keys.signature(of: event) }",
        "let items = try! JSONDecoder().decode([Item].self, from: data)",
        "// The store of this app.\nlet store = try! Store(models)",
        "let version = try! run(\"PRAGMA user_version\")",
        "func all() -> [Item] { try! pool.read { try Item.fetchAll($0) } }",
        "let skins = try! await availableSkins()", "let cache = try! BlockCache(file: path, size: 512)",
        "let user = try! userService(name)", "let value = try! f()", "let items = try! readFromPlist(url)",
        "let items = try! load()\nfunc load() throws -> [Item] { [] }",
        "extension Store { func load(_ name: String) throws -> Item { let data = try read(name)\nreturn Item(data) } }\nlet item = try! store.load(name)",
        "func ids(_ text: String) -> [Int] { try! tokens(of: text) }\nfunc tokens(of text: String) throws -> [Int] { throw Broken() }",
        "func go() -> Any { let url: URL\nurl = self.url.appending(name)\nreturn try! Data(contentsOf: url) }",
        "func go() -> Any { let url: URL\nurl = Paths.url(for: name)\nreturn try! Data(contentsOf: url) }",
        "func page() -> Data { try! loadEncryptedFile(at: url) }", "let store = try! EncryptedDatabase(path: path)",
        "let store = try! ModelContainer(for: schema, configurations: [.init(isStoredInMemoryOnly: false)])",
        "func unpack() { try! manager.createDirectory(at: temporary.appending(UUID().uuidString), withIntermediateDirectories: true) }",
        "func items() async { show(try! await context.fetch(request)) }", "let realm = try! Realm()",
        "let names = try! manager.contentsOfDirectory(at: folder)", "try! context.save()",
        "let names = try! manager.contentsOfDirectory(atPath: home + \"/items\")",
        "let action = #selector(Target.tap)\nlet items = try! JSONDecoder().decode([Item].self, from: data)",
        "func restored(_ seed: String) -> URL { try! link(seed) }\nfunc link(_ seed: String) throws -> URL { throw Broken() }",
        "extension Server: Value { static func load() { try! JSONDecoder().decode(Server.self, from: data).start() } }",
        "extension Server { static func value() -> Server { try! JSONDecoder().decode(Server.self, from: data) } }",
        "struct Page { var url: URL { folder.appending(name) }\nfunc text() -> String { try! String(contentsOf: url) } }",
    ])
    func `a 'try!' of what lies outside of the program is an error`(_ code: String) {
        #expect(Severities.of(code) == [.error], "\(code)")
    }

    @Test(arguments: [
        "Examples/Player/App.swift", "TestApp/Sources/Reader.swift", "Shop-Demo/App/Shop.swift", "Sample/Shop.swift",
        "Sources/tool/main.swift",
    ])
    func `a 'try!' in what only shows or tries something out is a note`(_ path: String) {
        #expect(Severities.of("let database = try! Database(path: folder)", at: path) == [.note])
    }

    @Test(arguments: [
        ("JSONEncoder().encode(Body(item: item))", Severity.note), ("encoder.encode(items())", .error),
        ("JSONSerialization.data(withJSONObject: document.data())", .error), ("crypto.encode(text.data())", .error),
    ])
    func `what an encoder of the program has made can be decoded`(_ work: String, _ expected: Severity) {
        let code = "let data = try! \(work)\nlet item = try! JSONDecoder().decode(Item.self, from: data)"
        let found = Doctor(configuration: DoctorConfiguration(only: ["force_try"])).check(sources: [
            ("Sources/App/A.swift", "func copied() {\n\(code)\n}")
        ]).findings
        #expect(found.last?.severity == expected)
    }

    @Test func `a store that is opened without arguments all over is a note`() {
        let opening = { (count: Int) in
            (1...count).map { "func f\($0)() { use(try! Realm()) }" }.joined(separator: "\n")
        }
        #expect(Set(Severities.of(opening(3))) == [.note])
        #expect(Set(Severities.of(opening(2))) == [.error])
        #expect(
            Set(
                Severities.of((1...3).map { "func f\($0)() { use(try! Realm(fileURL: url)) }" }.joined(separator: "\n"))
            ) == [.error])
    }

    @Test(arguments: [
        ("let file = Environment.get(\"CACHE\") ?? \"\"; return try! Cache(file: file)", Severity.note),
        ("return try! Cache(file: path)", .error),
    ])
    func `a server that is set up wrongly may stop`(_ body: String, _ expected: Severity) {
        #expect(Severities.of("enum Settings { static let cache: Cache = { \(body) }() }") == [expected])
    }

    @Test(arguments: [
        ("let store = try! Database(path: \":memory:\")", Severity.note),
        (
            "let settings = ModelConfiguration(isStoredInMemoryOnly: true)\nlet store = try! ModelContainer(configurations: [settings])",
            .note
        ),
        (
            "let settings = ModelConfiguration(isStoredInMemoryOnly: false)\nlet store = try! ModelContainer(configurations: [settings])",
            .error
        ),
        ("guard file.canRead(1) else { return }\nuse(try! file.readByte(at: place))", .note),
        ("guard other.canRead(1) else { return }\nuse(try! file.readByte(at: place))", .error),
    ])
    func `a store in memory, and what was asked before, is a note`(_ body: String, _ expected: Severity) {
        #expect(Severities.of("func open(_ place: Int) {\n\(body)\n}") == [expected])
    }

    @Test(arguments: [
        ("/// Nothing works without it: crashing loudly is better than a lost message.", Severity.note),
        ("/// Opens the journal.", .error),
    ])
    func `a function whose documentation chooses the crash is a note`(_ comment: String, _ expected: Severity) {
        #expect(
            Severities.of("\(comment)\nfunc journal(at url: URL) -> Journal { try! Journal(databaseURL: url) }") == [
                expected
            ])
    }

    @Test func `a store that is opened for an actor in several places is a note`() {
        let code = { (places: Int) in
            (0..<places).map { "func open\($0)() async { let realm = try! await Realm(actor: self); use(realm) }" }
                .joined(
                    separator: "\n")
        }
        #expect(Set(Severities.of(code(3))) == [.note])
        #expect(Severities.of(code(1)) == [.error])
        #expect(Severities.of("func open() async { let realm = try! await Realm(configuration: known) }") == [.error])
    }

    @Test(arguments: [
        ("try! moc.fetch(items)", Severity.note), ("try! DataStore.main.fetch(request)", .note),
        ("try! moc.count(for: items)", .note), ("try! archive.fetch(items)", .error), ("try! moc.save()", .error),
    ])
    func `a request to Core Data fails in the first run`(_ work: String, _ expected: Severity) {
        let code = "func run() {\nlet request = NSFetchRequest<Item>(entityName: \"Item\")\nuse(\(work))\n}"
        #expect(Severities.of(code) == [expected])
    }

    @Test(arguments: [
        ("do { return try Store(file: path) } catch { remove(path); return try! Store(file: path) }", Severity.note),
        ("do { store = try Store(file: path) } catch { store = try! Store(file: spare) }", .note),
        ("do { return try restored() } catch { return try! Store(file: path) }", .note),
        ("do { return try restored() } catch { try! Store(file: path).clear(); return none }", .error),
        ("do { try save() } catch { show { try! Store(file: path) } }", .error),
    ])
    func `a last resort in a catch is a note`(_ work: String, _ expected: Severity) {
        #expect(Severities.of("func open() -> Store {\n\(work)\n}") == [expected])
    }

    @Test(arguments: [
        ("init() { prepareDependencies { try! $0.openDatabase() } }", Severity.note),
        ("init() { withDependencies { try! $0.openDatabase() } }", .error),
        ("static var memory: Store { Store(try! DatabaseQueue(configuration: settings)) }", .note),
        ("static var live: Store { Store(try! DatabaseQueue(path: path)) }", .error),
        ("func makeInMemoryStore() -> Store { try! Store(databaseURL: url) }", .note),
        ("func makeMemoryBook() -> Store { try! Store(databaseURL: url) }", .error),
        ("func amount(_ money: Money) -> Money { try! Money(amount: abs(money.amount)) }", .note),
        ("func raw(_ cards: [Card]) -> [String] { cards.map { try! $0.exportAsBase64String() } }", .note),
        ("func raw(_ cards: [Card]) { cards.forEach { try! $0.exportAsFile() } }", .error),
    ])
    func `what nothing could go on without, and what only computes, is a note`(_ member: String, _ expected: Severity) {
        #expect(Severities.of("struct Shop {\n\(member)\n}") == [expected], "\(member)")
    }

    @Test(arguments: [
        ("func show() { assert(try! String(contentsOf: url) == text) }", Severity.note),
        ("func show() { precondition(try! String(contentsOf: url) == text) }", .error),
        ("private func page() -> String { try! String(contentsOf: url) }", .note),
        ("private func page() -> String { try! String(contentsOf: url) }\nfunc show() { use(page()) }", .error),
        ("@objc private func show() { use(try! String(contentsOf: url)) }", .error),
    ])
    func `a 'try!' that no release runs is a note`(_ code: String, _ expected: Severity) {
        #expect(Severities.of("extension Page { \(code) }") == [expected])
    }

    @Test(arguments: [("", Severity.note), ("let model = PageModel()", .error)])
    func `a 'try!' in a model that nothing of an app makes is a note`(_ more: String, _ expected: Severity) {
        let found = Doctor(configuration: DoctorConfiguration(only: ["force_try"])).check(sources: [
            (
                "App/A.swift",
                "@main struct PageApp: App { var body: some Scene { WindowGroup { Text(\"\") } }; \(more) }"
            ),
            ("App/B.swift", "final class PageModel { init() { page = try! String(contentsOf: url) } }"),
        ]).findings
        #expect(found.map(\.severity) == [expected])
    }

    @Test(arguments: [
        ("CommandLine.arguments.contains(\"-reset\")", Severity.note),
        ("ProcessInfo.processInfo.arguments.contains(\"-reset\")", .note),
        ("ProcessInfo.processInfo.environment[\"RESET_ALL\"] == \"YES\"", .note),
        ("ProcessInfo.processInfo.environment[\"CACHE\"] != nil", .error),
        ("isOpen", .error),
    ])
    func `what only a launch argument starts is a note`(_ condition: String, _ expected: Severity) {
        #expect(Severities.of("func start() { if \(condition) { try! Data(contentsOf: file) } }") == [expected])
    }
}
