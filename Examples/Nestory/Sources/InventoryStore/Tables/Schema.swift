import GRDB

/// The tables, and how older databases get them.
enum Schema {
    /// What items are listed by: the start of the search text, which is the name without case and accents.
    static let nameOrder = "substr(search, 1, 60)"

    /// What people were or are to be told. Its notices outlive their items, so that none is sent again.
    ///
    /// No migration, so that older versions of the program can still open the file.
    static let outbox = """
        CREATE TABLE IF NOT EXISTS notification (
            number INTEGER PRIMARY KEY,
            item_id TEXT NOT NULL,
            warranty_until TEXT NOT NULL,
            name TEXT NOT NULL,
            room TEXT NOT NULL,
            serial_number TEXT NOT NULL,
            purchase_date TEXT,
            queued_at INTEGER NOT NULL,
            sent_at INTEGER,
            UNIQUE (item_id, warranty_until)
        ) STRICT;
        """

    /// Makes what tables a file lacks.
    static func bringUpToDate(_ pool: DatabasePool) throws {
        do {
            try migrator.migrate(pool)
        } catch let error as DatabaseError where error.resultCode == .SQLITE_ERROR {
            // Another program has just made the same tables: what it left is done now, or fails again.
            try migrator.migrate(pool)
        }
    }

    static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("items") { db in
            try db.execute(
                sql: """
                    PRAGMA application_id = \(DatabaseHeader.inventoryID);
                    CREATE TABLE item (
                        number INTEGER PRIMARY KEY,
                        id TEXT NOT NULL UNIQUE,
                        name TEXT NOT NULL,
                        category TEXT NOT NULL,
                        room TEXT NOT NULL,
                        quantity INTEGER NOT NULL CHECK (quantity >= 1),
                        price INTEGER CHECK (price >= 0),
                        currency TEXT,
                        purchase_date TEXT,
                        serial_number TEXT NOT NULL,
                        warranty_until TEXT,
                        notes TEXT NOT NULL,
                        updated_at INTEGER NOT NULL,
                        search TEXT NOT NULL
                    ) STRICT;
                    CREATE INDEX item_by_likeness ON item (name, serial_number, room);
                    CREATE INDEX item_by_name ON item (\(nameOrder), number);
                    """)
        }
        migrator.registerMigration("changes") { db in
            try db.execute(
                sql: """
                    ALTER TABLE item ADD COLUMN revision INTEGER NOT NULL DEFAULT 1 CHECK (revision >= 1);
                    CREATE TABLE applied_change (
                        key TEXT PRIMARY KEY,
                        at INTEGER NOT NULL,
                        asked INTEGER NOT NULL DEFAULT 1,
                        outcome TEXT NOT NULL
                    ) STRICT;
                    CREATE INDEX applied_change_by_time ON applied_change (at);
                    CREATE TABLE trash (id TEXT PRIMARY KEY, deleted_at INTEGER NOT NULL, item TEXT NOT NULL) STRICT;
                    CREATE TABLE imported (
                        batch TEXT NOT NULL, item_id TEXT NOT NULL, at INTEGER NOT NULL, PRIMARY KEY (batch, item_id)
                    ) STRICT, WITHOUT ROWID;
                    \(DatabaseHeader.newIdentity);
                    """)
        }
        return migrator
    }
}
