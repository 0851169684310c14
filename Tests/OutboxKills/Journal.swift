#if Outbox
import Foundation

/// A file that lines are appended to. A line that was cut off by the end of the process has no end mark.
struct Journal: Sendable {
    private let path: String
    private let descriptor: Int32

    init(_ path: String) throws {
        self.path = path
        descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_APPEND, 0o600)
        guard descriptor >= 0 else { throw CocoaError(.fileNoSuchFile) }
    }

    /// Whether a line with these words is complete. Lines of other processes count, too.
    func has(_ words: String...) -> Bool {
        guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { abort() }
        return text.split(separator: "\n").contains { line in
            line.hasPrefix(words.joined(separator: " ") + " ") && line.hasSuffix(" .")
        }
    }

    func append(_ words: String...) {
        let line = Array(("\n" + words.joined(separator: " ") + " .").utf8)
        guard unsafe write(descriptor, line, line.count) == line.count else { abort() }
    }
}
#endif
