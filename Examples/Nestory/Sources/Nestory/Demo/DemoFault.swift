import Foundation
import NestoryServices

/// What goes wrong in the demonstration, and ends again.
enum DemoFault: CaseIterable {
    /// Somebody writes garbage over the inventory's file: a real fault.
    case garbage
    /// Totals fail: injected, as they have nothing outside that could be broken.
    case totals

    /// When it begins and ends, in seconds since the start.
    var seconds: Range<Int> {
        switch self {
        case .garbage: 3..<8
        case .totals: 16..<20
        }
    }

    /// What people are told when it begins.
    var beginning: String {
        switch self {
        case .garbage: "the inventory's file is replaced by garbage"
        case .totals: "totals begin to fail"
        }
    }

    /// What people are told when it ends.
    var end: String {
        switch self {
        case .garbage: "the file is put back"
        case .totals: "totals work again"
        }
    }

    func begin(_ file: URL, _ chaos: Chaos) throws {
        switch self {
        case .garbage:
            try FileManager.default.moveItem(at: file, to: Self.safe(file))
            try Data(repeating: 0x5A, count: 100_000).write(to: file)
        case .totals: _ = chaos.inject([.error(1)], into: .analytics)
        }
    }

    func end(_ file: URL, _ chaos: Chaos) throws {
        switch self {
        case .garbage:
            try FileManager.default.removeItem(at: file)
            try FileManager.default.moveItem(at: Self.safe(file), to: file)
        case .totals: _ = chaos.inject([], into: .analytics)
        }
    }

    private static func safe(_ file: URL) -> URL { file.appendingPathExtension("safe") }
}
