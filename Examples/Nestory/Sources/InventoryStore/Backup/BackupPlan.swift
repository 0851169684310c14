import Inventory

/// Which copies are kept: some of the last hours, days and months.
struct BackupPlan {
    /// How many copies of the last hours.
    var hourly = 24
    /// How many days have a copy.
    var daily = 14
    /// How many months have one.
    var monthly = 12

    /// Returns the copies that may go.
    ///
    /// Of a day and a month the fullest copy is kept. One goes only where a later copy that is kept has at least as many
    /// items: an inventory that was emptied by mistake never takes the place of a full one.
    ///
    /// - Parameter backups: All copies, the newest first.
    func superfluous(_ backups: [Backup]) -> [Backup] {
        var kept = Set(backups.prefix(hourly))
        kept.formUnion(Self.fullest(backups, by: { $0.made.day.description }).prefix(daily))
        kept.formUnion(Self.fullest(backups, by: { String($0.made.day.description.prefix(7)) }).prefix(monthly))
        var mostItems = -1
        return backups.filter { backup in
            let items = backup.items ?? 0
            if kept.contains(backup) || items > mostItems {
                mostItems = max(mostItems, items)
                return false
            }
            return true
        }
    }

    /// The fullest copy of each period, and the newest of those that are equally full; the newest period first.
    private static func fullest(_ backups: [Backup], by period: (Backup) -> String) -> [Backup] {
        Dictionary(grouping: backups, by: period).values.compactMap { backups in
            backups.max { (($0.items ?? 0), $0.made) < (($1.items ?? 0), $1.made) }
        }.sorted { $1.made < $0.made }
    }
}
