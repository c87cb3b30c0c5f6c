/* zoom.mjs - a pair of a million bins a series, one of which is high, zoomed into */
import { statSync } from "node:fs";
import { becomes, close, is, ok, open } from "./harness.mjs";
import * as look from "./look.mjs";

export async function zoom(browser, file) {
  ok(statSync(file).size < 20e6, "the file is below 20 MB", statSync(file).size);

  const page = await open(browser, file, "#pair-1");
  await page.waitForSelector(".current figure.series canvas");
  await page.click(".current .zoom button:has-text('All')"); /* from the start-up on */
  await becomes(page, look.blankPlots, [], "all is drawn");

  /* of the plot of reads of training data: */
  const figure = page.locator(".current figure[data-name^='reads of training data']");
  await figure.scrollIntoViewIfNeeded();
  const over = figure.locator(".u-over").first();
  const shows = async () => (await figure.locator(".uplot").first().getAttribute("data-shows")).split(" ").map(Number);
  const level = () => figure.getAttribute("data-level");
  const note = () => figure.locator(".level").textContent();
  const legend = async n => Number(await figure.locator(".u-legend").first().locator(".u-series").nth(n)
    .locator(".u-value").textContent()) || 0; /* a dash where there is nothing */
  /* where between two times the real run is highest, by the cursor at every pixel;
   * n: of the legend's values that counts (2 is its low, 3 its high) */
  async function highest(from, to, n) {
    const [lo, hi] = await shows(), box = await over.boundingBox(), px = (hi - lo) / box.width;
    let best = { value: -1 };
    for (let x = Math.floor((from - lo) / px); x <= (to - lo) / px + 1; x++) {
      await page.mouse.move(box.x + x, box.y + box.height / 2);
      const value = await legend(n);
      if (value > best.value)
        best = { value, at: lo + x * px };
    }
    return best;
  }
  async function drag(from, to) {
    const [lo, hi] = await shows(), box = await over.boundingBox();
    const x = at => box.x + Math.min(Math.max((at - lo) / (hi - lo), 0.001), 0.999) * box.width;
    await page.mouse.move(x(from), box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(x(to), box.y + box.height / 2, { steps: 4 });
    await page.mouse.up();
  }

  /* drawn first: buckets of seconds */
  const first = await page.evaluate(() => {
    const side = JSON.parse(document.querySelector(".current figure[data-name^='reads of training data'] script").textContent)[0];
    const i = side.high.indexOf(Math.max(...side.high));
    return { at: side.t0 + i * side.dt, dt: side.dt, high: side.high[i], mean: side.y[i] };
  });
  const whole = await shows();
  const atFirst = await level();
  ok(Number(atFirst.split(" ")[0]) > first.dt, "the bins on the page are joined where they are closer than 3 px", atFirst);
  ok(/Recorded: [1-9]\d{6} bins of 10 ms/.test(await note()), "says from how many", await note());
  ok(/means of .* s, each of \d+ bins of 0.1 s.*lowest and highest/.test(await note()), "and what a point is", await note());
  ok(first.mean < first.high / 20, "the high value is hidden in its mean", JSON.stringify(first));

  /* in, step by step, as one would */
  const levels = new Set();
  let at = first.at, dt = first.dt;
  await drag(at - 40 * dt, at + 40 * dt);
  const onceIn = await level();
  for (let i = 0; i < 9 && (await level()).split(" ")[0] !== "0.01"; i++) {
    const [from, to] = await shows(), best = await highest(at - dt, at + dt, 3);
    levels.add(await level());
    at = best.at;
    dt = 2 * Math.max(Number((await level()).split(" ")[0]), (to - from) / 1000);
    await drag(at - (to - from) / 10, at + (to - from) / 10);
  }
  levels.add(await level());
  ok(levels.size >= 3, "level by level", [...levels].join(", "));
  is(await level(), "0.01 0.01", "down to the bins that were recorded, in both runs");
  ok((await note()).includes("In view: bins of 10 ms."), "which is said", await note());
  await drag(at - 1, at + 1); /* no more bins than the cursor can tell apart */
  const found = await highest(at - dt, at + dt, 1);
  ok(Math.abs(found.value - 10 * first.high) < 0.1 * first.high,
     "there the high value stands as what it is, in a tenth of the bin of 0.1 s", `${found.value} of ${first.high}`);
  const ranges = await page.evaluate(look.plotRanges);
  ok(ranges.every(r => JSON.stringify(r) === JSON.stringify(ranges[0])), "all plots show the same time");
  is(await page.evaluate(() => [...document.querySelectorAll(".current figure.series")]
    .filter(f => f.querySelectorAll("canvas").length === 2)
    .filter(f => f.dataset.level && f.dataset.level.split(" ")[0] !== f.dataset.level.split(" ")[1]).length), 0,
     "where there is a difference, both runs have one level");

  /* at the end there is nothing later */
  const [before, behind] = await shows();
  for (let i = 0; i < 3; i++)
    await page.click(".current .zoom button:has-text('Zoom out')");
  const [lo, hi] = await shows();
  ok(lo < before && hi > behind && Math.abs((hi - lo) / (behind - before) - 8) < 1e-6, "Zoom out, thrice: eight times as much");
  for (let i = 0; i < 9; i++)
    await page.click(".current .zoom button:has-text('Zoom out')");
  await page.click(".current .zoom button:has-text('Later')");
  const wide = await shows();
  for (let i = 0; i < 20; i++)
    await page.click(".current .zoom button:has-text('Later')");
  const last = await shows();
  ok(Math.abs(last[1] - whole[1]) < 1e-6 && Math.abs(last[1] - last[0] - (wide[1] - wide[0])) < 1e-6,
     "Later stops at the end, and shows as much as before", `${wide} ${last} ${whole}`);

  /* back */
  await page.click(".current .zoom button:has-text('All')");
  await becomes(page, () => document.querySelector(".current figure[data-name^='reads of training data']").dataset.level, atFirst,
                "All: what was drawn first");
  is(await shows(), whole, "over all the time");
  await drag(first.at - 40 * first.dt, first.at + 40 * first.dt);
  is(await level(), onceIn, "in again: the level of before");
  const box = await over.boundingBox();
  await page.mouse.dblclick(box.x + box.width / 2, box.y + box.height / 2);
  await becomes(page, () => document.querySelector(".current figure[data-name^='reads of training data']").dataset.level, atFirst,
                "a double click, too, shows all");
  is(await shows(), whole, "from end to end");
  is(page.said, [], "nothing on the console");
  await close(page);
}
