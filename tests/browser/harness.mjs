// SPDX-License-Identifier: GPL-3.0-or-later
/* harness.mjs - a headless Chromium and TAP
 *
 * The browser runs as whoever tests, root included, so without its sandbox; it
 * sees no files but those the tests made. */
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const require = createRequire(process.env.NODE_MODULES_AT + "/");
const axe = require("axe-core").source;
const { chromium } = require("playwright-core");

let tapN = 0, failedN = 0;

export function ok(pass, what, said) {
  tapN++;
  failedN += !pass;
  console.log(`${pass ? "" : "not "}ok ${tapN} - ${what}`);
  if (!pass && said !== undefined)
    console.log(String(said).replace(/^/gm, "# "));
  return pass;
}

export function is(got, want, what) {
  const a = JSON.stringify(got), b = JSON.stringify(want);
  return ok(a === b, what, `got ${a}\nwant ${b}`);
}

export function done() {
  console.log(`1..${tapN}`);
  return failedN ? 1 : 0;
}

export async function launch() {
  return chromium.launch({
    executablePath: process.env.CHROMIUM,
    args: ["--no-sandbox", "--disable-background-networking", "--disable-component-update",
           "--disable-gpu", "--disable-dev-shm-usage", "--force-color-profile=srgb"],
    timeout: 180000,
  });
}

/* Open file#hash in a page of its own; page.said and page.asked collect what it
 * said on the console and which addresses it wanted; before (page) is called
 * first. */
export async function open(browser, file, hash = "", options = {}, before = async () => {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(180000);
  page.said = [];
  page.asked = [];
  page.on("console", m => page.said.push(`${m.type()}: ${m.text()}`));
  page.on("pageerror", e => page.said.push(`error: ${e.message}`));
  page.on("request", r => page.asked.push(r.url()));
  page.address = pathToFileURL(file).href;
  await before(page);
  await page.goto(page.address + hash);
  return page;
}

/* What f gives inside the page becomes want: events take their time. */
export async function becomes(page, f, want, what) {
  let got;
  for (let i = 0; i < 200; i++) {
    got = await page.evaluate(f);
    if (JSON.stringify(got) === JSON.stringify(want))
      break;
    await page.waitForTimeout(50);
  }
  return is(got, want, what);
}

/* The serious and critical faults that axe-core finds in what is shown, all of it opened. */
export async function faults(page) {
  await page.evaluate(() => document.querySelectorAll("details").forEach(d => { d.open = true; }));
  await page.evaluate(axe + ";undefined");
  const { violations } = await page.evaluate(() => axe.run(document, { resultTypes: ["violations"] }));
  return violations.filter(v => ["serious", "critical"].includes(v.impact)).map(v => `${v.id}: ${v.help}: ${v.nodes[0].html.slice(0, 120)}`);
}

export async function close(page) {
  await page.context().close();
}
