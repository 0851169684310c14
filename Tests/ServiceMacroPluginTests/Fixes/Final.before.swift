import Service
import ServiceMacros

@Injectable
class Uploader {
    init() {}
}
