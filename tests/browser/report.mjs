// SPDX-License-Identifier: GPL-3.0-or-later
/* report.mjs DIR BIG NOW CUT - report.html of DIR in a real browser; BIG has one pair with a series of
 * a million values, NOW a history of which one similarity has a step, CUT no rows of the ranking
 * and a bound between the storages, and a page many.html with six workloads */
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { becomes, close, done, faults, is, launch, ok, open } from "./harness.mjs";
import * as look from "./look.mjs";

const file = process.argv[2] + "/report.html", big = process.argv[3] + "/report.html", now = process.argv[4],
  cut = process.argv[5] + "/report.html";
const browser = await launch();

async function quiet(page, what) {
  is(page.said, [], `${what}: nothing on the console`);
  is(page.asked.filter(u => !u.startsWith(page.address) && !u.startsWith("data:")), [],
     `${what}: nothing is asked for`);
}

/* --- the first screen */
let page = await open(browser, file, "", { viewport: { width: 1440, height: 900 } });
await becomes(page, look.shownView, "all", "all pairs are shown first");
is(await page.locator("svg.curve").count(), 3, "a picture of each workload");
is(await page.evaluate(look.clashes), [], "no label lies on another or is cut");
const bottoms = await page.evaluate(() => [...document.querySelectorAll(".workload")].map(w => w.getBoundingClientRect().bottom));
ok(bottoms.every(b => b <= 900), "1440 px: all configurations are on the first screen", bottoms.join(" "));
const said = await page.locator(".configurations li").allTextContents();
ok(said.length === 6 && said.every(t => /the benchmark's answer is [0-9]+\u00a0% off/.test(t) && /Valid for/.test(t) && /Change first|No single change makes the error smaller/.test(t) && !/similarity/i.test(t)),
   "each says its answer, what it is valid for and what to change first", said[0]);
is((await page.locator("h1 small").textContent()).replace(/\u00a0/g, " "), " limit 10 %: the grey band around the real job", "how far it may be off stands at the top");
is(await page.locator("svg.curve path.limit").count(), 3, "and as a band in each picture");
const strips = await page.locator(".configurations .differs").allTextContents();
ok(strips.length === 6 && strips.every(t => /^ Differs most: .+ \(0\.[0-9]{2}\)$/.test(t)), "each says which resource differs most", strips.join("\n"));
is(await page.evaluate(look.stripFaults), [], "with a box for each resource, the lowest similarity first");
is(await page.locator(".configurations .capacity .sign").count(), await page.locator(".configurations .capacity").count(), "the accelerators that a storage feeds have their own sign");
is(await page.locator("svg.curve .busy").count(), 3, "what an accelerator needs is marked, where it is on the axis");
ok(!/[0-9]e[+-]?[0-9]/.test(await page.evaluate(() => document.querySelector("#all").innerText)), "no number has an exponent");
ok(await page.evaluate(() => [...document.querySelectorAll(".said")].every(d => d.querySelectorAll("b").length === 1 && d.querySelector("b").textContent.endsWith("% off"))),
   "how far each is off stands out");
const offs = (await page.locator(".said b").allTextContents()).map(s => s.replace("\u00a0% off", " %"));
is([...readFileSync(file, "utf8").matchAll(/<td>([0-9.]+ %) \([^)]*\)<\/td>/g)].map(m => m[1]), offs, "and is the number that the page without JavaScript has");
const screen = (await page.evaluate(look.firstScreen)).replace(/\u00a0/g, " ");
const questions = readFileSync(process.env.srcdir + "/doc/report.md", "utf8").split("| question | answer |")[1].split("\n\n")[0].split("\n").slice(2);
const facts = questions.join("\n").replace(/limit 10 %/g, "").match(/[0-9.]+ (%( off)?|MB\/s)|[A-Z0-9]+_dlio\w*|too (fast|slow)|`[^`]+`/g);
is(questions.length, 5, "five questions are asked of the first screen");
is(facts.filter(f => !screen.includes(f.replace(/`/g, ""))), [], "which has each fact of their answers");
ok(!/\u2192 [0-9.]+ % off/.test(screen), "no second number for what an answer is now", screen);
await page.locator(".answer summary").first().click();
is(await page.locator(".answer table:visible tbody tr").count(), 7, "the picture has its numbers as a table");

