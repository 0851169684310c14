/// The start of a SQLite file, as far as it tells whose it is.
///
/// The places are those of SQLite's file format.
struct DatabaseHeader: Equatable {
    /// Marks a SQLite file as an inventory: "Nest" in ASCII.
    static let inventoryID: UInt32 = 0x4E65_7374

    /// As many bytes as are looked at.
    static let length = 108

    /// Who made it: 0 where nobody said.
    let applicationID: UInt32
    /// Tells this inventory, and each copy of it, from every other; 0 where it was made before there was such a number.
    let identity: UInt32
    /// Whether the table of tables has no entry.
    let isWithoutTables: Bool

    /// - Parameter bytes: The first ``length`` bytes of a file, or all that it has.
    /// - Returns: nil where it is no SQLite file.
    init?(_ bytes: [UInt8]) {
        guard bytes.count >= Self.length, bytes.starts(with: Array("SQLite format 3\0".utf8)) else { return nil }
        applicationID = bytes[68..<72].reduce(0) { $0 << 8 | UInt32($1) }
        identity = bytes[60..<64].reduce(0) { $0 << 8 | UInt32($1) }
        let (leaf, cells) = (bytes[100] == 0x0D, UInt16(bytes[103]) << 8 | UInt16(bytes[104]))
        isWithoutTables = leaf && cells == 0
    }

    /// A statement that gives a file an identity of its own, which SQLite keeps in the header.
    static var newIdentity: String { "PRAGMA user_version = \(UInt32.random(in: 1...0x7FFF_FFFF))" }

    /// Whether it is the start of an inventory.
    var isInventory: Bool { applicationID == Self.inventoryID }
}
