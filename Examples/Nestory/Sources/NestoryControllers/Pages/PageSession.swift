public import Inventory
public import Observation
import ServicePresentation

/// The controllers behind one open page.
///
/// A ``PageSessions`` makes it when the page connects, and lets go of it when the page has gone.
@Observable @MainActor public final class PageSession {
    /// Which page it is.
    nonisolated public let id: PageID
    /// The language of the page.
    nonisolated public let language: Language
    /// The list and the totals.
    public let inventory: InventoryController
    /// The form.
    public let editor: EditorController
    /// Deleting.
    public let deletion: DeletionController
    /// Taking back.
    public let undo: UndoController
    /// Importing.
    public let importing: ImportController
    /// What does not work just now.
    public let status: StatusController

    /// The stream that the page listens to; the newest one, where it has connected again.
    private(set) var stream = 0
    private(set) var pulse = 0

    /// Makes the controllers, which use the services of the current environment.
    ///
    /// - Parameters:
    ///   - id: Which page it is.
    ///   - language: The language of the page.
    ///   - timing: Measures the pauses of its controllers.
    public init(id: PageID, language: Language, timing: PageTiming) {
        self.id = id
        self.language = language
        let presenter = ErrorPresenter.nestory(in: language)
        inventory = InventoryController(presenter: presenter, timing: timing)
        editor = EditorController(presenter: presenter, language: language)
        deletion = DeletionController(presenter: presenter)
        undo = UndoController(presenter: presenter)
        importing = ImportController(presenter: presenter)
        status = StatusController()
    }

    /// Whether something is under way that must not end because the page is out of reach for a while.
    public var isBusy: Bool { editor.isSaving || deletion.isDeleting || importing.isImporting }

    /// Everything that the page shows now.
    public var snapshot: PageSnapshot {
        PageSnapshot(
            inventory: inventory.snapshot, editor: editor.snapshot, deletion: deletion.snapshot,
            undo: undo.snapshot, importing: importing.snapshot, status: status.snapshot, pulse: pulse)
    }

    /// Does what the page asks for. What comes of it is in the next snapshots.
    public func perform(_ command: PageCommand) {
        Language.$current.withValue(language) {
            switch command {
            case .show(let request): inventory.show(request)
            case .retrySearch: inventory.retry()
            case .cancelSearch: inventory.cancel()
            case .edit(let id, let revision): editor.open(id, revision: revision)
            case .save(let submission): editor.save(submission)
            case .cancelSave: editor.cancel()
            case .delete(let id, let revision): deletion.delete(id, revision: revision)
            case .cancelDelete: deletion.cancel()
            case .undo(let step): undo.undo(step)
            case .retryImport: importing.retry()
            case .cancelImport: importing.cancel()
            case .dismissImport: importing.dismiss()
            }
        }
    }

    /// Imports a file that the page has sent.
    public func importCSV(_ file: ImportFile) {
        Language.$current.withValue(language) { importing.start(file) }
    }

    /// Looks at the inventory again, as somebody has changed it.
    func reload() {
        Language.$current.withValue(language) {
            inventory.reload()
            editor.look()
        }
    }

    /// Ends the stream of before and begins another one, whose number it returns.
    func beginStream() -> Int {
        stream += 1
        return stream
    }

    /// Ends the stream that there is.
    func endStream() {
        stream += 1
    }

    /// Lets a page that hears nothing else know that it is still connected.
    func beat() {
        pulse += 1
    }

    /// Returns what the page shows, now and after each change, until its stream ends; then nil.
    ///
    /// Changes that come faster than they are taken are left out, the newest one never.
    func snapshots(of stream: Int) -> Observations<PageSnapshot?, Never> {
        // `Observations.untilFinished` would say this better; it stops the compiler of Swift 6.3 on Linux.
        Observations { [weak self] in
            guard let self, self.stream == stream else { return nil }
            return snapshot
        }
    }
}
