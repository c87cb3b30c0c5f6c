/* report.mjs DIR BIG LONG NOW - report.html of DIR in a real browser; BIG has one pair with
 * a series of a million values, LONG one of runs with as many bins (zoom.mjs), NOW a history of
 * which one score has a step (views.mjs) */
import { statSync } from "node:fs";
import { becomes, close, done, is, launch, ok, open } from "./harness.mjs";
import * as look from "./look.mjs";
import { axes } from "./axes.mjs";
import { views } from "./views.mjs";
import { charts } from "./charts.mjs";
import { zoom } from "./zoom.mjs";

const file = process.argv[2] + "/report.html", big = process.argv[3] + "/report.html";
const browser = await launch();

async function quiet(page, what) {
  is(page.said, [], `${what}: nothing on the console`);
  is(page.asked.filter(u => !u.startsWith(page.address) && !u.startsWith("data:")), [],
     `${what}: nothing is asked for`);
}

/* --- pages */
let page = await open(browser, file);
const pairN = await page.locator("section.pair").count();
ok(pairN > 0, "there are pairs");
await becomes(page, look.shownViews, ["all"], "the overview is shown first");
const second = (await page.getAttribute("#ranked tbody tr:nth-child(2) a", "href")).slice(1);
await page.click("#ranked tbody tr:nth-child(2) a");
await becomes(page, look.shownViews, [second], "a link opens a pair");
await page.goBack();
await becomes(page, look.shownViews, ["all"], "and back");
await page.click("#configurations tbody th[scope=row] a >> nth=0");
await becomes(page, look.showsPair, true, "so does a configuration");
await page.click(".current nav.steps a >> nth=0");
await becomes(page, look.shownViews, ["all"], "a pair leads to the overview");
await page.click("nav.contents a[href='#words']");
await becomes(page, look.shownViews, ["all"], "the glossary keeps what is shown");
await page.goto(page.address + "#nowhere");
await becomes(page, look.shownViews, ["all"], "an address that names nothing shows the overview");

/* --- sorting */
await page.goto(page.address + "#all");
const column = i => page.evaluate(look.column, i);
const heads = await page.locator("#ranked thead th").allTextContents();
const score = heads.indexOf("Score"), other = heads.indexOf("Second run");
const before = await column(score);
await page.click(`#ranked thead th:nth-child(${score + 1}) button`);
let got = (await column(score)).map(parseFloat);
is(got, [...got].sort((a, b) => b - a), "a click sorts numbers, largest first");
ok(JSON.stringify(got) !== JSON.stringify(before.map(parseFloat)), "which they were not before");
await page.focus(`#ranked thead th:nth-child(${score + 1}) button`);
await page.keyboard.press("Enter");
got = (await column(score)).map(parseFloat);
is(got, [...got].sort((a, b) => a - b), "Enter turns it round");
is(await page.getAttribute(`#ranked thead th:nth-child(${score + 1})`, "aria-sort"), "ascending",
   "and says so");
await page.click(`#ranked thead th:nth-child(${other + 1}) button`);
const names = await column(other);
is(names, [...names].sort((a, b) => a.localeCompare(b, undefined, { numeric: true })), "names from A");
is(await page.locator("#ranked thead th[aria-sort]").count(), 1, "one column is the sorted one");

/* --- filters */
const rows = () => page.locator("#ranked tbody tr:visible").count();
const name = names[0].replace(/ real$/, "");
await page.fill("#find", name.toUpperCase());
const hits = names.filter(n => n.includes(name)).length;
ok(await rows() >= hits && await rows() < pairN, "a part of a name finds its rows");
is(await page.textContent("#shown"), `${await rows()} of ${pairN} pairs shown`, "which are counted");
await page.fill("#find", "no run has this name");
is(await rows(), 0, "none, if there is none");
await page.fill("#find", "");
is(await rows(), pairN, "all without a filter");
const real = await page.locator("#of-real option").nth(1).textContent();
await page.selectOption("#of-real", real);
is(await page.locator(`#ranked tbody tr:visible:not([data-real="${real}"])`).count(), 0, "one real run");
ok(await rows() > 0, "has its rows");
await page.selectOption("#of-real", "");
const verdict = await page.getAttribute("#ranked tbody tr", "data-verdict");
await page.selectOption("#of-verdict", verdict);
is(await page.locator(`#ranked tbody tr:visible:not([data-verdict="${verdict}"])`).count(), 0,
   "one verdict");
