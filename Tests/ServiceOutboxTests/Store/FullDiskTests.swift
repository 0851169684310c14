#if Outbox
import Foundation
import ServiceTesting
import Testing

@testable import ServiceOutbox

/// A disk without space. `Scripts/test-outbox.sh` mounts one of 4 MB and names it in OUTBOX_SMALL_DISK.
@Suite(
    .serialized,
    .enabled(
        if: ProcessInfo.processInfo.environment["OUTBOX_SMALL_DISK"] != nil,
        "OUTBOX_SMALL_DISK must name a folder on a disk of 4 MB: Scripts/test-outbox.sh disk"))
struct FullDiskTests {
    let folder: String
    let receiver = Receiver()

    init() throws {
        folder = ProcessInfo.processInfo.environment["OUTBOX_SMALL_DISK"] ?? ""
        for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
            try FileManager.default.removeItem(atPath: folder + "/" + name)
        }
    }

    private func open() throws -> Outbox<Change> { try Outbox(path: folder + "/outbox", deliver: receiver.receive) }

    /// Keeps changes until the disk is full.
    private func fill(_ outbox: Outbox<Change>, size: Int) async throws -> [String] {
        var kept: [String] = []
        while true {
            let text = "\(kept.count)-" + String(repeating: "x", count: size)
            do {
                _ = try await outbox.accept(Change(text), on: "s\(kept.count % 3)")
                kept.append(text)
            } catch {
                #expect(error == .diskFull)
                return kept
            }
        }
    }

    /// Takes all the space that is left.
    private func takeTheRest() throws {
        let descriptor = unsafe Foundation.open(folder + "/ballast", O_WRONLY | O_CREAT, 0o600)
        try #require(descriptor >= 0)
        defer { close(descriptor) }
        let bytes = [UInt8](repeating: 1, count: 4096)
        while unsafe write(descriptor, bytes, bytes.count) == bytes.count {}
        while unsafe write(descriptor, bytes, 1) == 1 {}
    }

    @Test(arguments: [10, 3000, 200_000])
    func `what was kept before the disk was full is delivered once and removed, and then there is room again`(
        size: Int
    ) async throws {
        let outbox = try open()
        let kept = try await fill(outbox, size: size)
        #expect(kept.count > 3)
        try takeTheRest()
        await #expect(throws: OutboxError.diskFull) {
            try await outbox.accept(Change(String(repeating: "x", count: size)), on: "z")
        }
        try await running(outbox) { await outbox.status { $0.waiting == 0 } }
        #expect(receiver.texts == kept)
        #expect(try await outbox.entries() == [])
        try FileManager.default.removeItem(atPath: folder + "/ballast")
        _ = try await outbox.accept("more", on: "z")
        try outbox.close()
    }

    @Test func `an outbox on a full disk can be opened, and delivers`() async throws {
        let before = try open()
        let kept = try await fill(before, size: 3000)
        try before.close()
        try takeTheRest()
        let after = try open()
        try await running(after) { await after.status { $0.waiting == 0 } }
        #expect(receiver.texts == kept)
        try after.close()
    }

    @Test func `refusals are recorded on a full disk, and a person's decisions, too`() async throws {
        let outbox = try open()
        _ = try await fill(outbox, size: 3000)
        try takeTheRest()
        receiver.answerNext(.rejected("no"), .conflict("changed"))
        try await running(outbox) {
            await outbox.status { $0.waiting == 0 }
            let refused = try await outbox.entries().filter { if case .refused = $0.state { true } else { false } }
            #expect(refused.count == 2)
            try await outbox.retry(refused[0].number)
            try await outbox.discard(refused[1].number)
            await outbox.status { $0.waiting + $0.held + $0.refused == 0 }
        }
        try outbox.close()
    }

    @Test func `an outbox that cannot be created on a full disk throws diskFull`() throws {
        try takeTheRest()
        do {
            _ = try open()
            Issue.record("It was created.")
        } catch { #expect(error as? OutboxError == .diskFull) }
    }

    /// Creates files until the disk has room for a given number of further ones.
    private func takeFiles(butLeave left: Int) throws {
        var taken: [String] = []
        while taken.count < 1000 {
            let path = folder + "/file\(taken.count)"
            let descriptor = unsafe Foundation.open(path, O_WRONLY | O_CREAT, 0o600)
            guard descriptor >= 0 else { break }
            close(descriptor)
            taken.append(path)
        }
        try #require(taken.count < 1000, "The disk must have room for fewer than 1000 files.")
        for path in taken.suffix(left) { try FileManager.default.removeItem(atPath: path) }
    }

    /// Of the four that an outbox needs.
    @Test(arguments: 0..<4)
    func `an outbox that cannot be created on a disk without room for more files throws diskFull`(left: Int) throws {
        try takeFiles(butLeave: left)
        do {
            let outbox = try open()
            Issue.record("It was created.")
            try outbox.close()
        } catch { #expect(error as? OutboxError == .diskFull) }
    }
}
#endif