/* --- views */
await page.click(".configurations a >> nth=0");
await becomes(page, look.showsPair, true, "a configuration opens its pair");
is(await page.locator(".banner").count(), 1, "which has one banner");
ok(await page.evaluate(() => document.querySelector(".banner").getBoundingClientRect().height < 200), "of a few lines");
ok(/^Similarity [0-9.]+ \([0-9.]+ to [0-9.]+\) of [0-9]+ clauses\.$/.test(await page.locator(".banner .similar").textContent()), "with the similarity");
is(await page.evaluate(() => [...document.querySelectorAll("h2")].map(h => h.id).slice(0, 2)), ["breakdown", "change"], "the breakdown comes first, then what to change");
is(await page.locator("figure.series .u-legend").evaluateAll(all => all.filter(l => getComputedStyle(l).visibility !== "hidden").length), 0, "legends without a pointer are hidden");
await page.goBack();
await becomes(page, look.shownView, "all", "and back");
await page.click("#ranked tbody tr:nth-child(2) a");
await becomes(page, look.showsPair, true, "so does a row of the ranking");
await page.click("nav.steps a >> nth=0");
await becomes(page, look.shownView, "all", "a pair leads to the overview");
await page.goto(page.address + "#nowhere");
await becomes(page, look.shownView, "all", "an address that names nothing shows the overview");

