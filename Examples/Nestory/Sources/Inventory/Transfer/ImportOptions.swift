/// How to import.
public struct ImportOptions: Sendable, Equatable {
    /// Whether to check everything and keep nothing.
    public var dryRun: Bool
    /// Whether to import the lines that are right although others are wrong.
    public var skipInvalid: Bool
    /// Whether to change items that the inventory has, where a line says otherwise: the fields of the file's columns.
    public var update: Bool
    /// Tells this import from every other, so that it counts once however often it is sent; nil where it is sent once.
    public var key: ChangeKey?

    /// Describes an import; without arguments, one that keeps all items or none.
    public init(dryRun: Bool = false, skipInvalid: Bool = false, update: Bool = false) {
        self.dryRun = dryRun
        self.skipInvalid = skipInvalid
        self.update = update
    }
}
