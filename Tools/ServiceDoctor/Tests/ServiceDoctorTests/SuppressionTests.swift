import ServiceDoctor
import Testing

@Suite struct SuppressionTests {
    private func check(_ code: String) -> Report {
        Doctor().check(sources: [("Sources/App/A.swift", code)])
    }

    @Test func `a comment with a reason silences the next line of code`() {
        let report = check(
            """
            // service-doctor:disable:next force_try -- the pattern is a literal
            // and another comment
            let a = try! Regex("[a-z]")
            let b = try! Regex("[0-9]")
            """)
        #expect(report.findings.map(\.line) == [4])
        #expect(report.suppressed == 1)
    }

    @Test func `a comment may end the line that it silences`() {
        let report = check("let a = try! f() // service-doctor:disable:this force_try -- cannot fail\n")
        #expect(report.findings.isEmpty)
        #expect(report.suppressed == 1)
    }

    @Test func `one comment may name several rules`() {
        let report = check(
            "// service-doctor:disable:next force_try, force_unwrap -- both are fine\nlet a = try! f(b!)\n")
        #expect(report.findings.isEmpty)
        #expect(report.suppressed == 2)
    }

    @Test func `findings that need all files can be silenced too`() {
        let report = check(
            """
            // service-doctor:disable:next missing_mock -- the live one runs in memory
            protocol PriceService { func price() async throws -> Int }
            struct LivePriceService: PriceService { func price() async throws -> Int { 1 } }
            """)
        #expect(report.findings.isEmpty)
    }

    @Test(arguments: [
        ("// service-doctor:disable:next force_try", "A suppression gives its reason after two dashes."),
        ("// service-doctor:disable:next force_try --   ", "A suppression gives its reason after two dashes."),
        ("// service-doctor:disable:next -- because", "A suppression names the rule that it silences."),
        (
            "// service-doctor:disable:next force_tri -- because",
            "There is no rule 'force_tri'. Did you mean 'force_try'?"
        ),
        (
            "// service-doctor:disable force_try -- because",
            "This suppression is not understood: write disable:next or disable:this."
        ),
    ])
    func `a comment that says too little silences nothing and is found`(_ comment: String, _ message: String) {
        let report = check(comment + "\nlet a = try! f()\n")
        #expect(report.findings.map(\.rule) == ["invalid_suppression", "force_try"])
        #expect(report.findings.first?.message == message)
    }

    @Test func `a block comment silences as well`() {
        let report = check(
            """
            /* service-doctor:disable:next force_try -- the pattern is a literal */
            let a = try! f()
            let b = try! f() /* service-doctor:disable:this force_try -- the pattern is a literal */
            /*
             service-doctor:disable:next force_try -- the pattern is a literal
             */
            let c = try! f()
            """)
        #expect(report.findings.isEmpty)
        #expect(report.suppressed == 3)
        #expect(check("/* service-doctor:disable:next force_try */\nlet a = try! f()\n").findings.count == 2)
    }

    @Test func `a comment that silences nothing is found`() {
        let report = check("// service-doctor:disable:next force_try -- the pattern is a literal\nlet a = try f()\n")
        #expect(report.findings.map(\.rule) == ["unused_suppression"])
    }

    @Test func `the words in a string or in prose are no comment`() {
        let report = check(
            "let a = \"// service-doctor:disable:next force_try\"\n// Write service-doctor:disable:next to silence a rule.\n"
        )
        #expect(report.findings.isEmpty)
    }
}