await page.selectOption("#of-verdict", "");
await page.check("#no-real");
is(await page.locator("#ranked tbody tr[data-two-real]:visible").count(), 0, "without repeats");
await page.uncheck("#no-real");

/* --- keyboard */
await page.goto(page.address);
await page.keyboard.press("Tab");
is(await page.evaluate(() => document.activeElement.className), "skip", "Tab begins at the skip link");
await page.keyboard.press("Enter");
for (let i = 0; i < 60; i++) {
  await page.keyboard.press("Tab");
  if (await page.evaluate(() => !!document.activeElement.closest("#configurations tbody a")))
    break;
}
ok(await page.evaluate(() => !!document.activeElement.closest("#configurations tbody a")),
   "Tab reaches the configurations");
is(await page.evaluate(look.focusShows), true, "what has the focus shows it");
await page.keyboard.press("Enter");
await becomes(page, look.showsPair, true, "Enter opens one");
await quiet(page, "clicking about");
await close(page);

/* --- every section: pictures, widths, contrast */
for (const [what, options] of [["light", { colorScheme: "light" }], ["dark", { colorScheme: "dark" }]]) {
  page = await open(browser, file, "", options);
  const paper = await page.evaluate(look.lightness);
  ok(what === "dark" ? paper < 0.05 : paper > 0.9, `${what}: the paper is`, paper);
  is(await page.evaluate(look.paleText), [], `${what}: text stands out from its ground`);
  for (let i = 1; i <= Math.min(pairN, 4); i++) {
    await page.goto(`${page.address}#pair-${i}`);
    is(await page.evaluate(look.paleText), [], `${what}: pair ${i}: text stands out`);
  }
  await quiet(page, what);
  await close(page);
}
for (const width of [360, 800]) {
  page = await open(browser, file, "", { viewport: { width, height: 800 } });
  ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
     `${width} px: the overview is not wider than the window`);
  await page.goto(page.address + "#pair-1");
  ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
     `${width} px: nor is a pair`);
  await close(page);
}

page = await open(browser, file, "", { viewport: { width: 1440, height: 900 } });
ok(await page.evaluate(() => document.querySelector(".legend").getBoundingClientRect().bottom <= innerHeight),
   "1440 px: all configurations and what the signs mean are on the first screen");
await close(page);

for (const width of [1200, 1280]) {
  page = await open(browser, file, "", { viewport: { width, height: 800 } });
  is(await page.evaluate(look.scrolled), [], `${width} px: nothing of the overview is to be scrolled`);
  await close(page);
}

/* --- plots one can zoom */
page = await open(browser, file, "#pair-1");
await page.waitForSelector(".current figure.series canvas");
const plots = await page.evaluate(look.plotRanges);
ok(plots.length >= 4, "series are drawn as plots", plots.length);
is(await page.evaluate(look.blankPlots), [], "each with pixels");
is(await page.evaluate(look.tinted), [true, true], "tinted where the real run has more, and where the second has");
ok(await page.evaluate(() => {
  const bar = document.querySelector(".current .zoom"), last = [...document.querySelectorAll(".current figure.series")].pop();
  window.scrollTo(0, last.getBoundingClientRect().bottom + scrollY + 200);
  return bar.getBoundingClientRect().bottom <= 0;
}), "the buttons go with the last of the plots");
await page.evaluate(() => document.querySelector(".current figure.series").scrollIntoView({ block: "center" }));
const same = ranges => ranges.every(r => JSON.stringify(r) === JSON.stringify(ranges[0]));
ok(same(plots), "all show the same time");
await page.click(".current .zoom button:has-text('Zoom in')");
let zoomed = await page.evaluate(look.plotRanges);
ok(same(zoomed) && zoomed[0][1] - zoomed[0][0] < 0.6 * (plots[0][1] - plots[0][0]), "Zoom in zooms all");
await page.click(".current .zoom button:has-text('Later')");
ok((await page.evaluate(look.plotRanges))[0][0] > zoomed[0][0], "Later goes on");
await page.focus(".current .zoom button:has-text('Job')");
await page.keyboard.press("Enter");
is(await page.evaluate(look.plotRanges), plots, "Job, by keyboard, shows the job again");
await page.click(".current .zoom button:has-text('All')");
const wide = await page.evaluate(look.plotRanges);
ok(same(wide) && wide[0][0] < plots[0][0], "All shows the start-up, too", wide[0]);
await page.click(".current .zoom button:has-text('Job')");
const box = await page.locator(".current figure.series .u-over").first().boundingBox();
await page.mouse.move(box.x + box.width * 0.3, box.y + box.height / 2);
await page.mouse.down();
await page.mouse.move(box.x + box.width * 0.5, box.y + box.height / 2, { steps: 5 });
await page.mouse.up();
zoomed = await page.evaluate(look.plotRanges);
ok(same(zoomed) && zoomed[0][1] - zoomed[0][0] < 0.4 * (plots[0][1] - plots[0][0]),
   "dragging across one zooms all");
