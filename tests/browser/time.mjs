// SPDX-License-Identifier: GPL-3.0-or-later
/* time.mjs FILE - ms until the first screen of a report is painted, until the browser is idle, and
 * until a pair's plots are drawn after a click; five times.  Not a test: numbers for doc/report.md.
 * Needs CHROMIUM and NODE_MODULES_AT as report.sh sets them. */
import { close, launch, open } from "./harness.mjs";

const browser = await launch();
for (let i = 0; i < 5; i++) {
  const page = await open(browser, process.argv[2]);
  const paint = await page.evaluate(() => new Promise(f => {
    const known = performance.getEntriesByName("first-contentful-paint")[0];
    return known ? f(known.startTime) : new PerformanceObserver(l => f(l.getEntriesByName("first-contentful-paint")[0].startTime)).observe({ type: "paint", buffered: true });
  }));
  const loaded = await page.evaluate(() => performance.getEntriesByType("navigation")[0].loadEventEnd);
  const begin = performance.now();
  await page.click(".configurations a >> nth=0");
  await page.waitForSelector(".view.pair");
  await page.evaluate(() => new Promise(f => requestAnimationFrame(() => requestAnimationFrame(f))));
  console.log(`${paint.toFixed(0)} ${loaded.toFixed(0)} ${(performance.now() - begin).toFixed(0)}`);
  await close(page);
}
await browser.close();
