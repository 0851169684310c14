import ServiceDoctor
import Testing

/// Paths that resume no continuation, and need not.
@Suite struct ContinuationPartsTests {
    private func severities(_ code: String) -> [Severity] {
        Doctor(configuration: DoctorConfiguration(only: ["unresumed_continuation"]))
            .check(sources: [("Sources/App/A.swift", code)]).findings.map(\.severity)
    }

    @Test(arguments: [("HKElectrocardiogramQuery", true), ("ElectrocardiogramRequest", false)])
    func `a query that hands over a series calls its closure for each part`(_ query: String, _ isClean: Bool) {
        let code = """
            func voltages() async -> [Voltage] {
                await withCheckedContinuation { continuation in
                    let query = \(query)(record) { _, result in
                        switch result {
                        case .measurement(let voltage): voltages.add(voltage)
                        default: continuation.resume(returning: voltages.all)
                        }
                    }
                    store.execute(query)
                }
            }
            """
        #expect(severities(code) == (isClean ? [] : [.error]))
    }

    @Test(arguments: [
        ("Answer.self == Empty.self", Severity.note), ("Empty.self == Answer.self", .note),
        ("Answer.self == Other.self", .error), ("isEmpty", .error),
    ])
    func `a cast that cannot fail where it stands is a note`(_ condition: String, _ expected: Severity) {
        let code = """
            func send<Answer>() async -> Answer {
                await withCheckedContinuation { continuation in
                    ask { data in
                        if \(condition) {
                            guard let empty = Empty() as? Answer else { return }
                            continuation.resume(returning: empty)
                            return
                        }
                        continuation.resume(returning: decode(data))
                    }
                }
            }
            """
        #expect(severities(code) == [expected])
    }
}
