import Foundation
import Inventory
import Testing

@Suite struct DayTests {
    @Test(arguments: ["2026-11-20", "2024-02-29", "2000-02-29", "0001-01-01", "9999-12-31"])
    func `a day is written as it was read`(text: String) throws {
        #expect(try #require(Day(text)).description == text)
    }

    @Test(arguments: [
        "", "2026-11-2", "2026-11-200", "2026-13-01", "2026-00-10", "2026-02-30", "2023-02-29", "1900-02-29",
        "0000-01-01",
        "20261120", "2026/11/20", "20.11.2026", "2026-11-20T00:00:00Z", "-026-11-20", "２０２６-11-20",
        "2026-1１-20",
    ])
    func `a text that is no day is refused`(text: String) {
        #expect(Day(text) == nil)
    }

    @Test func `the number of days agrees with the calendar of Foundation`() throws {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        for number in stride(from: -100_000, to: 1_000_000, by: 997) {
            let day = try #require(Day(daysSince1970: number))
            let date = Date(timeIntervalSince1970: Double(number) * 86_400)
            let parts = calendar.dateComponents([.year, .month, .day], from: date)
            #expect(parts.year == day.year && parts.month == day.month && parts.day == day.day)
            #expect(day.daysSince1970 == number)
        }
    }
}
