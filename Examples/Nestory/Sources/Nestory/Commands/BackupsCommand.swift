import ArgumentParser

/// `nestory backups`.
struct BackupsCommand: NestoryWork {
    static let configuration = CommandConfiguration(
        commandName: "backups", abstract: "Lists the copies of the inventory, the newest first, with their items.")

    @OptionGroup var options: DatabaseOptions
    @OptionGroup var backups: BackupOptions

    func validate() throws {
        guard options.databaseUrl == nil else { throw ValidationError(Self.noCopies) }
    }

    func work() async throws {
        let copies = try backups.copies(of: options.database)
        guard !copies.isEmpty else {
            return Console.say("There are no copies in \(backups.folder(of: options.database)).")
        }
        try Console.output(Array(copies.map { $0.line + "\n" }.joined().utf8))
    }
}
