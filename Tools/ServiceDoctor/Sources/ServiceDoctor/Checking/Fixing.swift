import Foundation

/// Applies the edits of findings to files.
enum Fixing {
    /// Applies edits to a file's bytes, from the end, leaving out those that overlap or no longer fit.
    /// - Returns: The bytes, and how many edits were applied.
    static func apply(_ edits: [Edit], to bytes: [UInt8]) -> (bytes: [UInt8], count: Int) {
        var result = bytes
        var count = 0
        var end = bytes.count
        for edit in edits.sorted(by: { $0.range.lowerBound > $1.range.lowerBound }) {
            guard edit.range.upperBound <= end, Array(bytes[edit.range]) == edit.expected else { continue }
            result.replaceSubrange(edit.range, with: edit.replacement)
            end = edit.range.lowerBound
            count += 1
        }
        return (result, count)
    }
}
