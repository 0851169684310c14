// What the snippets of the articles are written against.

struct Item: Identifiable, Equatable, Sendable {
    var id: Int
    var name: String
}

protocol ItemService: Sendable {
    func items() async throws -> [Item]
    func items(from offset: Int, count: Int) async throws -> [Item]
    func search(_ query: String) async throws -> [Item]
    func rename(_ id: Int, to name: String) async throws
}

protocol AccountService: Sendable {
    func signUp(email: String, password: String) async throws
}
