extension APITexts {
    static let english = APITexts(
        kept:
            "Saved on this device, not yet in the inventory. It will be sent as soon as the inventory is available.",
        notFound: "There is nothing here. It may have been deleted, or the address is wrong.",
        noDecision: "This change needs no decision: it is sent as soon as it can be.",
        brokenBody: "The request broke off. Send it again.",
        tooLarge: "This is larger than 10 MiB. Send it in parts, or import it on the command line.",
        tooSlow: "Nothing more of the request arrived for half a minute, so nothing was changed. Send it again.",
        tooManyBodies:
            "So much is being sent at the same time that there is no room for more. Try again in a few seconds.",
        crossOrigin: "Changes are only accepted from Nestory's own pages.",
        wrongHost: "This server answers only under its own name, such as localhost or 127.0.0.1.",
        loginRequired: "Log in first, or send the password with the header Authorization: Bearer.",
        wrongPassword: "That is not the password.",
        tooManyPasswords: "There were too many wrong passwords. Wait a moment, then try again.",
        internalError: "Something went wrong here. Nothing was changed; try again.",
        pageGone: "This page was away for long. It connects again by itself.",
        tooManyPages:
            "So many pages are open that there is no room for another one. Close one, and load this one again.",
        unknownCommand: "The page asks for something that this version of Nestory does not do. Load the page again.",
        invalidItem: "The item was not saved. Correct the fields that are named, and send it again.",
        sumTooLarge: "The total has more digits than this program can count. Check the prices.",
        serviceUnavailable: "This does not work right now. The rest does; try again in a few seconds.",
        badRequest: "The request could not be understood.",
        noRate: { "There is no exchange rate for \($0). Choose another currency." })
}
