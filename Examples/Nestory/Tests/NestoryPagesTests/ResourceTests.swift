import Foundation
import Inventory
import NestoryPages
import Testing

/// Templates, scripts and texts fit together.
@Suite struct ResourceTests {
    static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../Sources/NestoryPages/Resources")

    static func files(_ type: String) throws -> [String: String] {
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path()).filter {
            $0.hasSuffix(".\(type)")
        }
        return try Dictionary(
            uniqueKeysWithValues: names.map {
                ($0, try String(contentsOf: folder.appending(path: $0), encoding: .utf8))
            })
    }

    static func texts() throws -> [String: String] {
        try JSONDecoder().decode(
            [String: String].self, from: Data(contentsOf: folder.appending(path: "en.json")))
    }

    @Test func `every text that a template or script uses is there`() throws {
        let texts = try Self.texts()
        var used: Set<String> = []
        for template in try Self.files("mustache").values {
            used.formUnion(template.matches(of: /\{\{t\.(\w+)\}\}/).map { String($0.1) })
        }
        for script in try Self.files("js").values {
            used.formUnion(script.matches(of: /\btext\("(\w+)"/).map { String($0.1) })
            for match in script.matches(of: /\bcounted\("(\w+)"/) {
                used.formUnion(["\(match.1)_one", "\(match.1)_other"])
            }
        }
        #expect(used.count > 60)
        #expect(used.subtracting(texts.keys) == [])
    }

    @Test func `every language has the same texts, with the same placeholders`() throws {
        let all = try Self.files("json").mapValues {
            try JSONDecoder().decode([String: String].self, from: Data($0.utf8))
        }
        #expect(Set(all.keys) == Set(Language.allCases.map { "\($0.rawValue).json" }))
        let english = try Self.texts()
        for (name, texts) in all {
            #expect(Set(texts.keys).symmetricDifference(english.keys) == [], "\(name)")
            for (key, text) in texts {
                func placeholders(_ text: String) -> Set<String> {
                    Set(text.matches(of: /\{\w+\}/).map { String($0.0) })
                }
                #expect(placeholders(text) == placeholders(english[key] ?? ""), "\(name): \(key)")
            }
        }
        #expect(all["zh-Hans.json"]?["language"] == "zh-Hans")
    }

    @Test(
        arguments: [
            (nil, .english), ("", .english), ("de", .english), ("zh", .simplifiedChinese),
            ("zh-CN,zh;q=0.9,en;q=0.8", .simplifiedChinese), ("en;q=0.5, zh-Hans;q=0.7", .simplifiedChinese),
            ("fr, en-GB;q=0.9, zh;q=0.8", .english), ("zh;q=0, en;q=0.1", .english), ("zh;q=x", .english),
        ] as [(String?, Language)])
    func `a page is in the first language of the browser's that there is`(list: String?, language: Language) throws {
        #expect(Language(accepting: list) == language)
    }

    @Test func `every text for one thing has another for several`() throws {
        let keys = Set(try Self.texts().keys)
        for key in keys where key.hasSuffix("_one") && key != "share_below_one" {
            #expect(keys.contains(key.dropLast(4) + "_other"), "\(key)")
        }
    }

    @Test func `no text shows a placeholder or a key on any page`() throws {
        let item = try Household.item(
            "Lamp", [.purchasePrice: "1", .currency: "EUR", .quantity: "2", .warrantyUntil: "2026-12-01"])
        let summary = try Household.summary([ChartTests.sum("Art", "Hall", 1)])
        let pages = try NestoryPages()
        let places = EditorPageTests.places
        let written = [
            try Household.page(
                [item], total: 120, places: places, summary: summary, ["offset": "50", "notice": "added"]),
            try Household.page(), try Household.page([], ["query": "x"]),
            pages.editor(EditorPage(newIn: .euro, places: places)),
            pages.editor(EditorPage(editing: item, places: places)), pages.deletion(of: item),
            pages.importing(), pages.trash([]), pages.trash([TrashedItem(item: item, deletedAt: .epoch)]),
            pages.deleted(1, kept: 2, failed: 3),
            try Household.page([item], total: 1, ["price_from": "1", "bought_to": "2026-01-01"]),
            pages.notFound(), pages.failed(),
        ]
        for page in written {
            let shown = page.replacing(
                /<script type="application\/json".*<\/script>/.dotMatchesNewlines(), with: "")
            #expect(shown.firstMatch(of: /[{}]/) == nil)
            #expect(shown.firstMatch(of: />\s*[a-z]+_[a-z_]+\s*</) == nil)
        }
    }

    @Test func `every file that a page or script asks for is served`() throws {
        let sources = Array(try Self.files("mustache").values) + Array(try Self.files("js").values)
        var asked: Set<String> = []
        for source in sources {
            asked.formUnion(source.matches(of: /"(?:\/assets|\.)\/([\w.]+)"/).map { String($0.1) })
        }
        #expect(asked.count >= 6)
        for name in asked {
            let asset = try #require(Asset.named(name), "\(name)")
            #expect(asset.bytes == Array(try Data(contentsOf: Self.folder.appending(path: name))))
        }
        #expect(Asset.named("en.json") == nil)
        #expect(Asset.named("../nestory.css") == nil)
    }

    @Test func `nothing comes from another host and nothing needs an exception from the policy`() throws {
        let templates = try Self.files("mustache").values
        for source in templates {
            #expect(source.firstMatch(of: /https?:\/\//) == nil)
            #expect(source.firstMatch(of: /\sstyle=|\son\w+=|<style/) == nil)
        }
        for source in try Self.files("js").values {
            #expect(
                source.firstMatch(of: /https?:\/\/|innerHTML|outerHTML|insertAdjacentHTML|\beval\b|\.style\b/)
                    == nil)
        }
        for source in try Self.files("css").values { #expect(source.firstMatch(of: /url\(|@import/) == nil) }
        let policy = try #require(PageHeaders.all.first { $0.name == "Content-Security-Policy" }?.value)
        #expect(!policy.contains("unsafe"))
    }
}
