import Foundation
import ServiceDoctor
import Testing

/// Which comments are said to silence nothing, and which of them `--fix` removes.
@Suite struct SuppressionEditTests {
    private let comment = "service-doctor:disable:this force_unwrap -- r"

    private func fixed(_ code: String) throws -> String {
        let folder = try TemporaryFolder(["Package.swift": "", "A.swift": code])
        _ = try Doctor(workingDirectory: folder.path).fix(["."])
        return try folder.text(of: "A.swift")
    }

    private func unused(_ folder: TemporaryFolder, _ paths: [String] = ["."], exclude: [String] = []) throws -> Int {
        let configuration = DoctorConfiguration(exclude: exclude)
        return try Doctor(configuration: configuration, workingDirectory: folder.path).check(paths).findings.count {
            $0.rule == "unused_suppression"
        }
    }

    private let view = """
        import SwiftUI
        struct FeedView: View {
            // service-doctor:disable:next direct_service_in_view -- a prototype
            let feed = LiveFeedService()
            var body: some View { Text("a") }
        }

        """
    private let service = """
        public protocol FeedService: Sendable { func load() async throws -> [Int] }
        public final class LiveFeedService: FeedService {
            public init() {}
            public func load() async throws -> [Int] { try await fetch() }
        }

        """

    @Test func `a comment that another folder makes necessary stays when only a part is fixed`() throws {
        let folder = try TemporaryFolder(["App/V.swift": view, "Kit/S.swift": service])
        #expect(try unused(folder) == 0)
        #expect(try unused(folder, ["App"]) == 0)
        #expect(try Doctor(workingDirectory: folder.path).fix(["App"]) == 0)
        #expect(try folder.text(of: "App/V.swift") == view)
        #expect(try unused(folder, exclude: ["Kit"]) == 0)
    }

    @Test func `a comment for a rule that knows the project is unused where all of the repository was read`() throws {
        let folder = try TemporaryFolder([".git/HEAD": "", "App/V.swift": view, "Kit/S.swift": "struct Service {}\n"])
        #expect(try unused(folder) == 1)
        #expect(try unused(folder, ["App"]) == 1)
        #expect(try unused(folder, ["App"], exclude: ["Kit"]) == 0)
        #expect(try unused(folder, exclude: ["Kit"]) == 0)
        try folder.write(Array("struct Service {\n".utf8), to: "Kit/S.swift")
        #expect(try unused(folder) == 0)
    }

    @Test func `a package is a part of the repository that it lies in`() throws {
        let folder = try TemporaryFolder([
            ".git/HEAD": "", "App/Package.swift": "", "App/V.swift": view, "Kit/S.swift": "struct Service {}\n",
        ])
        #expect(try unused(folder, ["App"]) == 0)
        #expect(try unused(folder) == 1)
    }

    @Test func `a rule that needs only its file is judged in any part`() throws {
        let folder = try TemporaryFolder(["App/A.swift": "let a = b // \(comment)\n"])
        #expect(try unused(folder, ["App"]) == 1)
        #expect(try Doctor(workingDirectory: folder.path).fix(["App"]) == 1)
        #expect(try folder.text(of: "App/A.swift") == "let a = b\n")
    }

    @Test func `a comment stays that silences a rule which does not run this time`() throws {
        let code = "// service-doctor:disable:next force_unwrap, blocking_wait -- r\nlet a = b!\n"
        let folder = try TemporaryFolder(["Package.swift": "", "A.swift": code])
        let configuration = DoctorConfiguration(disabled: ["force_unwrap"])
        #expect(try Doctor(configuration: configuration, workingDirectory: folder.path).fix(["."]) == 0)
        #expect(try folder.text(of: "A.swift") == code)
    }

    @Test func `nothing is removed from a file that does not parse`() throws {
        let code = """
            class A {
                func f() {
                    // service-doctor:disable:next force_unwrap -- r
                    let a = b!
                    let q = = 3
                }
                // service-doctor:disable:next force_unwrap -- r
                func g() {}
                func h() { do { items.removeAll() } catch { show(error) } }
            }

            """
        #expect(try fixed(code) == code)
        let found = Doctor().check(sources: [("Sources/App/A.swift", code)]).findings
        #expect(found.filter { $0.rule == "unused_suppression" }.map(\.line) == [7])
    }

    @Test(arguments: [
        "func f() -> Int {\n    return/* # */x\n}\n",
        "var b = c as/* # */Int\n",
        "let a = b /* # */- c\n",
        "let a = b /* # *// c\n",
        "func f() { a() /* #\n */ b() }\n",
        "func f() {\n    a() /* #\n    more */ (b).c()\n}\n",
        "/* # */ let a = b\n",
    ])
    func `a comment stays that keeps apart what stands around it`(_ code: String) throws {
        let code = code.replacing("#", with: comment)
        #expect(try fixed(code) == code)
    }

    @Test(arguments: [
        ("let a = b /* # */\nlet c = d\n", "let a = b\nlet c = d\n"),
        ("let a = b /* # */", "let a = b"),
        ("/* # */\r\nlet c = d\r\n", "let c = d\r\n"),
    ])
    func `a comment at the end of its line goes`(_ code: String, _ expected: String) throws {
        #expect(try fixed(code.replacing("#", with: comment)) == expected)
    }

    @Test func `of two comments for one line the first is the one that silences`() throws {
        let code = """
            func f() {
                // service-doctor:disable:next force_unwrap -- r
                a(b!) // service-doctor:disable:this force_unwrap -- r
            }

            """
        for _ in 0..<20 {
            let found = Doctor().check(sources: [("Sources/App/A.swift", code)]).findings
            #expect(found.map { "\($0.rule) \($0.line)" } == ["unused_suppression 3"])
        }
        #expect(
            try fixed(code) == """
                func f() {
                    // service-doctor:disable:next force_unwrap -- r
                    a(b!)
                }

                """)
    }

    @Test func `a documentation comment silences nothing and says so`() {
        for comment in ["/// #", "/** # */"] {
            let text = comment.replacing("#", with: "service-doctor:disable:next force_unwrap -- r")
            let found = Doctor().check(sources: [("Sources/App/A.swift", "\(text)\nlet a = b!\n")]).findings
            #expect(found.map(\.rule) == ["invalid_suppression", "force_unwrap"])
            #expect(found.first?.message.contains("documentation comment") == true)
        }
    }
}
