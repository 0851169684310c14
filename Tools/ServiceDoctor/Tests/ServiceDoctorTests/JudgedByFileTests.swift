import Foundation
import Testing

@testable import ServiceDoctor

@Suite struct JudgedByFileTests {
    @Test func `the rules that judge by one file alone are those that conclude nothing from others`() throws {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Sources/ServiceDoctor/Rules")
        var alone: Set<String> = []
        for file in try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil) {
            let text = try String(contentsOf: file, encoding: .utf8)
            guard let id = text.firstMatch(of: /RuleDescription\(\s*id: "(\w+)"/)?.1 else { continue }
            if !text.contains("func conclude(") { alone.insert(String(id)) }
        }
        #expect(alone == RuleCatalog.judgedByFile)
    }
}
