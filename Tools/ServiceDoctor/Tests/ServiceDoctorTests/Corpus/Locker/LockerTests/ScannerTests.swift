import FactoryKit
import XCTest

final class ScannerTests: XCTestCase {
    func testNothing() { Container.shared.biometrics.register { nil } }
}
