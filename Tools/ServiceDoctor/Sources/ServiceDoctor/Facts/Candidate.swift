/// A finding that depends on other files, with the names by which it is decided.
struct Candidate: Sendable {
    let finding: Finding
    var names: [String] = []
}
