public import ServiceHealth

extension ServiceID {
    /// The household's items.
    public static let inventory: Self = "inventory"
    /// What currencies are worth.
    public static let currency: Self = "currency"
    /// Copies of the inventory's file.
    public static let backup: Self = "backup"
    /// Messages about warranties that end.
    public static let notifications: Self = "notifications"
    /// All items as a file.
    public static let export: Self = "export"
    /// The insurance report.
    public static let report: Self = "report"
    /// Totals and charts.
    public static let analytics: Self = "analytics"

    /// The services of the program, in the order in which people are told about them.
    public static let nestory: [Self] = [
        .inventory, .currency, .backup, .notifications, .export, .report, .analytics,
    ]
}
