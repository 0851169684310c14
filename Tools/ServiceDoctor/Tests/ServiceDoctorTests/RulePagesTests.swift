import Foundation
import ServiceDoctor
import Testing

@Suite struct RulePagesTests {
    @Test(arguments: RuleCatalog.descriptions.map(\.id))
    func `a rule's page is what the rule says`(_ id: String) throws {
        let rule = try #require(RuleCatalog.descriptions.first { $0.id == id })
        let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let page = try String(contentsOf: package.appending(path: "Documentation/Rules/\(id).md"), encoding: .utf8)
        #expect(page == rule.markdown, "Run Scripts/doctor.sh pages")
    }
}
