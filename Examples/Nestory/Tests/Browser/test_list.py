"""The list: the sample inventory, search, filters, pages and totals."""

from support import PageTest


class ListTest(PageTest):
    def test_the_page_loads_with_the_sample_inventory(self):
        self.assertEqual(self.browser.title, "Your things · Nestory")
        self.assertEqual(self.text("#count"), "205 items")
        self.assertEqual(len(self.names()), 50)
        self.assertRegex(self.text("#total"), r"^€\d{3},\d{3}\.\d{2}$")

    def test_a_column_orders_the_list_and_the_search_keeps_it(self):
        self.find("#sort-purchase_date").click()
        self.until(lambda: "sort=purchase_date" in self.script("return location.search"), "the address says it")
        self.until(lambda: self.all("[aria-sort=ascending] #sort-purchase_date"), "the column says it")
        oldest = self.names()[0]
        self.find("#sort-purchase_date").click()
        self.until(lambda: self.all("[aria-sort=descending] #sort-purchase_date"), "the other way round")
        self.assertNotEqual(self.names()[0], oldest)
        self.search("lamp")
        self.until(lambda: "query=lamp" in self.script("return location.search"), "it is searched")
        self.assertIn("sort=purchase_date", self.script("return location.search"))

    def test_warranties_that_end_soon_have_a_list(self):
        self.find("#warranties").click()
        self.until(lambda: "warranty_from=" in self.script("return location.search"), "the address says it")
        self.until(lambda: self.text("#count") != "205 items", "the list is shorter")
        self.find("#clear").click()
        self.until_text("#count", "205 items")

    def test_prices_and_days_narrow_the_list_and_its_total(self):
        self.find("#ranges summary").click()
        self.find("#price_from").send_keys("1000")
        self.until(lambda: "price_from=1000" in self.script("return location.search"), "the address says it")
        self.until_text("#count", "match")
        self.until_text("#shown-total", "What these cost:")
        self.assertEqual(self.focused(), "price_from")
        before = self.text("#count")
        self.script(
            "const field = document.getElementById('bought_from'); field.value = '2024-01-01';"
            "field.dispatchEvent(new Event('input', { bubbles: true }))")
        self.until(lambda: self.text("#count") != before, "the list is shorter")
        self.find("#clear").click()
        self.until_text("#count", "205 items")
        self.assertEqual(self.text("#shown-total"), "")
        self.assertEqual(self.find("#price_from").get_attribute("value"), "")

    def test_searching_follows_what_is_typed(self):
        self.search("violin")
        self.until_names(["Violin, ¾"])
        self.assertEqual(self.text("#count"), "1 item matches")
        self.assertIn("query=violin", self.browser.current_url)
        self.assertEqual(self.focused(), "query")

    def test_searching_ignores_accents_and_reads_other_scripts(self):
        self.search("uber dem santis")
        self.until_names(["Painting “Föhn über dem Säntis”"])
        self.search("神奈川")
        self.until_names(["Woodblock print 「神奈川沖浪裏」"])

    def test_a_search_without_result_says_so_and_offers_a_way_back(self):
        self.search("zebra crossing")
        self.until_text("#results", "No item fits “zebra crossing”")
        self.assertEqual(self.text("#count"), "Nothing matches")
        self.find("#results .empty a").click()
        self.until_text("#count", "205 items")
        self.assertEqual(self.find("#query").get_attribute("value"), "")

    def test_filters_narrow_the_list_and_the_back_button_widens_it(self):
        self.script("document.getElementById('charts').open = true")
        self.find("#bar-room-0").click()
        self.until_text("#count", "match")
        room = self.find("#room").get_attribute("value")
        self.assertEqual(self.text("#bar-room-0 .bar-name"), room)
        self.assertTrue(all(room in row.text for row in self.all("#results tbody tr")))
        self.browser.back()
        self.until_text("#count", "205 items")
        self.assertEqual(self.find("#room").get_attribute("value"), "")

    def test_every_bar_of_the_charts_says_in_words_what_it_shows(self):
        for bar in self.all(".charts .bars > li"):
            words = self.script("return arguments[0].textContent.replace(/\\s+/g, ' ').trim()", bar)
            self.assertRegex(words, r"^.+ €[\d,]+\.\d\d \d+ items? · (\d+%|below 1%)$")

    def test_pages_lead_through_all_items(self):
        seen = set(self.names())
        while self.all(".pager [rel=next]"):
            before = self.text(".pager p")
            self.find(".pager [rel=next]").click()
            self.until(lambda: self.text(".pager p") != before, "the next page comes")
            seen |= set(self.names())
        self.assertEqual(self.text(".pager p"), "201–205 of 205")
        self.assertEqual(len(seen), 205)

    def test_totals_can_be_shown_in_another_currency(self):
        self.script(
            "const select = document.getElementById('currency'); select.value = 'JPY';"
            "select.dispatchEvent(new Event('change', { bubbles: true }))")
        self.until(lambda: self.text("#total").startswith("¥"), "the total is in yen")
        self.assertRegex(self.text("#total"), r"^¥\d{2},\d{3},\d{3}$")
        self.search("violin")
        self.until_names(["Violin, ¾"])
        self.assertTrue(self.text("#total").startswith("¥"))

    def test_a_server_that_is_gone_is_told_and_the_list_stays(self):
        names = self.names()
        self.server.stop()
        self.search("violin")
        self.until_text("#connection", "Nestory does not answer")
        self.assertEqual(self.names(), names)
        self.server.start()
        # It asks again by itself before long; people who do not want to wait have a button.
        self.script("document.querySelector('#connection button')?.click()")
        self.until_names(["Violin, ¾"])
        self.until(lambda: self.text("#connection") == "", "nothing is said any more")


class EmptyTest(PageTest):
    sample = False

    def test_an_empty_inventory_says_what_to_do(self):
        self.assertIn("An empty nest", self.text("#results"))
        self.open_dialog("#results .empty a")
        self.fill(name="First thing")
        self.submit()
        self.until_names(["First thing"])
        self.assertEqual(self.text("#count"), "1 item")
