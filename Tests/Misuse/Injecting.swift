import Service

struct Database: Sendable {}
final class ViewModel { var title = "" }

// A wrapper in a class that is Sendable: `let database = Service(Database.self)` instead.
final class Uploader: Sendable {
    // error: is mutable
    @Service var database: Database
}

// A type that is not Sendable, injected off the main actor.
struct Page {
    // error: type 'ViewModel' does not conform to the 'Sendable' protocol
    @Service var model: ViewModel
}

// A required service cannot be assigned to.
struct Repository {
    @Service var database: Database

    mutating func replace() {
        // error: cannot assign to property
        database = Database()
    }
}
