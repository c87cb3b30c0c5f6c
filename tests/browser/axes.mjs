/* axes.mjs - the axes of a pair's plots: seconds, shares of the job, phases aligned; how high the
 * page is; what its legends do */
import { close, is, ok, open } from "./harness.mjs";
import * as look from "./look.mjs";

/* Pairs of the report by the ids of their runs. */
function pairs() {
  return Object.fromEntries([...document.querySelectorAll("section.pair")].map(s =>
    [[...s.querySelectorAll("h1 span")].map(e => e.textContent).join(" "), s.id]));
}

const pressed = () => [...document.querySelectorAll(".current .axes button")]
  .filter(b => b.getAttribute("aria-pressed") === "true").map(b => b.textContent);

export async function axes(browser, file) {
  let page = await open(browser, file, "", { viewport: { width: 1440, height: 900 } });
  const ids = await page.evaluate(pairs);
  const heights = {};
  for (const [name, id] of Object.entries(ids)) {
    await page.goto(page.address + "#" + id);
    await page.waitForSelector(".current figure.series canvas");
    heights[name] = await page.evaluate(() => document.querySelector(".view.current").scrollHeight);
  }
  is(Object.entries(heights).filter(([, h]) => h > 6000), [], "at 1440 px no pair is higher than 6000 px unfolded");

  /* --- the switch */
  await page.goto(page.address + "#" + ids["UNET3D_real_r2 UNET3D_dlio_r2"]);
  await page.waitForSelector(".current figure.series canvas");
  const seconds = await page.evaluate(look.plotRanges);
  is(await page.evaluate(pressed), ["Seconds"], "time is in seconds at first");
  await page.click(".current .axes button:has-text('100 %')");
  is(await page.evaluate(look.plotRanges), seconds.map(() => [0, 100]), "a click: 0 to 100 % of each job");
  is(await page.evaluate(pressed), ["0 to 100 %"], "which the button says");
  is(await page.evaluate(look.blankPlots), [], "each plot is drawn");
  await page.focus(".current .axes button:has-text('Phases')");
  await page.keyboard.press("Enter");
  const aligned = await page.evaluate(look.plotRanges);
  ok(aligned.every(([a, b]) => Math.abs(a) < 0.2 && Math.abs(b - 75.26) < 0.2),
     "Enter: the second run's phases lie on those of the real run, whose job ends at 75.26 s", aligned[0]);
  is(await page.evaluate(look.blankPlots), [], "each plot is drawn");
  await page.click(".current .zoom button:has-text('Zoom in')");
  const zoomed = await page.evaluate(look.plotRanges);
  ok(zoomed.every(([a, b]) => Math.abs(b - a - (aligned[0][1] - aligned[0][0]) / 2) < 1e-6), "and can be zoomed");
  await page.click(".current .axes button:has-text('Seconds')");
  is(await page.evaluate(look.plotRanges), seconds, "seconds again");

  /* --- legends name lines, and switch nothing */
  is(await page.evaluate(() => [...document.querySelectorAll(".current .u-legend")]
    .filter(e => getComputedStyle(e).pointerEvents !== "none").length), 0, "a click on a legend does nothing");
  is(await page.evaluate(() => [...document.querySelectorAll(".current .u-legend .u-marker")]
    .filter(e => e.getClientRects().length && e.getBoundingClientRect().height > 4).length), 0,
     "its samples are lines, not boxes");
  ok((await page.textContent(".current .times > p.note")).includes("checkpoint reads"),
     "what neither run does is named, not drawn");
  is(await page.locator(".current figure[data-name='checkpoint reads']").count(), 0, "indeed");

  /* --- the difference goes on where the shorter run is over */
  await page.goto(page.address + "#" + ids["DLRM_real_r4 DLRM_dlio_compute2x_r1"]);
  await page.waitForSelector(".current figure.series canvas");
  const over = page.locator(".current figure[data-name='reads of training data'] .difference .u-over");
  await over.scrollIntoViewIfNeeded();
  const box = await over.boundingBox();
  await page.mouse.move(box.x + 0.95 * box.width, box.y + box.height / 2);
  const value = await page.locator(".current figure[data-name='reads of training data'] .difference .u-series:nth-child(2) .u-value")
    .textContent();
  ok(parseFloat(value) > 10, "at 95 % of the longer run, where the other is over, the difference is its rate", value);
  is(page.said, [], "nothing on the console");
  is(await page.locator(".current .axes button[data-axis='phases']").count(), 0,
     "no axis of phases where hardly any match");
  await close(page);

  /* --- without JavaScript */
  page = await open(browser, file, "", { javaScriptEnabled: false });
  is(await page.locator(".axes:visible").count(), 0, "without JavaScript there is no switch");
  await close(page);
}
