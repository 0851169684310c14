import Inventory
import Testing

@Suite struct TimestampTests {
    @Test(arguments: [
        ("2026-11-20T17:42:49Z", "2026-11-20T17:42:49Z"), ("1970-01-01T00:00:00Z", "1970-01-01T00:00:00Z"),
        ("1969-12-31T23:59:59.999Z", "1969-12-31T23:59:59.999Z"),
        ("2026-11-20 17:42:49+01:00", "2026-11-20T16:42:49Z"),
        ("2026-11-20T17:42:49.5Z", "2026-11-20T17:42:49.500Z"),
        ("2026-11-20T17:42:49.000Z", "2026-11-20T17:42:49Z"),
        ("2026-11-20T17:42:49.123456+00:00", "2026-11-20T17:42:49.123Z"),
        ("2026-01-01T00:30:00+01:00", "2025-12-31T23:30:00Z"),
    ])
    func `an instant is written in UTC, to the millisecond`(text: String, written: String) throws {
        let timestamp = try #require(Timestamp(text))
        #expect(timestamp.description == written)
        #expect(Timestamp(written) == timestamp)
    }

    @Test(arguments: [
        "", "2026-11-20", "2026-11-20T17:42Z", "2026-11-20T17:42:49", "2026-11-20T24:00:00Z",
        "2026-11-20T17:60:00Z",
        "2026-11-20T17:42:60Z", "2026-11-20T17:42:49.Z", "2026-11-20T17:42:49+1", "2026-11-20T17:42:49+25:00",
        "2026-02-30T17:42:49Z", "0001-01-01T00:00:00+01:00", "9999-12-31T23:59:59-01:00", "now",
    ])
    func `a text that is no instant is refused`(text: String) {
        #expect(Timestamp(text) == nil)
    }

    @Test(arguments: [Int64.min, Int64.max, -99_999_999_999_999, 999_999_999_999_999])
    func `milliseconds beyond the calendar are refused`(milliseconds: Int64) {
        #expect(Timestamp(milliseconds: milliseconds) == nil)
    }
}
