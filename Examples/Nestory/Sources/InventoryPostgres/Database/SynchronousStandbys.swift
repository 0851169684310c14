#if PostgreSQL
/// Reads PostgreSQL's setting of the standbys that must have a change before it counts.
enum SynchronousStandbys {
    /// Returns how many of them must: `ANY 2 (a, b, c)`, `FIRST 1 (a, b)`, `1 (a, b)`, or only names, of which one must.
    static func count(in setting: String) -> Int {
        guard setting.contains(where: { !$0.isWhitespace }) else { return 0 }
        let words = setting.prefix { $0 != "(" }.split(separator: " ")
        guard setting.contains("("), let number = words.last.flatMap({ Int($0) }) else { return 1 }
        return number
    }
}
#endif
