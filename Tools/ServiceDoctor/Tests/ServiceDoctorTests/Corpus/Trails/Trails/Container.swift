import FactoryKit

extension Container {
    var trailService: Factory<any TrailService> { self { LiveTrailService(api: self.api()) } }
    var api: Factory<APIClient> { self { HTTPAPIClient() }.singleton }
    var location: Factory<LocationService> { self { GPSLocationService(tracker: self.tracker()) } } // finds: di_cycle
    var tracker: Factory<Tracker> { self { Tracker(location: self.location()) }.singleton }
    var journal: Factory<TrailJournal> { self { TrailJournal(makeTracker: { self.tracker() }) }.cached }
    var uploader: Factory<Uploader> { self { Uploader(journal: self.journal()) }.singleton } // finds: di_captive
}
