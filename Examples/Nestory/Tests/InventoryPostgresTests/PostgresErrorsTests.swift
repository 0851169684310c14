#if PostgreSQL
import Inventory
import PostgresClient
import Testing

@testable import InventoryPostgres

@Suite struct PostgresErrorsTests {
    private static func translate(_ error: PostgresError) -> InventoryError? {
        PostgresErrors.translate(error) as? InventoryError
    }

    private static func refused(_ code: String, _ constraint: String = "") -> PostgresError {
        .refused(PostgresServerError(code: code, message: "secret", constraint: constraint))
    }

    @Test(arguments: [
        ("40001", InventoryError.busy), ("40P01", .busy), ("55P03", .busy), ("57014", .busy), ("53100", .diskFull),
        ("25006", .readOnly(because: nil)), ("42501", .noAccess(path: "the database", details: "PostgreSQL 42501")),
        ("28P01", .noAccess(path: "the database", details: "PostgreSQL 28P01")),
        ("3D000", .noAccess(path: "the database", details: "PostgreSQL 3D000")),
        ("42P01", .notAnInventory(path: "the database", details: "PostgreSQL 42P01")),
        ("XX001", .notAnInventory(path: "the database", details: "PostgreSQL XX001")),
        ("57P01", .unavailable(because: .noHost(details: "PostgreSQL 57P01"))),
        ("08006", .unavailable(because: .noHost(details: "PostgreSQL 08006"))),
        ("23505", .failed(details: "PostgreSQL 23505")),
    ])
    func `each code has its meaning, and no text of the server is passed on`(code: String, meaning: InventoryError) {
        #expect(Self.translate(Self.refused(code)) == meaning)
    }

    @Test func `what is there already is known by its constraint`() {
        #expect(Self.translate(Self.refused("23505", "item_id_key")) == .alreadyExists)
    }

    @Test func `failures of the connection have theirs`() {
        #expect(Self.translate(.busy) == .busy && Self.translate(.timedOut) == .busy)
        #expect(Self.translate(.outcomeUnknown(details: "d")) == .outcomeUnknown)
        #expect(Self.translate(.lost(details: "d")) == .unavailable(because: .noHost(details: "d")))
        #expect(Self.translate(.unreachable(details: "d")) == .unavailable(because: .noHost(details: "d")))
        #expect(PostgresErrors.translate(CancellationError()) is CancellationError)
    }

    @Test func `who reads is told that no host answers, and who changes something that this cannot be changed`() {
        let noHost = InventoryError.noHost(details: "d")
        let reads = InventoryError.unavailable(because: noHost)
        #expect(
            reads.message
                == "The items cannot be read right now. The database does not answer. Retrying every second.")
        for change in [InventoryError.readOnly(because: noHost), .readOnly(because: reads)] {
            #expect(change.message == "The inventory cannot be changed right now. Retrying every second.")
            #expect(change.retryAfter == 1)
        }
    }

    @Test func `only what has certainly done nothing is tried again`() {
        for error in [Self.refused("40001"), Self.refused("25006"), Self.refused("57P01"), .lost(details: "")] {
            #expect(PostgresErrors.mayTryAgain(error))
        }
        for error in [
            Self.refused("23505"), Self.refused("55P03"), .busy, .timedOut, .outcomeUnknown(details: ""), .closed,
            .unreachable(details: ""),
        ] { #expect(!PostgresErrors.mayTryAgain(error)) }
    }
}
#endif
