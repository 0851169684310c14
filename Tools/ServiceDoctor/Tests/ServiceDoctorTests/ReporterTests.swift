import Foundation
import ServiceDoctor
import Testing

@Suite struct ReporterTests {
    private func report(errors: Int = 1, notes: Int = 1, path: String = "Sources/App/A b.swift") -> Report {
        let code =
            String(repeating: "let x = try! f()\n", count: errors)
            + String(repeating: "let ä = \"ü\" + z!\n", count: notes)
        return Doctor().check(sources: [(path, code)])
    }

    @Test func `text is what compilers write`() throws {
        let text = try OutputFormat.text.render(report())
        #expect(
            text == """
                Sources/App/A b.swift:1:9: error: 'try!' crashes when this fails; handle the error. Use try in a do with a catch, or make the function throw. [force_try]
                Sources/App/A b.swift:2:17: note: '!' crashes when this is nil. Unwrap with guard let, if let or ??. [force_unwrap]

                """)
        #expect(report().summary == "1 file, 1 error, 0 warnings, 1 note")
    }

    @Test func `a name with control characters stays on its line and says nothing to a terminal`() throws {
        for format in [OutputFormat.text, .xcode] {
            let text = try format.render(report(notes: 0, path: "Sources/a\n\u{1B}[31mb.swift"))
            #expect(text.hasPrefix("Sources/a \\u{1B}[31mb.swift:1:9: error: "))
            #expect(text.split(separator: "\n").count == 1)
        }
    }

    @Test func `a summary counts per rule, the most frequent first`() throws {
        let text = try OutputFormat.summary.render(report(errors: 2, notes: 1))
        #expect(
            text == """
                rule            errors  warnings     notes     files
                force_try            2         0         0         1
                force_unwrap         0         0         1         1

                1 file, 2 errors, 0 warnings, 1 note

                """)
    }

    @Test func `JSON has the documented keys`() throws {
        let json = try OutputFormat.json.render(report())
        let object = try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
        #expect(object["version"] as? Int == 1)
        let findings = try #require(object["findings"] as? [[String: Any]])
        #expect(Set(findings[0].keys) == ["rule", "severity", "file", "line", "column", "message", "fix"])
        #expect(
            object["summary"] as? [String: Int] == [
                "files": 1, "errors": 1, "warnings": 0, "notes": 1, "suppressed": 0,
            ])
    }

    @Test func `SARIF has relative addresses, one result per finding and rules with help`() throws {
        let sarif = try OutputFormat.sarif.render(report())
        let object = try #require(try JSONSerialization.jsonObject(with: Data(sarif.utf8)) as? [String: Any])
        #expect(object["version"] as? String == "2.1.0")
        let run = try #require((object["runs"] as? [[String: Any]])?.first)
        let results = try #require(run["results"] as? [[String: Any]])
        #expect(results.count == 2)
        let location = try #require(
            (results[1]["locations"] as? [[String: Any]])?.first?["physicalLocation"] as? [String: Any])
        #expect((location["artifactLocation"] as? [String: Any])?["uri"] as? String == "Sources/App/A%20b.swift")
        // SARIF counts characters where the compiler counts bytes.
        #expect((location["region"] as? [String: Any])?["startColumn"] as? Int == 15)
        let driver = try #require((run["tool"] as? [String: Any])?["driver"] as? [String: Any])
        let rules = try #require(driver["rules"] as? [[String: Any]])
        #expect(rules.allSatisfy { ($0["help"] as? [String: Any])?["markdown"] is String })
        let index = try #require(results[0]["ruleIndex"] as? Int)
        #expect(rules[index]["id"] as? String == "force_try")
    }

    @Test func `SARIF lists five thousand results, the worst, and counts the rest`() throws {
        let sarif = try OutputFormat.sarif.render(report(errors: 10, notes: 5_100))
        let object = try #require(try JSONSerialization.jsonObject(with: Data(sarif.utf8)) as? [String: Any])
        let run = try #require((object["runs"] as? [[String: Any]])?.first)
        let results = try #require(run["results"] as? [[String: Any]])
        #expect(results.count == 5_000)
        #expect(results.prefix(10).allSatisfy { $0["level"] as? String == "error" })
        #expect(sarif.contains("110 more findings are not listed."))
    }

    @Test func `GitHub gets ten annotations of each kind and a count of the rest`() throws {
        let lines = try OutputFormat.github.render(report(errors: 12, notes: 3, path: "Sources/A,b.swift")).split(
            separator: "\n")
        #expect(lines.count { $0.hasPrefix("::error ") } == 10)
        #expect(lines.count { $0.hasPrefix("::notice ") } == 3)
        #expect(
            lines.first
                == "::error file=Sources/A%2Cb.swift,line=1,col=9,title=force_try::'try!' crashes when this fails; handle the error."
        )
        #expect(lines.last == "service-doctor: 2 more errors not shown as annotations")
    }

    @Test func `a clean report is empty, or an object without findings`() throws {
        let clean = Doctor().check(sources: [("A.swift", "let x = 1\n")])
        #expect(try OutputFormat.text.render(clean).isEmpty)
        #expect(try OutputFormat.github.render(clean).isEmpty)
        #expect(try OutputFormat.json.render(clean).contains("\"findings\" : [\n\n  ]"))
    }

    @Test func `the output is the same on every run and with any number of jobs`() throws {
        let sources = (0..<60).map { (path: "Sources/F\($0).swift", code: "let x = try! f(y!)\nprint(x)\n") }
        let outputs = try [1, 2, 3, 8].map { jobs in
            try OutputFormat.json.render(
                Doctor(configuration: DoctorConfiguration(jobs: jobs)).check(sources: sources.shuffled()))
        }
        #expect(Set(outputs).count == 1)
    }

    @Test func `a rule is a page, a list or an object`() throws {
        let all = RuleCatalog.descriptions
        #expect(all.count == 27)
        #expect(try RuleFormat.text.render(all).split(separator: "\n").count == all.count)
        #expect(try RuleFormat.markdown.render(all).components(separatedBy: "\n# ").count == all.count)
        let json = try RuleFormat.json.render(all)
        #expect((try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [[String: Any]])?.count == all.count)
    }
}
