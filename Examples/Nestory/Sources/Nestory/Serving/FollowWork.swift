import NestoryControllers
import NestoryServices
import ServiceLifecycle

/// Follows the changes of other servers beside the server, until the program is told to stop.
struct FollowWork: BackgroundWork {
    let follower: any InventoryFollower
    let changes: InventoryChanges

    func run() async throws {
        await cancelWhenGracefulShutdown { [follower, changes] in
            await follower.follow { await changes.note() }
        }
    }
}
