import ServiceDoctor
import Testing

@Suite struct RuleExampleTests {
    @Test(arguments: RuleCatalog.descriptions.map(\.id))
    func `a rule finds its triggering examples at the marked places`(_ id: String) throws {
        let rule = try #require(RuleCatalog.descriptions.first { $0.id == id })
        #expect(rule.triggering.count >= 6)
        for example in rule.triggering {
            let marked = MarkedSource(example.code)
            #expect(!marked.places.isEmpty, "\(rule.id): no place is marked in\n\(example.code)")
            let found = places(of: rule, in: marked)
            #expect(found == marked.places, "\(rule.id):\n\(example.code)\nfound \(found), expected \(marked.places)")
        }
    }

    @Test(arguments: RuleCatalog.descriptions.map(\.id))
    func `a rule leaves its clean examples alone`(_ id: String) throws {
        let rule = try #require(RuleCatalog.descriptions.first { $0.id == id })
        #expect(rule.clean.count >= 6)
        for example in rule.clean {
            let marked = MarkedSource(example.code)
            let found = places(of: rule, in: marked)
            #expect(marked.places.isEmpty && found.isEmpty, "\(rule.id):\n\(example.code)\nfound \(found)")
        }
    }

    @Test(arguments: RuleCatalog.descriptions.map(\.id))
    func `a rule's examples parse`(_ id: String) throws {
        let rule = try #require(RuleCatalog.descriptions.first { $0.id == id })
        for example in rule.triggering + rule.clean {
            let doctor = Doctor(configuration: DoctorConfiguration(only: ["force_try"], includeTests: true))
            let errors = doctor.check(sources: MarkedSource(example.code).files).findings.filter {
                $0.rule == "syntax_error"
            }
            #expect(errors.isEmpty, "\(rule.id): \(errors.map(\.message))\n\(example.code)")
        }
    }

    private func places(of rule: RuleDescription, in marked: MarkedSource) -> [String] {
        let doctor = Doctor(configuration: DoctorConfiguration(only: [rule.id]))
        return doctor.check(sources: marked.files).findings.filter { $0.rule == rule.id }
            .map { "\($0.file):\($0.line):\($0.column)" }.sorted()
    }
}