/* --- sorting and filters */
const column = i => page.evaluate(look.column, i);
const heads = await page.locator("#ranked thead th").allTextContents();
const score = heads.indexOf("similarity"), other = heads.indexOf("emulation"), pairN = 18;
ok(!/second run|\bbenchmark\b(?!\u2019s)/.test(await page.evaluate(() => document.querySelector("#all").innerText).then(t => t.replace(/the benchmark's|of the benchmark|the benchmark /g, ""))), "the second side has one name");
await page.click(`#ranked thead th:nth-child(${score + 1}) button`);
let got = (await column(score)).map(parseFloat);
is(got, [...got].sort((a, b) => b - a), "a click sorts numbers, largest first");
await page.focus(`#ranked thead th:nth-child(${score + 1}) button`);
await page.keyboard.press("Enter");
got = (await column(score)).map(parseFloat);
is(got, [...got].sort((a, b) => a - b), "Enter turns it round");
is(await page.getAttribute(`#ranked thead th:nth-child(${score + 1})`, "aria-sort"), "ascending", "and says so");
await page.click(`#ranked thead th:nth-child(${other + 1}) button`);
const names = await column(other);
is(names, [...names].sort((a, b) => a.localeCompare(b, undefined, { numeric: true })), "names from A");
const rows = () => page.locator("#ranked tbody tr:visible").count();
await page.fill("#find", "unet3d_DLIO");
is(await rows(), 4, "a part of a name finds its rows");
is(await page.textContent("#shown"), `4 of ${pairN} pairs shown`, "which are counted");
await page.fill("#find", "no run has this name");
is(await rows(), 0, "none, if there is none");
await page.fill("#find", "");
await page.selectOption("#of-real", "BERT_real_r2");
is(await rows(), 3, "one real run");
await page.selectOption("#of-real", "");
await page.selectOption("#of-verdict", "not valid");
is(await page.locator('#ranked tbody tr:visible:not([data-verdict="not valid"])').count(), 0, "one verdict");
ok(await rows() > 0 && await rows() < pairN, "which some have, not all");
await page.selectOption("#of-verdict", "");
is(await page.locator("#ranked tbody tr[data-two-real] .verdict").count(), 0, "two real runs have no verdict");
await page.check("#no-real");
is(await rows(), 12, "without repeats");

/* --- keyboard */
await page.goto(page.address);
await page.reload();
await page.keyboard.press("Tab");
is(await page.evaluate(() => document.activeElement.className), "skip", "Tab begins at the skip link");
await page.keyboard.press("Enter");
for (let i = 0; i < 30; i++) {
  await page.keyboard.press("Tab");
  if (await page.evaluate(() => !!document.activeElement.closest(".configurations a")))
    break;
}
is(await page.evaluate(look.focusShows), true, "Tab reaches the configurations, and shows it");
await page.keyboard.press("Enter");
await becomes(page, look.showsPair, true, "Enter opens one");
await quiet(page, "clicking about");
await close(page);

/* --- contrast, widths */
for (const what of ["light", "dark"]) {
  page = await open(browser, file, "", { colorScheme: what });
  const paper = await page.evaluate(look.lightness);
  ok(what === "dark" ? paper < 0.05 : paper > 0.9, `${what}: the paper is`, paper);
  is(await page.evaluate(look.paleText), [], `${what}: text stands out from its ground`);
  await page.goto(`${page.address}#pair-14`);
  await page.waitForSelector("figure.series canvas");
  is(await page.evaluate(look.paleText), [], `${what}: that of a pair, too`);
  is(await faults(page), [], `${what}: axe finds no serious fault in a pair`);
  await page.goto(`${page.address}#all`);
  await becomes(page, look.shownView, "all", `${what}: back to the overview`);
  is(await faults(page), [], `${what}: nor in the overview`);
  await page.evaluate(() => { document.getElementById("find").closest("label").replaceWith(document.getElementById("find")); document.getElementById("find").removeAttribute("placeholder"); });
  is((await faults(page)).map(f => f.split(":")[0]), ["label"], `${what}: a field without a label is one`);
  await quiet(page, what);
  await close(page);
}
for (const width of [360, 800, 1280]) {
  page = await open(browser, file, "", { viewport: { width, height: 800 } });
  ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
     `${width} px: the overview is not wider than the window`);
  if (width > 400)
    is(await page.evaluate(look.scrolled), [], `${width} px: nothing of it is to be scrolled`);
  await page.goto(page.address + "#pair-14");
  await page.waitForSelector("figure.series canvas");
  ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${width} px: nor is a pair`);
  await close(page);
}

/* --- plots one can zoom */
page = await open(browser, file, "#pair-14");
await page.waitForSelector("figure.series canvas");
is(await page.evaluate(() => [...document.querySelectorAll(".answer tbody td")].map(d => d.textContent).filter((s, i) => i % 5 === 3 && !/^\(?[-+]?[0-9]+\*?\)?$/.test(s))), [],
   "errors are whole per cents, in brackets where they do not count");
const ranges = () => page.evaluate(look.plotRanges), same = r => r.every(x => JSON.stringify(x) === JSON.stringify(r[0]));
const job = await ranges();
ok(job.length >= 6 && same(job), "both runs are drawn over the same time", JSON.stringify(job));
is(await page.evaluate(look.blankPlots), [], "each with pixels");
await page.click(".zoom button:has-text('Zoom in')");
let zoomed = await ranges();
ok(same(zoomed) && zoomed[0][1] - zoomed[0][0] < 0.6 * (job[0][1] - job[0][0]), "Zoom in zooms all");
await page.click(".zoom button:has-text('Later')");
ok((await ranges())[0][0] > zoomed[0][0], "Later goes on");
await page.focus(".zoom button:has-text('Job')");
await page.keyboard.press("Enter");
is(await ranges(), job, "Job, by keyboard, shows the job again");
await page.click(".zoom button:has-text('All')");
ok((await ranges())[0][0] < job[0][0], "All shows the start-up, too");
await page.click(".zoom button:has-text('Job')");
await page.locator("figure.series .u-over").first().scrollIntoViewIfNeeded();
const box = await page.locator("figure.series .u-over").first().boundingBox();
await page.mouse.move(box.x + box.width * 0.3, box.y + box.height / 2);
await page.mouse.down();
await page.mouse.move(box.x + box.width * 0.5, box.y + box.height / 2, { steps: 5 });
await page.mouse.up();
zoomed = await ranges();
ok(same(zoomed) && zoomed[0][1] - zoomed[0][0] < 0.4 * (job[0][1] - job[0][0]), "dragging across one zooms all");
await page.goto(page.address + "#all");
await page.goto(page.address + "#pair-2");
await page.waitForSelector("figure.series canvas");
is(await page.evaluate(look.blankPlots), [], "another pair is drawn, too");
await page.goto(page.address + "#pair-14");
await page.waitForSelector("figure.series canvas");
is(await page.locator('figure.series[data-name="other file I/O"] h3 small >> nth=0').textContent(), " KiB/s", "a rate of a few bytes a second is in a smaller unit: its axis has room for the digits");
is(await page.locator('figure.series[data-name="block reads"] h3 small >> nth=0').textContent(), " MiB/s", "others are as they were");
await quiet(page, "zooming");
await close(page);

/* --- paper */
page = await open(browser, file, "#pair-14", { colorScheme: "dark" });
await page.waitForSelector("figure.series canvas");
await page.emulateMedia({ media: "print", colorScheme: "dark" });
is(await page.locator("nav:visible, .filters:visible, .zoom:visible").count(), 0, "paper has no buttons");
ok(await page.evaluate(look.lightness) > 0.9, "and is white");
ok(await page.locator("svg.curve:visible").count() === 1 && await page.locator("figure.series canvas:visible").count() > 5, "pictures are printed");
/* the page hears of another medium with its next picture */
const all_widths = from_to => page.waitForFunction(([from, to]) => [...document.querySelectorAll("figure.series canvas")].every(
  c => c.width / devicePixelRatio > from && c.width / devicePixelRatio <= to), from_to, { timeout: 30000 }).then(() => true, () => false);
ok(await all_widths([0, 335]), "two plots are drawn for the width of paper");
is(await page.locator(".keys:visible").count(), 1, "what their lines are is said");
await page.emulateMedia({ media: null });
ok(await all_widths([400, 1e5]), "and wide again on the screen");
await page.emulateMedia({ media: "print" });
ok(await page.evaluate(() => { document.body.style.width = "720px"; return [...document.querySelectorAll("figure.series")].every(
  f => Math.abs(f.querySelector(".u-wrap").getBoundingClientRect().width - f.getBoundingClientRect().width) < 2); }), "printed, plots are as wide as their columns");
ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "and nothing makes the paper shrink");
await page.emulateMedia({ media: null });
const pdf = await page.pdf({ preferCSSPageSize: true, printBackground: true });
ok((pdf.toString("latin1").match(/\/Type\s*\/Page\b/g) || []).length >= 2, "a pair prints on pages");
await close(page);

/* --- without JavaScript */
page = await open(browser, file, "", { javaScriptEnabled: false });
is(await page.locator("#plain tbody tr:visible").count(), 6, "without JavaScript there is the ranking");
is(await page.locator("svg.fid-plot:visible").count(), 3, "and three pictures");
await quiet(page, "without JavaScript");
await close(page);
/* axe is a script itself */
const plain = process.argv[2] + "/plain.html";
writeFileSync(plain, readFileSync(file, "utf8").replace(/<script[^]*?<\/script>/g, "").replace(/<(\/?)noscript>/g, "<$1div>"));
for (const what of ["light", "dark"]) {
  page = await open(browser, plain, "", { colorScheme: what });
  is(await page.locator("svg.fid-plot:visible").count(), 3, `${what}: all of it is shown`);
  is(await faults(page), [], `${what}: axe finds no serious fault without JavaScript`);
  await close(page);
}

/* --- a million values */
ok(statSync(big).size < 1e6, "a series of a million values: the file is below 1 MB", statSync(big).size);
page = await open(browser, big, "#pair-1");
await page.waitForSelector("figure.series canvas");
is(await page.evaluate(look.blankPlots), [], "it is drawn");
is(await page.locator("figure.series .cut").first().textContent(), " \u25B2 up to 30000", "a spike above the plot is marked, with its height");
await page.locator("details:has(table) summary").filter({ hasText: "these pictures" }).click();
ok((await page.locator(".times > details tbody tr").first().textContent()).includes("30000"), "the one high value is kept");
await quiet(page, "a million values");
await close(page);

/* --- details that come late, or without a row */
page = await open(browser, file, "", {}, p => p.addInitScript(look.clickEarly));
await page.waitForSelector("figure.series canvas");
is(await page.evaluate(() => [window.early, document.querySelector(".view").id, document.querySelectorAll(".banner").length]),
   ["Being loaded.", "pair-14", 1], "a pair that is opened before its data are there is shown when they come");
await quiet(page, "an early click");
await close(page);
page = await open(browser, cut);
is(await page.locator("#ranked").count(), 0, "a ranking without rows");
const about = (await page.locator(".view > p").allTextContents()).join("\n");
ok(/^Window: TRAINING\.$/m.test(about) && /^Declared out of scope: gpu\.$/m.test(about), "what was compared is said", about);
ok(/unet3d not compared\.$/m.test(about), "no similarity is not one of \u2013", about);
is(await page.evaluate(look.turningLines), [3, 0], "each real job's line is drawn, and none turns round");
await page.click(".configurations a >> nth=0");
await becomes(page, look.showsPair, true, "a pair whose row is not in it can be opened");
await quiet(page, "without rows");
await close(page);

/* --- many workloads */
page = await open(browser, process.argv[5] + "/many.html", "", { viewport: { width: 1440, height: 900 } });
const best = (await page.locator('nav[aria-label^="Workloads"] > span').allTextContents()).map(t => t.replace(/\u00a0/g, " "));
ok(best.length === 6 && best.every(t => /^(other )?\w+ \S+ (valid|not valid|cannot tell) [0-9.]+ % off$/.test(t)), "the best of each workload stands above many of them", best.join("\n"));
const curves = page.locator("figure.answer svg.curve");
ok(/MB\/s/.test(await curves.nth(0).getAttribute("aria-label")) && await curves.nth(0).locator("path.line").count() > 1, "storages of rates make curves, although one is slow in another way");
ok(/^The numbers, with [2-9] more storages$/.test(await page.locator("figure.answer summary").first().textContent()), "which is said");
ok(await curves.evaluateAll(all => all.every(g => { const t = [...g.querySelectorAll('text[text-anchor="middle"]:not(.label)')].map(x => x.getBoundingClientRect()); return t.every((a, i) => t.every((b, k) => k <= i || a.right < b.left || b.right < a.left)); })), "names below the axes do not overlap");
await page.click('nav[aria-label^="Workloads"] a >> nth=4');
ok(await page.evaluate(() => { const box = document.getElementById("workload-4").getBoundingClientRect(); return box.top >= -1 && box.top < innerHeight; }), "and leads to it");
is(await faults(page), [], "axe finds no serious fault in it");
await quiet(page, "many workloads");
await close(page);

/* --- a history */
page = await open(browser, now + "/history.html");
ok(await page.locator("#changes-table tbody tr").count() > 0, "changes are listed");
ok(await page.locator("svg.trend").count() > 6, "with a line for each number");
ok(!/\bscore/i.test(await page.evaluate(() => document.body.innerText)), "which are called as everywhere");
is(await page.evaluate(look.paleText), [], "text stands out");
is(await faults(page), [], "axe finds no serious fault in a history");
const seen = (await page.locator("#history").innerText()).replace(/\s+/g, " ");
ok(/DLRM_dlio similarity|similarity 0.79 0.39 0.79 → 0.39 since 07/.test(seen), "the similarity that changed is called that", seen.slice(0, 600));
ok(/answer [0-9]+ % [0-9]+ % no change/.test(seen) && !/overall/.test(await page.locator("#history h2 ~ div.wide").allInnerTexts().then(a => a.slice(1).join(" "))), "and how far the answer is off is in per cent", seen.slice(0, 600));
await quiet(page, "a history");
await page.click("nav.steps a");
await page.waitForSelector(".configurations svg.trend");
ok((await page.locator(".configurations li").filter({ hasText: "DLRM_dlio_r4" }).textContent()).includes("since 07"), "the overview has the trend");
await close(page);

await browser.close();
process.exit(done());
