/// The values of one metric with one set of labels.
protocol PrometheusSeries: AnyObject, Sendable {
    /// Writes the lines of the series.
    ///
    /// - Parameter labels: The labels, escaped and without braces; empty where there are none.
    func append(to text: inout String, name: String, labels: String)
}

extension PrometheusSeries {
    static func line(_ name: String, _ labels: String, _ value: String) -> String {
        labels.isEmpty ? "\(name) \(value)\n" : "\(name){\(labels)} \(value)\n"
    }
}
