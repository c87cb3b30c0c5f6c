/* time.mjs FILE - how long the first pair of a report takes to draw, ms: by the
 * clock, and of the processor in the page's own thread (which other programs on
 * the machine do not change); then by the clock from the first click on Zoom in
 * that asks for finer values until they are drawn
 *
 * Not a test: a number for doc/report.md.  Needs CHROMIUM and NODE_MODULES_AT as
 * report.sh sets them. */
import { close, launch, open } from "./harness.mjs";

const browser = await launch();
for (let i = 0; i < 5; i++) {
  const begin = performance.now();
  const page = await open(browser, process.argv[2], "#pair-1", {}, async p => {
    p.cdp = await p.context().newCDPSession(p);
    await p.cdp.send("Performance.enable", { timeDomain: "threadTicks" });
  });
  await page.waitForSelector(".current figure.series canvas");
  await page.evaluate(() => new Promise(f => requestAnimationFrame(() => requestAnimationFrame(f))));
  const wall = performance.now() - begin;
  const { metrics } = await page.cdp.send("Performance.getMetrics");
  const task = metrics.find(m => m.name === "TaskDuration").value * 1000;
  /* the bins that the first plot shows means of */
  const bins = () => page.evaluate(() => document.querySelector(".current .level").textContent.match(/bins of [^.;]*/)[0]);
  const first = await bins();
  let zoom = 0;
  for (let k = 0; k < 12 && !zoom; k++) {
    const from = performance.now();
    await page.click(".current .zoom button:has-text('Zoom in')");
    await page.evaluate(() => new Promise(f => requestAnimationFrame(() => requestAnimationFrame(f))));
    if (await bins() !== first)
      zoom = performance.now() - from;
  }
  console.log(`${wall.toFixed(0)} ${task.toFixed(0)} ${zoom.toFixed(0)}`);
  await close(page);
}
await browser.close();
