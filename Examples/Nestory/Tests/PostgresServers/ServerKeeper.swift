#if PostgreSQL
import Foundation

/// Ends the servers of a test process that was itself killed, and removes their folders.
///
/// It is a shell whose input ends with the test process, however that ends.
final class ServerKeeper: Sendable {
    static let shared = try? ServerKeeper()

    private static let script = """
        while read -r folder; do set -- "$@" "$folder"; done
        for folder; do
            for file in "$folder"/*/postmaster.pid; do
                [ ! -f "$file" ] || kill -QUIT "$(head -n 1 "$file")"
            done
        done
        sleep 1
        for folder; do rm -rf "$folder"; done
        """

    private let input: FileHandle

    private init() throws {
        let keeper = Process()
        keeper.executableURL = URL(filePath: "/bin/sh")
        keeper.arguments = ["-c", Self.script]
        keeper.standardOutput = FileHandle.nullDevice
        keeper.standardError = FileHandle.nullDevice
        let pipe = Pipe()
        keeper.standardInput = pipe
        input = pipe.fileHandleForWriting
        try keeper.run()
    }

    /// Looks after the servers below a folder.
    func keep(_ folder: URL) throws { try input.write(contentsOf: Data("\(folder.path)\n".utf8)) }
}
#endif
