/* look.mjs - what is asked inside the page; each function stands by itself */

export function shownViews() {
  return [...document.querySelectorAll(".view")].filter(v => v.getClientRects().length).map(v => v.id);
}

export function showsPair() {
  const views = [...document.querySelectorAll(".view")].filter(v => v.getClientRects().length);
  return views.length === 1 && views[0].id.startsWith("pair-");
}

export function column(i) {
  return [...document.querySelectorAll("#ranked tbody tr")].map(tr => tr.cells[i].textContent.trim());
}

/* Heads of a table's columns that are not where the cells of the first row are. */
export function headsAstray(table) {
  const rows = document.querySelector(table).rows, cells = [...rows[1].cells];
  return [...rows[0].cells].filter((th, i) =>
    Math.abs(th.getBoundingClientRect().left - cells[i].getBoundingClientRect().left) > 1)
    .map(th => th.textContent);
}

export function focusShows() {
  const style = getComputedStyle(document.activeElement);
  return style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2;
}

/* Relative luminance (WCAG 2) of the page's ground. */
export function lightness() {
  const [r, g, b] = getComputedStyle(document.body).backgroundColor.match(/[\d.]+/g).map(Number)
    .map(v => v / 255).map(v => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/* Visible texts whose contrast with their ground is below 4.5 (3 for large ones). */
export function paleText() {
  const parse = s => s.match(/[\d.]+/g).map(Number);
  const luminance = c => {
    const [r, g, b] = c.map(v => v / 255).map(v => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const ground = e => {
    for (; e; e = e.parentElement) {
      const c = parse(getComputedStyle(e).backgroundColor);
      if (c.length < 4 || c[3] === 1)
        return c.slice(0, 3);
    }
    return [255, 255, 255];
  };
  const bad = new Map();
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const e = walk.currentNode.parentElement;
    if (!walk.currentNode.data.trim() || e.closest("script, style, svg, option, .skip") || !e.getClientRects().length)
      continue;
    const style = getComputedStyle(e), a = luminance(parse(style.color)), b = luminance(ground(e));
    const contrast = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    const large = parseFloat(style.fontSize) >= 24 || (parseFloat(style.fontSize) >= 18.6 && style.fontWeight >= 700);
    if (contrast < (large ? 3 : 4.5))
      bad.set(`${e.tagName}.${e.className} "${e.textContent.trim().slice(0, 20)}" ${contrast.toFixed(2)}`, 1);
  }
  return [...bad.keys()].slice(0, 10);
}

/* Labels of pictures that lie on one another or reach out of their picture. */
export function clashes(id) {
  const bad = [];
  for (const svg of document.querySelectorAll(`#${id} svg.fid-plot`)) {
    const frame = svg.getBoundingClientRect();
    if (!frame.width)
      continue;
    const title = (svg.querySelector("title") || {}).textContent;
    const labels = [...svg.querySelectorAll("text:not(:has(tspan)), tspan")].filter(t => t.textContent.trim())
      .map(t => ({ text: t.textContent, box: t.getBoundingClientRect() }));
    for (const { text, box } of labels)
      if (box.left < frame.left - 1 || box.right > frame.right + 1 || box.top < frame.top - 1 ||
          box.bottom > frame.bottom + 1)
        bad.push(`${title}: "${text}" is cut`);
    for (let i = 0; i < labels.length; i++)
      for (let j = 0; j < i; j++) {
        const a = labels[i].box, b = labels[j].box;
        const w = Math.min(a.right, b.right) - Math.max(a.left, b.left);
        const h = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
        if (w > 1.5 && h > 3)
          bad.push(`${title}: "${labels[i].text}" on "${labels[j].text}"`);
      }
  }
  return bad.slice(0, 10);
}

/* Plots of the shown pair that have nothing but their ground drawn on them. */
export function blankPlots() {
  const bad = [];
  for (const figure of document.querySelectorAll(".current figure.series"))
    for (const canvas of figure.querySelectorAll("canvas")) {
      const data = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data;
      let n = 0;
      for (let i = 3; i < data.length; i += 4)
        n += data[i] > 0;
      if (n < 500)
        bad.push(`${figure.dataset.name}: ${n} of ${data.length / 4} pixels`);
    }
  return bad;
}

/* Tables that do not fit into their place. */
export function scrolled() {
  return [...document.querySelectorAll(".view.current .wide")].filter(w => w.scrollWidth > w.clientWidth + 1)
    .map(w => `${w.getAttribute("aria-label")}: ${w.scrollWidth} of ${w.clientWidth}`);
}

/* Whether any plot has the tint of either sign: [real run has more, second has]. */
export function tinted() {
  const near = (data, i, [r, g, b]) => Math.abs(data[i] - r) + Math.abs(data[i + 1] - g) + Math.abs(data[i + 2] - b) < 12;
  const has = [false, false];
  for (const canvas of document.querySelectorAll(".current .difference canvas")) {
    const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext("2d");
    copy.drawImage(canvas, 0, 0);
    const data = copy.getImageData(0, 0, canvas.width, canvas.height).data;
    for (let i = 0; i < data.length; i += 4)
      if (data[i + 3] > 40 && data[i + 3] < 110) {
        has[0] = has[0] || near(data, i, [0, 114, 178]);
        has[1] = has[1] || near(data, i, [213, 94, 0]);
      }
  }
  return has;
}

/* From when to when each plot of the shown pair shows. */
export function plotRanges() {
  return [...document.querySelectorAll(".current .uplot")].map(e => e.dataset.shows.split(" ").map(Number));
}

/* What the legends say of the time under the cursor. */
export function cursors() {
  return [...document.querySelectorAll(".current .uplot .u-legend .u-series:first-child .u-value")]
    .map(e => e.textContent);
}
