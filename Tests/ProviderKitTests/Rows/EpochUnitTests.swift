import DecimalArithmetic
import Platform
import ProviderKit
import TestSupport
import Testing

@Suite("Counts of time units since 1970", .quick)
struct EpochUnitTests {
    @Test(
        "A count keeps its fraction, up to nine digits of a second",
        arguments: [
            (EpochUnit.seconds, "1795824000", "2026-11-28T00:00:00Z"),
            (.seconds, "1795824000.5", "2026-11-28T00:00:00.5Z"),
            (.seconds, "1795824000.1234567899", "2026-11-28T00:00:00.123456789Z"),
            (.seconds, "-0.25", "1969-12-31T23:59:59.75Z"), (.seconds, "1.7958240005e9", "2026-11-28T00:00:00.5Z"),
            (.milliseconds, "1795824000500", "2026-11-28T00:00:00.500Z"),
            (.milliseconds, "1795824000500.25", "2026-11-28T00:00:00.50025Z"),
            (.microseconds, "1795824000000001.5", "2026-11-28T00:00:00.0000015Z"),
            (.seconds, "253402300799.9", "9999-12-31T23:59:59.9Z"), (.seconds, "253402300800", nil),
            (.seconds, "253402300800.1", nil), (.seconds, "-62135596800.5", nil), (.seconds, "1e308", nil),
            (.milliseconds, "-1e308", nil), (.seconds, "1e-320", "1970-01-01T00:00:00.000000000Z"),
        ] as [(EpochUnit, String, String?)])
    func fractions(unit: EpochUnit, count: String, time: String?) throws {
        #expect(unit.time(try #require(Number(count)))?.description == time)
    }
}
