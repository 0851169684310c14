import Foundation

/// Stands by while a test has a folder and processes that use it: where the test itself is killed, it ends them and
/// removes the folder.
///
/// It hears of that by its input, which ends with the process that holds the other end.
final class Watcher: Sendable {
    /// Who looks after the test that runs.
    @TaskLocal static var current: Watcher?

    /// Below the folder there may be a disk.
    private static let script = """
        folder=$1
        shift
        while read -r word; do
            [ "$word" != over ] || exit 0
            set -- "$@" "$word"
        done
        [ $# -eq 0 ] || kill -KILL "$@"
        umount -l "$folder"/*
        rm -rf "$folder"
        """
    let input: FileHandle

    /// Begins to stand by.
    init(folder: URL) throws {
        let watcher = Process()
        watcher.executableURL = URL(filePath: "/bin/sh")
        watcher.arguments = ["-c", Self.script, "sh", folder.path]
        watcher.standardOutput = FileHandle.nullDevice
        watcher.standardError = FileHandle.nullDevice
        let pipe = Pipe()
        watcher.standardInput = pipe
        input = pipe.fileHandleForWriting
        try watcher.run()
    }

    /// Looks after a process, too.
    func add(_ process: Int32) throws {
        try input.write(contentsOf: Data("\(process)\n".utf8))
    }

    /// Says that there is nothing to look after any more.
    func stop() throws {
        try input.write(contentsOf: Data("over\n".utf8))
        try input.close()
    }
}
