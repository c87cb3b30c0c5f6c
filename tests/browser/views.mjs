/* views.mjs - side by side, the history, and what words mean, in a real browser */
import { close, is, ok, open } from "./harness.mjs";
import * as look from "./look.mjs";

/* Charts of the shown section that have no line, and labels that are cut or lie on another. */
function emptyCharts() {
  return [...document.querySelectorAll(".current .multiples svg.fid-plot, .current figure.score svg.fid-plot")]
    .filter(svg => !svg.querySelector("path, polyline")).length;
}

function wider() {
  return document.documentElement.scrollWidth - innerWidth;
}

/* The tip that is shown, and what the glossary says of the word that has the focus. */
function tipAndGlossary() {
  const tip = document.getElementById("tip"), on = document.activeElement;
  const row = document.querySelector(on.getAttribute("href"));
  return { tip: tip.hidden ? null : tip.textContent, row: row && row.nextElementSibling.textContent };
}

async function look_at(browser, file, hash, what) {
  for (const colorScheme of ["light", "dark"]) {
    const page = await open(browser, file, hash, { colorScheme });
    is(await page.evaluate(look.paleText), [], `${what}, ${colorScheme}: text stands out from its ground`);
    is(await page.evaluate(emptyCharts), 0, `${what}, ${colorScheme}: charts have lines`);
    is(page.said, [], `${what}: nothing on the console`);
    await close(page);
  }
  for (const width of [360, 800]) {
    const page = await open(browser, file, hash, { viewport: { width, height: 800 } });
    ok(await page.evaluate(wider) <= 0, `${what}, ${width} px: not wider than the window`);
    await close(page);
  }
}

export async function views(browser, file, latest) {
  let page = await open(browser, file);
  const side = await page.getAttribute("#configurations .group a[href^='#workload']", "href");
  await page.click(`a[href='${side}']`);
  is(await page.evaluate(look.shownViews), [side.slice(1)], "side by side opens");
  const columns = await page.locator(".current .side-by-side thead a[href^='#pair']").count();
  ok(columns > 1, "a column for each configuration", columns);
  const charts = await page.locator(".current .multiples").count();
  is(await page.locator(".current .multiples svg.fid-plot").count(), charts * columns, "and its charts");
  is(await page.evaluate(look.clashes, side.slice(1)), [], "no label of a chart lies on another or is cut");
  await page.emulateMedia({ media: "print" });
  is(await page.evaluate(() => getComputedStyle(document.querySelector(".current thead")).breakInside),
     "avoid", "on paper each page repeats the heads of the table");
  ok(await page.locator(".current .multiples svg.fid-plot:visible").count() === charts * columns, "charts are printed");
  is(await page.evaluate(look.scrolled), [], "and nothing is cut");
  await close(page);
  await look_at(browser, file, side, "side by side");

  /* --- heads of the ranking on paper */
  page = await open(browser, file);
  const buttons = await page.locator("#ranked thead button").count();
  const heads = await page.locator("#ranked thead th").allTextContents();
  await page.evaluate(() => window.dispatchEvent(new Event("beforeprint")));
  is(await page.locator("#ranked thead button").count(), 0, "heads on paper are no buttons");
  is(await page.locator("#ranked thead th").allTextContents(), heads, "but say the same");
  await page.evaluate(() => window.dispatchEvent(new Event("afterprint")));
  is(await page.locator("#ranked thead button").count(), buttons, "afterwards they are");
  await close(page);

  /* --- words */
  page = await open(browser, file);
  await page.keyboard.press("Tab");
  for (let i = 0; i < 40 && !await page.evaluate(() => document.activeElement.matches("a.term")); i++)
    await page.keyboard.press("Tab");
  let { tip, row } = await page.evaluate(tipAndGlossary);
  ok(tip && tip === row, "Tab on a word says what the glossary says", `${tip}\n${row}`);
  await page.keyboard.press("Escape");
  ok(await page.locator("#tip").isHidden(), "Escape hides it");
  await page.hover("#configurations a.term >> nth=1");
  ok(await page.locator("#tip").isVisible(), "so does the mouse");
  await page.focus("#ranked thead button >> nth=1");
  ok((await page.textContent("#tip")).length > 20, "heads that sort are explained, too");
  is(await page.evaluate(() => [...document.querySelectorAll("a.term")]
    .filter(a => !document.querySelector(a.getAttribute("href"))).length), 0, "every word is in the glossary");
  await close(page);
  page = await open(browser, file, "", { javaScriptEnabled: false });
  is(await page.getAttribute("#configurations a.term >> nth=0", "title"),
     await page.textContent("#word-configuration + dd"), "without JavaScript the tip is a title");
  await close(page);

  /* --- history */
  page = await open(browser, latest + "/report.html", "", { viewport: { width: 1440, height: 900 } });
  const changed = page.locator("#configurations td.trend:has-text('▼')");
  is(await changed.count(), 1, "one trend has a step");
  ok(await page.locator("#configurations td.trend svg").count() > 1, "all have a line");
  await changed.locator("a").click();
  ok(page.url().endsWith("/history.html"), "which leads to the history", page.url());
  is(await page.locator("#changes-table tbody tr").count(), 1, "which lists it");
  ok(await page.locator("figure.score svg:visible").count() > 1, "and draws each score");
  await page.click("nav.steps a");
  ok(page.url().includes("/report.html"), "and leads back");
  await close(page);
  await look_at(browser, latest + "/history.html", "", "history");
}
