import Inventory
public import Observation
import Service
public import ServicePresentation

import struct Foundation.UUID

/// Imports CSV files for one page, one at a time, and tells how far it is.
@Observable @MainActor public final class ImportController {
    private var job: UUID?
    private var runs = 0
    private var progress: ImportProgress?
    @ObservationIgnored private var file: ImportFile?

    /// A file, and which of the page's imports it is for: the same file may be imported again.
    private typealias Run = (file: ImportFile, number: Int)

    @ObservationIgnored private let work: ServiceAction<Run, ImportReport>
    @ObservationIgnored private let meter: ImportMeter

    /// Starts without an import.
    ///
    /// - Parameter presenter: Finds the words for failures.
    public init(presenter: ErrorPresenter) {
        let imports = Service((any ImportService).self)
        let meter = ImportMeter()
        self.meter = meter
        work = ServiceAction(overlap: .dropWhileRunning, presenter: presenter) { file, number in
            try await imports.resolve().importCSV(
                from: BytesInMemory(file.bytes),
                options: ImportOptions(skipInvalid: file.skipInvalid, update: file.update)
            ) { progress in
                meter.tell(progress, ofRun: number)
            }
        }
        meter.listen { [weak self] progress, run in
            // One that was cancelled still tells of the piece that it was at.
            guard let self, run == self.runs, self.isImporting else { return }
            if progress.bytes > (self.progress?.bytes ?? 0) { self.progress = progress }
        }
    }

    /// Whether an import runs.
    public var isImporting: Bool { work.isRunning }

    /// What the page shows now.
    public var snapshot: ImportSnapshot {
        let report: ImportReport? = if case .loaded(let report) = work.phase { report } else { nil }
        return ImportSnapshot(
            job: job, runs: runs, progress: isImporting ? progress : nil, report: report, error: work.error,
            canRetry: work.canRetry)
    }

    /// Imports a file, unless an import runs.
    public func start(_ file: ImportFile) {
        guard !isImporting else { return }
        work.reset()
        job = file.job
        runs += 1
        self.file = file
        progress = ImportProgress(rows: 0, bytes: 0, totalBytes: file.bytes.count)
        work.start((file, runs))
    }

    /// Imports the same file again, after a failure.
    public func retry() {
        guard work.canRetry, let file else { return }
        start(file)
    }

    /// Stops the import: nothing of it is kept, unless it was done already.
    public func cancel() {
        work.cancel()
    }

    /// Forgets the import and its file.
    public func dismiss() {
        guard !isImporting else { return }
        work.reset()
        (job, file) = (nil, nil)
    }
}
