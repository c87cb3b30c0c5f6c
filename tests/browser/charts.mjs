/* charts.mjs - the static charts of a pair: which there are, how large, what switches them */
import { becomes, close, is, ok, open } from "./harness.mjs";

const SVG_BYTES = 260e3; /* of a pair, at most */

const titles = section => [...section.querySelectorAll("svg.fid-plot > title")].map(e => e.textContent);

/* Which pictures of a choice are shown. */
const shown = () => ["bytes", "operations"].filter(k =>
  [...document.querySelectorAll(".current .by-" + k)].some(e => e.getClientRects().length));

export async function charts(browser, file) {
  let page = await open(browser, file, "", { viewport: { width: 1440, height: 900 } });
  const pairs = await page.evaluate(f => {
    const titles = eval(f);
    return [...document.querySelectorAll("section.pair")].map(s => ({
      id: s.id, name: [...s.querySelectorAll("h1 span")].map(e => e.textContent).join(" "), titles: titles(s),
      bytes: [...s.querySelectorAll("svg.fid-plot")].reduce((n, e) => n + e.outerHTML.length, 0) }));
  }, titles.toString());
  const wanted = ["length of each training step", "training time on slower storage", "I/O over time by role",
                  "bytes by role", "where data is read, over time", "reads of training data by size and latency",
                  "reads of training data, so far", "reads of training data, jumps in files",
                  "reads of training data, processes reading", "phases of both runs", "how often the job wants more bandwidth"];
  is(pairs.filter(p => wanted.some(w => !p.titles.includes(w))).map(p => p.name), [], "each pair has these charts");
  is(pairs.filter(p => p.bytes > SVG_BYTES).map(p => [p.name, p.bytes]), [], "which are small");

  is(await page.evaluate(() => [...document.querySelectorAll(".fid-plot [stroke-width]")]
    .filter(e => parseFloat(getComputedStyle(e).strokeWidth) !== Number(e.getAttribute("stroke-width"))).length), 0,
     "the style sheet leaves lines as wide as they are drawn");

  const unet = pairs.find(p => p.name === "UNET3D_real_r2 UNET3D_dlio_r2").id;
  await page.goto(page.address + "#" + unet);
  await page.waitForSelector(".current figure.series canvas");
  const widths = await page.evaluate(() => [...[...document.querySelectorAll(".current svg.fid-plot")]
    .find(e => e.querySelector("title").textContent === "phases of both runs").querySelectorAll("svg svg .fid-green")]
    .map(e => e.getBBox().width));
  ok(widths.length === 4 && widths.every(w => w > 1.9), "the checkpoints of 0.1 s of both runs are wide enough to be seen", widths);

  /* --- what an operation weighs */
  await page.evaluate(() => document.querySelectorAll(".current details").forEach(d => { d.open = true; }));
  is(await page.evaluate(shown), ["bytes"], "sizes are weighted by bytes at first");
  await page.click(".current .choice [value='operations']");
  is(await page.evaluate(shown), ["operations"], "a click: each operation counts as one");
  await page.focus(".current .choice [value='operations']");
  await page.keyboard.press("ArrowLeft");
  is(await page.evaluate(shown), ["bytes"], "and back by keyboard");
  is(await page.evaluate(() => document.querySelectorAll(".choice :checked").length), pairs.length,
     "each pair has a choice of its own");

  /* --- small amounts */
  const labels = await page.evaluate(() => {
    const drawn = [];
    const old = CanvasRenderingContext2D.prototype.fillText;
    CanvasRenderingContext2D.prototype.fillText = function (t) { drawn.push(t); return old.apply(this, arguments); };
    document.querySelector(".current .zoom button").click();
    return new Promise(f => setTimeout(() => f(drawn), 300));
  });
  ok(labels.some(t => /^[0-9]e-[0-9]$/.test(t)), "the axis of small amounts has labels that differ", labels.join(" "));
  is(page.said, [], "nothing on the console");

  /* --- narrow */
  await page.setViewportSize({ width: 800, height: 900 });
  await becomes(page, () => document.documentElement.scrollWidth <= 800, true, "800 px: nothing is wider than the page");
  await close(page);

  /* --- without JavaScript */
  page = await open(browser, file, "", { javaScriptEnabled: false });
  const first = page.locator("section.pair").first();
  const chapter = first.locator("details", { has: page.locator(".choice") }).first();
  await chapter.locator("summary").click();
  await chapter.locator("[value='operations']").click();
  ok(await chapter.locator(".by-operations").first().isVisible() && !(await chapter.locator(".by-bytes").first().isVisible()),
     "without JavaScript the choice works, too");
  await close(page);
}
