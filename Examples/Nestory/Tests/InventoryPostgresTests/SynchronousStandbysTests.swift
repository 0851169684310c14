#if PostgreSQL
import Testing

@testable import InventoryPostgres

@Suite struct SynchronousStandbysTests {
    @Test(arguments: [
        ("", 0), (" ", 0), ("s1", 1), ("s1, s2", 1), ("*", 1), ("ANY 1 (s1, s2)", 1), ("ANY 2 (s1, s2, s3)", 2),
        ("FIRST 3 (a,b,c,d)", 3), ("2 (a, b)", 2),
    ])
    func `how many standbys must have a change`(setting: String, count: Int) {
        #expect(SynchronousStandbys.count(in: setting) == count)
    }
}
#endif
