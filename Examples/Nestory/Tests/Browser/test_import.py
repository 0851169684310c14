"""Importing CSV files."""

from support import PageTest

GOOD = (
    "name,room,quantity,purchase_price,currency,notes\r\n"
    "Imported lamp,Attic,2,19.90,EUR,\"two lines,\r\nof notes\"\r\n"
    "輸入した時計 ⏰,Attic,1,12000,JPY,\r\n"
)
BAD = (
    "name,quantity,purchase_price,currency\n"
    "Good chair,1,50.00,EUR\n"
    "Bad table,none,12.345,EUR\n"
    ",1,10,EUR\n"
)


class ImportTest(PageTest):
    def start(self, path):
        self.open_dialog(".actions [href='/import']")
        self.find("#file").send_keys(path)
        self.submit()
        self.until(lambda: self.find("#import-report").is_displayed(), "the report comes")

    def close(self):
        self.find("#import-close").click()
        self.until_closed()

    def test_a_good_file_is_imported_once(self):
        path = self.file(GOOD)
        self.start(path)
        self.assertEqual(self.text("#import-result"), "2 items imported")
        self.assertEqual(self.focused(), "import-report")
        self.close()
        self.until_text("#count", "207 items")
        self.search("attic")
        self.until_names(["Imported lamp", "輸入した時計 ⏰"])

        self.start(path)
        self.assertEqual(self.text("#import-result"), "Nothing new in this file")
        self.assertEqual(self.text("#import-detail"), "2 lines were left out, as you have those items already.")
        self.close()
        self.until_names(["Imported lamp", "輸入した時計 ⏰"])

    def test_a_bad_file_changes_nothing_and_every_bad_line_is_named(self):
        self.start(self.file(BAD))
        self.assertEqual(self.text("#import-result"), "Nothing was imported")
        self.assertIn("3 problems were found. Your inventory is unchanged.", self.text("#import-detail"))
        rows = [
            [cell.text for cell in row.find_elements("css selector", "td")] for row in self.all(".problems tbody tr")
        ]
        self.assertEqual([row[:2] for row in rows], [["3", "quantity"], ["3", "purchase_price"], ["4", "name"]])
        self.assertIn("none", rows[0][2])
        self.assertIn("Bad table,none,12.345,EUR", rows[0][2])
        self.assertIn("12.345", rows[1][2])
        self.close()
        self.assertEqual(self.text("#count"), "205 items")

    def test_the_good_lines_of_a_bad_file_can_be_imported(self):
        self.start(self.file(BAD))
        self.find("#import-skip").click()
        self.until_text("#import-result", "1 item imported")
        self.assertIn("2 lines were left out, as they need another look.", self.text("#import-detail"))
        self.assertEqual(len(self.all(".problems tbody tr")), 3)
        self.close()
        self.until_text("#count", "206 items")

    def test_a_file_that_is_no_csv_is_refused_in_words(self):
        self.start(self.file("\x89PNG\r\n\x1a\n not a list", "picture.csv"))
        self.assertEqual(self.text("#import-result"), "Nothing was imported")
        self.assertTrue(self.text(".problems tbody"))
        self.close()
        self.assertEqual(self.text("#count"), "205 items")

    def test_a_file_that_is_too_large_is_not_even_sent(self):
        self.open_dialog(".actions [href='/import']")
        self.find("#file").send_keys(self.file("name\n" + "x" * (10 * 1024 * 1024)))
        self.until_text("#import-error", "larger than 10 MB")
        self.submit()
        self.assertIn("larger than 10 MB", self.text("#import-error"))
        self.assertFalse(self.find(".import-progress").is_displayed())

    def test_an_import_can_be_cancelled_while_it_runs(self):
        self.script(
            "XMLHttpRequest.prototype.send = function () { window.sending = this; };"
            "XMLHttpRequest.prototype.abort = function () { window.aborted = true; this.dispatchEvent(new Event('abort')); };")
        self.open_dialog(".actions [href='/import']")
        self.find("#file").send_keys(self.file(GOOD))
        self.submit()
        self.until(lambda: self.find(".import-progress").is_displayed(), "the progress shows")
        self.find("#import-close").click()
        self.until_closed()
        self.until_text("#announce", "The import was cancelled.")
        self.assertTrue(self.script("return window.aborted === true"))
        self.assertEqual(self.text("#count"), "205 items")

    def test_importing_without_a_file_asks_for_one(self):
        self.open_dialog(".actions [href='/import']")
        self.submit()
        self.until_text("#import-error", "Choose a file first.")
        self.assertEqual(self.focused(), "file")

    def test_before_anything_is_written_the_page_shows_how_the_file_is_read(self):
        self.open_dialog(".actions [href='/import']")
        self.find("#file").send_keys(self.file("name;room;purchase_price;currency\nPreviewed lamp;Attic;1.234,50;EUR\n;;;\n"))
        self.until(lambda: self.find("#import-preview").is_displayed(), "the preview shows")
        words = self.text("#preview-words")
        self.assertIn("Read with: semicolons between the columns, decimal commas.", words)
        self.assertIn("Columns: Name, Room, Price of one, Currency", words)
        self.assertIn("things.csv: 1 new", words)
        self.assertIn("Problems: 1", words)
        cells = [cell.text for cell in self.all("#import-preview tbody td")]
        self.assertEqual(cells, ["Previewed lamp", "Attic", "1234.50", "EUR"])
        self.assertEqual(self.server.request("GET", "/api/items?limit=0")["total"], 205)

    def test_known_items_are_changed_where_that_is_wanted(self):
        first = self.file("name,room\nUpdated lamp,Attic\n")
        self.start(first)
        self.close()
        self.open_dialog(".actions [href='/import']")
        self.find("#import-update").click()
        self.find("#file").send_keys(self.file("name,room,notes\nUpdated lamp,Attic,now with notes\n"))
        self.until_text("#preview-words", "To be changed: 1.")
        self.submit()
        self.until_text("#import-result", "1 item was changed.")
        self.close()
        self.search("now with notes")
        self.until_names(["Updated lamp"])
