#if PostgreSQL
import Inventory
import PostgresClient

/// The tables, and who makes them.
enum PostgresSchema {
    /// What this program makes and understands.
    static let version: Int64 = 1
    /// What items are listed by: the start of the search text, which is the name without case and accents.
    static let nameOrder = "substr(search, 1, 60)"
    /// What makes items alike. A hash, as an entry of an index holds at most 2.7 KB.
    static let likeness = "md5(name || E'\\n' || serial_number || E'\\n' || room)"

    /// The locks that the program asks for by number: "nest" and what for.
    enum Lock: Int64 {
        case schema = 0x6E65_7374_0001
        case imports = 0x6E65_7374_0002
    }

    /// Makes the tables where there are none.
    ///
    /// - Throws: ``InventoryError/tooNew(path:)`` where a newer version of the program made them,
    ///   ``InventoryError/notAnInventory(path:details:)`` where there are none and none may be made, or ``PostgresError``.
    static func prepare(_ connection: PostgresConnection, mayCreate: Bool) throws {
        guard connection.facts.encoding == "UTF8" else {
            throw InventoryError.notAnInventory(
                path: PostgresErrors.place, details: "The encoding is \(connection.facts.encoding), not UTF8.")
        }
        if let found = try found(connection) { return try check(found) }
        guard mayCreate else {
            throw InventoryError.notAnInventory(path: PostgresErrors.place, details: "There are no tables.")
        }
        try connection.transaction { connection in
            // Another server may be doing the same.
            try connection.query("SELECT pg_advisory_xact_lock($1)", [.integer(Lock.schema.rawValue)])
            if let found = try found(connection) {
                try check(found)
            } else {
                try connection.script(tables)
            }
            return ((), keep: true)
        }
    }

    private static func found(_ connection: PostgresConnection) throws -> Int64? {
        // Looked up in the catalog's rows: what names mean is remembered within a transaction.
        let tables = try connection.query(
            "SELECT 1 FROM pg_tables WHERE tablename = 'schema_version' AND schemaname = ANY (current_schemas(false))")
        guard tables.count > 0 else { return nil }
        return try connection.query("SELECT number FROM schema_version").integer(0, 0)
    }

    private static func check(_ found: Int64) throws(InventoryError) {
        guard found <= version else { throw .tooNew(path: PostgresErrors.place) }
    }

    private static let tables = """
        CREATE TABLE schema_version (number bigint NOT NULL);
        INSERT INTO schema_version VALUES (\(version));
        CREATE TABLE item (
            number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
            id uuid NOT NULL CONSTRAINT \(PostgresErrors.idConstraint) UNIQUE,
            name text COLLATE "C" NOT NULL,
            category text COLLATE "C" NOT NULL,
            room text COLLATE "C" NOT NULL,
            quantity bigint NOT NULL CHECK (quantity >= 1),
            price bigint CHECK (price >= 0),
            currency text COLLATE "C",
            purchase_date date,
            serial_number text COLLATE "C" NOT NULL,
            warranty_until date,
            notes text COLLATE "C" NOT NULL,
            updated_at bigint NOT NULL,
            revision bigint NOT NULL DEFAULT 1,
            search text COLLATE "C" NOT NULL
        );
        CREATE INDEX item_by_name ON item (\(nameOrder), number);
        CREATE INDEX item_by_likeness ON item (\(likeness));
        CREATE TABLE applied_change (
            key text COLLATE "C" PRIMARY KEY, at bigint NOT NULL, asked integer NOT NULL DEFAULT 1, outcome text
        );
        CREATE INDEX applied_change_by_time ON applied_change (at);
        CREATE TABLE trash (id uuid PRIMARY KEY, deleted_at bigint NOT NULL, item text NOT NULL);
        CREATE INDEX trash_by_time ON trash (deleted_at);
        CREATE TABLE imported (
            batch uuid NOT NULL, item_id uuid NOT NULL, at bigint NOT NULL, PRIMARY KEY (batch, item_id)
        );
        CREATE INDEX imported_by_time ON imported (at);
        CREATE TABLE notification (
            number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
            item_id uuid NOT NULL,
            warranty_until date NOT NULL,
            name text NOT NULL,
            room text NOT NULL,
            serial_number text NOT NULL,
            purchase_date date,
            queued_at bigint NOT NULL,
            sent_at bigint,
            claimed_by uuid,
            claimed_until timestamptz,
            UNIQUE (item_id, warranty_until)
        );
        CREATE TABLE rates (day date PRIMARY KEY, xml bytea NOT NULL, fetched_at timestamptz NOT NULL);
        """
}
#endif
