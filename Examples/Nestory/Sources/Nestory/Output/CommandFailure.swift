/// Why a command ends without having done its work.
enum CommandFailure: Error {
    /// The work failed: the program ends with 1.
    case failed(String)
    /// What was to be worked on is wrong, and that has been said: the program ends with 65.
    case wrongData
}
