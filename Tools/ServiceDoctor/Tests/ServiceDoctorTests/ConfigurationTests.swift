import ServiceDoctor
import Testing

@Suite struct ConfigurationTests {
    private func load(_ text: String) throws -> DoctorConfiguration {
        let folder = try TemporaryFolder(["c.yml": text])
        return try DoctorConfiguration.load(folder.path + "/c.yml")
    }

    @Test func `every key is read`() throws {
        let configuration = try load(
            """
            exclude: [Legacy/**, "*.pb.swift"]
            rules:
              force_unwrap: error
              di_unused: off
              generic_error_message: "off"
            include_tests: true
            include_unbuilt: true
            strict: true
            baseline: known.json
            """)
        #expect(configuration.exclude == ["Legacy/**", "*.pb.swift"])
        #expect(configuration.severities == ["force_unwrap": .error])
        #expect(configuration.disabled == ["di_unused", "generic_error_message"])
        #expect(configuration.includeTests && configuration.includeUnbuilt && configuration.strict)
        #expect(configuration.baseline == "known.json")
    }

    @Test func `an empty file changes nothing`() throws {
        #expect(try load("") == DoctorConfiguration())
        #expect(try load("# nothing yet\n") == DoctorConfiguration())
        for key in ["exclude", "rules", "baseline", "strict", "include_tests"] {
            for null in ["", "~", "null"] {
                #expect(try load("\(key): \(null)\n") == DoctorConfiguration(), "\(key): \(null)")
            }
        }
    }

    @Test(arguments: [
        ("exlude: [a]", ":1:1: there is no key 'exlude'. Did you mean 'exclude'?"),
        ("rules:\n  force_tri: off", ":2:3: there is no rule 'force_tri'. Did you mean 'force_try'?"),
        ("rules:\n  force_try: fatal", ":2:14: 'force_try' is one of off, note, warning and error."),
        ("strict: maybe", ":1:9: 'strict' is true or false"),
        ("exclude: 3", ":1:10: 'exclude' is a list of patterns, and a pattern is a text; put '3' in quotes"),
        ("exclude: [Legacy, 3.5]", ":1:19: a pattern is a text; put '3.5' in quotes if it is meant"),
        ("baseline: true", ":1:11: 'baseline' is a text; put 'true' in quotes if it is meant"),
        ("strict: \"true\"", ":1:9: 'strict' is true or false"),
        ("exclude: {a: b}", ":1:10: 'exclude' is a list of patterns"),
        ("rules: [force_try]", ":1:8: 'rules' lists rules"),
        ("- a\n- b", ":1:1: a configuration is a list of keys"),
        ("strict: true\nstrict: false", "strict"),
        ("exclude: [", "not valid YAML"),
        ("exclude: [~]", ":1:11: a pattern is a text"),
        (
            "exclude: ['!Legacy/**']",
            ":1:11: the pattern '!Legacy/**' begins with '!', but what is excluded cannot be taken back"
        ),
        ("exclude: /home/me/Legacy", ":1:10: the pattern '/home/me/Legacy' begins with a slash"),
        ("exclude: ['{a,b}/**']", "the pattern '{a,b}/**' has a bracket: only *, ** and ? mean something"),
        ("exclude: ['[L]egacy']", "the pattern '[L]egacy' has a bracket"),
        ("exclude: [../Other]", "the pattern '../Other' leads out of the folder of the configuration"),
        ("exclude: /", "the pattern '/' leaves out everything"),
        ("exclude: ./", "the pattern './' leaves out everything"),
        ("\t: x", "not valid YAML"),
        ("a: &a [*a, *b]", ""),
    ])
    func `a broken configuration names what is wrong and where`(_ text: String, _ expected: String) throws {
        do {
            _ = try load(text)
            Issue.record("accepted: \(text)")
        } catch let error as DoctorError {
            #expect(error.exitCode == 65)
            #expect(error.description.contains(expected), "\(error.description)")
        }
    }

    @Test func `a level is for what a rule finds at its own, and makes nothing worse that is milder`() {
        let code =
            "let items = try! load()\n// It can never fail.\nlet folder = try! Data(contentsOf: url)\nlet name = user!"
        let found = { (levels: [String: Severity]) in
            Doctor(configuration: DoctorConfiguration(severities: levels)).check(sources: [
                ("Sources/App/A.swift", code)
            ])
            .findings.map(\.severity)
        }
        #expect(found([:]) == [.error, .note, .note])
        #expect(found(["force_try": .error, "force_unwrap": .warning]) == [.error, .note, .warning])
        #expect(found(["force_try": .warning]) == [.warning, .note, .note])
        #expect(found(["force_try": .note]) == [.note, .note, .note])
    }

    @Test func `a missing or unreadable configuration says so`() throws {
        #expect(throws: DoctorError.configuration("There is no configuration '/nowhere.yml'.")) {
            try DoctorConfiguration.load("/nowhere.yml")
        }
        let folder = try TemporaryFolder()
        try folder.write([0xFF, 0xFE], to: "c.yml")
        #expect(throws: DoctorError.self) { try DoctorConfiguration.load(folder.path + "/c.yml") }
        #expect(throws: DoctorError.self) { try DoctorConfiguration.load(folder.path) }
    }

    @Test func `severities, switches and patterns take effect`() throws {
        let folder = try TemporaryFolder([
            "Sources/A.swift": "let x = try! f()\nlet y = z!\n", "Legacy/B.swift": "let x = try! f()\n",
            "Sources/C.gen.swift": "let x = try! f()\n",
        ])
        let configuration = DoctorConfiguration(
            exclude: ["Legacy/**", "*.gen.swift"], severities: ["force_try": .note], disabled: ["force_unwrap"])
        let report = try Doctor(configuration: configuration, workingDirectory: folder.path).check(["."])
        #expect(report.findings.map(\.file) == ["Sources/A.swift"])
        #expect(report.findings.map(\.severity) == [.note])
        #expect(!report.fails(strict: false) && report.fails(strict: true))
    }

    @Test func `one can run some rules only`() {
        let code = [(path: "Sources/A.swift", code: "let x = try! f()\nlet y = z!\n")]
        #expect(
            Doctor(configuration: DoctorConfiguration(only: ["force_unwrap"])).check(sources: code).findings.map(\.rule)
                == ["force_unwrap"])
    }
}
