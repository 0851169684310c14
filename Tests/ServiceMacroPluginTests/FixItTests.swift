#if Macros
import Foundation
import SwiftSyntaxMacrosGenericTestSupport
import Testing

/// Each fix-it turns `NAME.before.swift` into `NAME.after.swift`, which `Scripts/check-macro-diagnostics.py` compiles.
@Suite struct FixItTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let file: String
        let message: String
        let line: Int
        let column: Int
        /// What the problem's fix-its offer, and which of them is applied.
        let offers: [String]
        let applied: String
        /// The macro, which the expanded source is without.
        let attribute: String

        var testDescription: String { file }
    }

    static let marks = ["Mark it @Fallback", "Mark it @Unguarded"]

    @Test(arguments: [
        Case(
            file: "Sendable",
            message: "@Resilient requires a Sendable protocol: 'RateService' does not inherit from Sendable.",
            line: 5, column: 10, offers: ["Inherit from Sendable"], applied: "Inherit from Sendable",
            attribute: "@Resilient"),
        Case(
            file: "MockSendable",
            message: "@Mock requires a Sendable protocol: 'RateService' does not inherit from Sendable.",
            line: 5, column: 10, offers: ["Inherit from Sendable"], applied: "Inherit from Sendable",
            attribute: "@Mock"),
        Case(
            file: "Fallback",
            message:
                "'load()' cannot throw, so it needs a result for failed calls: mark it @Fallback, @Fallback(value) or @Unguarded.",
            line: 6, column: 10, offers: marks, applied: marks[0], attribute: "@Resilient"),
        Case(
            file: "FallbackProperty",
            message:
                "'state' cannot throw, so it needs a result for failed calls: mark it @Fallback, @Fallback(value) or @Unguarded.",
            line: 7, column: 20, offers: marks, applied: marks[0], attribute: "@Resilient"),
        Case(
            file: "Unguarded",
            message:
                "'load()' cannot throw, so it needs a result for failed calls: mark it @Fallback, @Fallback(value) or @Unguarded.",
            line: 6, column: 10, offers: marks, applied: marks[1], attribute: "@Resilient"),
        Case(
            file: "Final",
            message: "@Injectable creates exactly Uploader: a subclass would inherit it. Make the class final.",
            line: 5, column: 7, offers: ["Make it final"], applied: "Make it final", attribute: "@Injectable"),
        Case(
            file: "FinalPublic",
            message: "@Injectable creates exactly Uploader: a subclass would inherit it. Make the class final.",
            line: 5, column: 14, offers: ["Make it final"], applied: "Make it final", attribute: "@Injectable"),
    ])
    func `a fix-it leads to what is documented`(_ test: Case) throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixes")
        let before = try String(contentsOf: folder.appending(path: "\(test.file).before.swift"), encoding: .utf8)
        let after = try String(contentsOf: folder.appending(path: "\(test.file).after.swift"), encoding: .utf8)
        let expanded = before.replacing("\n\(test.attribute)\n", with: "")
        Expansion.check(
            before,
            isRefusedWith: DiagnosticSpec(
                message: test.message, line: test.line, column: test.column,
                fixIts: test.offers.map { FixItSpec(message: $0) }),
            applying: test.applied, becomes: after, expanded: expanded)
    }
}
#endif