await page.mouse.move(box.x + box.width * 0.7, box.y + box.height / 2);
const seen = await page.evaluate(look.cursors);
ok(seen.length > 3 && seen.every(t => Math.abs(parseFloat(t) - parseFloat(seen[0])) <= 1),
   "the cursor is in all at one time, but for bins of a second", seen);
await page.goto(page.address + "#all");
await page.goto(page.address + "#pair-2");
await page.waitForSelector(".current figure.series canvas");
is(await page.evaluate(look.blankPlots), [], "another pair is drawn, too");
await quiet(page, "zooming");
await close(page);

/* --- paper */
page = await open(browser, file, "#pair-1", { colorScheme: "dark" });
await page.evaluate(() => document.querySelectorAll("details").forEach(d => { d.open = true; }));
await page.emulateMedia({ media: "print", colorScheme: "dark" });
is(await page.locator("nav:visible, .filters:visible").count(), 0, "paper has no buttons");
ok(await page.evaluate(look.lightness) > 0.9, "and is white");
is(await page.locator(".uplot:visible").count(), 0, "plots to zoom are not printed");
ok(await page.locator("#pair-1 figure svg.fid-plot:visible").count() > 4, "pictures are");
for (const [view, table] of [["all", ".current #ranked"], ["pair-1", ".current .breakdown"]]) {
  await page.goto(page.address + "#" + view);
  await page.locator(table).waitFor({ state: "visible" });
  is(await page.evaluate(look.headsAstray, table), [], `${table}: heads stand over their columns`);
}
await page.emulateMedia({ media: null });
const pdf = await page.pdf({ preferCSSPageSize: true, printBackground: true });
ok((pdf.toString("latin1").match(/\/Type\s*\/Page\b/g) || []).length >= 2, "a pair prints on pages");
is(await page.evaluate(() => [...document.querySelectorAll(".current details")].every(d => d.open)), true,
   "with what was folded open");
await close(page);

/* --- without JavaScript */
page = await open(browser, file, "", { javaScriptEnabled: false });
is(await page.locator("section.pair:visible").count(), pairN, "without JavaScript every pair is there");
is(await page.locator("#ranked tbody tr:visible").count(), pairN, "and the ranking");
is(await page.locator(".filters:visible, .zoom:visible").count(), 0, "and nothing that does nothing");
ok(await page.locator("#pair-1 figure svg.fid-plot:visible").count() > 4, "and pictures");
for (let i = 1; i <= Math.min(pairN, 4); i++)
  is(await page.evaluate(look.clashes, `pair-${i}`), [], `pair ${i}: no label lies on another or is cut`);
await quiet(page, "without JavaScript");
await close(page);

/* --- a million values */
ok(statSync(big).size < 20e6, "a series of a million values: the file is below 20 MB", statSync(big).size);
page = await open(browser, big, "#pair-1");
await page.waitForSelector(".current figure.series canvas");
is(await page.evaluate(look.blankPlots), [], "it is drawn");
ok((await page.textContent(".current figure.series figcaption")).includes("thinned from 1000000"),
   "what was thinned is said");
ok((await page.evaluate(() => JSON.parse(document.querySelector(".current figure.series script").textContent)))
  .every(side => side.y.length <= 4000 && Math.max(...side.high) === 30000), "the one high value is kept");
await quiet(page, "a million values");
await close(page);

await axes(browser, file);
await views(browser, file, process.argv[5]);
await charts(browser, file);
await zoom(browser, process.argv[4] + "/report.html");

await browser.close();
process.exit(done());
