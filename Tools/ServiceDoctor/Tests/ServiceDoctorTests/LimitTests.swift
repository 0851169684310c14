import Foundation
import ServiceDoctor
import Testing

/// Sources that nobody writes by hand, of a size that took minutes, or for ever, when the work grew with its square or worse.
@Suite struct LimitTests {
    private func found(_ code: String, only: Set<String> = []) -> [Finding] {
        Doctor(configuration: DoctorConfiguration(only: only)).check(sources: [("Sources/App/A.swift", code)]).findings
    }

    @Test(.timeLimit(.minutes(2))) func `a function with twenty thousand forced unwraps is read`() {
        let code = "func f() {\n" + String(repeating: "a(b!)\n", count: 20_000) + "}\n"
        #expect(found(code, only: ["force_unwrap"]).count == 20_000)
    }

    @Test(.timeLimit(.minutes(2))) func `a function with ten thousand forced tries is read`() {
        let code = "func f() {\n" + String(repeating: "try! a(b)\n", count: 10_000) + "}\n"
        #expect(found(code, only: ["force_try"]).count == 10_000)
    }

    @Test(.timeLimit(.minutes(2))) func `a function with five thousand catches that print is read`() {
        let code = "func f() {\n" + String(repeating: "do { try a() } catch { print(error) }\n", count: 5_000) + "}\n"
        #expect(found(code, only: ["print_only_catch", "print_logging"]).count == 5_000)
    }

    @Test(.timeLimit(.minutes(2))) func `one expression with ten thousand forced casts is read`() {
        let code = "let x = a" + String(repeating: " as! B", count: 10_000) + "\n"
        #expect(found(code, only: ["force_unwrap"]).count == 10_000)
    }

    @Test(.timeLimit(.minutes(2))) func `forty thousand comments that silence nothing are found`() {
        let line = "// service-doctor:disable:next force_unwrap -- r\nlet a = b\n"
        let code = String(repeating: line, count: 40_000)
        #expect(found(code, only: ["force_unwrap", "unused_suppression"]).count == 40_000)
    }

    @Test(.timeLimit(.minutes(2))) func `two thousand models whose errors have one name are read`() {
        let entry = (path: "Sources/App/ShopApp.swift", code: "@main struct ShopApp: App {}\n")
        let screens = (0..<2_000).map { index in
            let code = """
                final class Model\(index): ObservableObject {
                    @Published var errorMessage: String?
                    func load() async { do { try await api.load() } catch { errorMessage = error.localizedDescription } }
                }
                struct Screen\(index): View {
                    @StateObject var model = Model\(index)()
                    var body: some View { Text(model.errorMessage ?? "").task { await model.load() } }
                }
                """
            return (path: "Sources/App/Screen\(index).swift", code: code)
        }
        let doctor = Doctor(configuration: DoctorConfiguration(only: ["missing_cancellation_check"]))
        #expect(doctor.check(sources: [entry] + screens).findings.count == 2_000)
    }

    @Test(
        .timeLimit(.minutes(5)),
        arguments: [
            (String(repeating: "[a:[", count: 30), "[[a]:b]"),
            (String(repeating: "[ //\n", count: 30), "[ // a list\n1]"),
            (String(repeating: "[ /* a */", count: 30), "[1, /* [ */ 2]"),
            (String(repeating: "[a.b?, (", count: 30), "[(a), [b]]"),
        ])
    func `brackets that make the parser look ahead again and again are refused`(_ open: String, _ usual: String) {
        #expect(found("let x = \(open)1").map(\.rule) == ["unreadable_file"])
        #expect(found("let x = \(usual)\n").isEmpty)
    }

    @Test func `brackets in comments, strings and one after the other are not refused`() {
        let comments = String(repeating: "// from 0 [inclusive\n/* [ */\n", count: 50)
        let strings = String(repeating: "let a = \"[\" + \"see https://a.b/[\"\n", count: 50)
        let lists = String(repeating: "let b: [[Int]] = [[1], [2]]\n", count: 50)
        let values =
            "let c = " + String(repeating: "[\"a\": ", count: 20) + "1" + String(repeating: "]", count: 20) + "\n"
        #expect(found(comments + strings + lists + values).isEmpty)
    }

    @Test(.timeLimit(.minutes(5))) func `a pattern with many stars ends in an answer`() throws {
        let deep = (0..<60).map { "d\($0)" }.joined(separator: "/")
        let folder = try TemporaryFolder(["\(deep)/A.swift": "let a = b!\n"])
        for (pattern, files) in [
            (String(repeating: "**/", count: 30) + "none.swift", 1), (String(repeating: "**/d*/", count: 30) + "x", 1),
            (String(repeating: "**/", count: 30) + "A.swift", 0), ("d0/**/d59/A.swift", 0), ("**/d9/**/d9/**", 1),
            ("d0/**", 0), ("d59", 0), ("d0/d59", 1), ("**/d58/*.swift", 1), ("**/d58/d59/?.swift", 0),
        ] {
            let configuration = DoctorConfiguration(exclude: [pattern])
            let report = try Doctor(configuration: configuration, workingDirectory: folder.path).check(["."])
            #expect(report.files == files, "\(pattern)")
        }
    }

    #if os(Linux)
    @Test(.timeLimit(.minutes(5))) func `fewer threads are used where the system starts no more`() throws {
        let folder = try TemporaryFolder()
        for index in 0..<16 { try folder.write(Array("let a = b!\n".utf8), to: "A\(index).swift") }
        let run = Program(folder: folder)
        let outcome = try run("check", "--no-cache", "--jobs", "16", below: "ulimit -v 3000000")
        #expect(outcome.code == 0)
        #expect(outcome.errors.hasPrefix("16 files"))
        let none = try run("check", "--no-cache", "--jobs", "16", below: "ulimit -v 500000")
        #expect(none.code == 70)
        #expect(none.errors.contains("No thread"))
    }

    @Test(.timeLimit(.minutes(5))) func `a working directory that is gone is an error`() throws {
        let folder = try TemporaryFolder(["gone/A.swift": ""])
        let run = Program(folder: folder)
        for command in ["check", "graph", "init"] {
            try folder.write([], to: "gone/A.swift")
            let outcome = try run(command, in: "gone", below: "rm -r ../gone")
            #expect(outcome.code == 64)
            #expect(outcome.errors.contains("The working directory does not exist any more."))
        }
    }
    #endif
}
