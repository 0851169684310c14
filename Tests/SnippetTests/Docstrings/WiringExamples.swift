import Service
import Testing

// The examples of the docstrings of `Service` about declared needs, checks and explanations.

private enum Wiring {
    protocol Store: Sendable {}
    struct Database: Sendable {}
    struct Analytics: Sendable {}
    struct User: Sendable {}
    struct Report: Sendable {
        init(_ database: Database, _ analytics: Analytics?) {}
    }

    static func needs(_ env: ServiceEnv) {
        env.register(Report.self, needs: Need(Database.self, name: "replica"), Need.optional(Analytics.self)) {
            database, analytics in Report(database, analytics)
        }
    }

    static func expectations(_ app: ServiceEnv) throws {
        try app.validate(expecting: User.self)  // each request has an environment of its own, with its user
    }

    @MainActor static func key(_ env: ServiceEnv) {
        @MainActor
        final class SheetModel: MainServiceKey {
            static var `default`: SheetModel { SheetModel() }
        }

        env.registerMain(SheetModel.self)
    }
}

private enum Explaining {
    protocol Database: Sendable {}

    struct Worker {
        @Injected var database: any Database
    }

    static func explain(_ env: ServiceEnv, log: (String) -> Void) {
        do {
            try env.resolve((any Database).self)
        } catch {
            log(env.explain(error))
        }
    }
}
