#if Outbox
import Foundation
import Testing

@testable import ServiceOutbox

/// The reserve while somebody else, in this process or another, takes it or has released it.
struct DiskReserveTests {
    let folder: Folder
    let reserve: DiskReserve

    init() throws {
        folder = try Folder()
        reserve = DiskReserve(path: folder.file + "-reserve")
    }

    private var size: Int? {
        get throws { try FileManager.default.attributesOfItem(atPath: reserve.path)[.size] as? Int }
    }

    @Test(arguments: [1, 20]) func `changes that are kept while another one takes the space wait for it`(
        count: Int
    ) async throws {
        var other = try FileLock(reserve.path)
        try #require(other != nil)
        let arrived = Gate()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<count {
                group.addTask {
                    async let taken: Void = reserve.take()
                    await arrived.pass()
                    try await taken
                }
            }
            // More tasks than there are threads: one that waits must not block its thread.
            await arrived.waitForArrivals(count)
            withExtendedLifetime(other) { other = nil }
            arrived.open()
            try await group.waitForAll()
        }
        #expect(try size == Int(DiskReserve.size))
    }

    @Test func `many that need the space back at once get it one after the other`() async throws {
        try await reserve.take()
        let inside = Gate()
        inside.open()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<20 {
                group.addTask {
                    try await reserve.releasing { () throws(OutboxError) in
                        await inside.pass()
                        await Task.yield()
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(inside.arrivals == 20)
        #expect(try size == 0)
        try await reserve.take()
        #expect(try size == Int(DiskReserve.size))
    }

    @Test func `the first changes of an outbox are kept when they come together`() async throws {
        for round in 0..<20 {
            let outbox = try Outbox<Change>(path: folder.file + "\(round)") { _ in }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for index in 0..<8 {
                    group.addTask { _ = try await outbox.accept(Change("\(index)"), on: "s\(index % 3)") }
                }
                try await group.waitForAll()
            }
            #expect(try await outbox.entries().count == 8)
            try outbox.close()
        }
    }
}
#endif
