// SPDX-License-Identifier: GPL-3.0-or-later
/* look.mjs - what is asked inside the page; each function stands by itself */

export function shownView() {
  const views = [...document.querySelectorAll(".view")];
  return views.length === 1 ? views[0].id : views.map(v => v.id);
}

export function showsPair() {
  const views = [...document.querySelectorAll(".view")];
  return views.length === 1 && views[0].id.startsWith("pair-");
}

/* To be run before the page: opens a pair as soon as the overview is there. */
export function clickEarly() {
  new MutationObserver((_, observer) => {
    if (!document.querySelector(".view#all"))
      return;
    observer.disconnect();
    location.hash = "#pair-14";
    window.dispatchEvent(new Event("hashchange"));
    window.early = document.querySelector(".view p").textContent;
  }).observe(document, { childList: true, subtree: true });
}

/* Strips whose boxes are not those of their words, or are out of order. */
export function stripFaults() {
  return [...document.querySelectorAll(".strip")].map(s => {
    const words = s.getAttribute("aria-label").split(": ")[1].split(", ").map(t => t.match(/^(.+) ([0-9.]+)$/));
    const boxes = [...s.children].map(b => b.title);
    return boxes.join() === words.map(w => w[0]).join() && words.every((w, i) => !i || +w[2] >= +words[i - 1][2]) ? null : s.getAttribute("aria-label");
  }).filter(f => f);
}

/* How many lines of real jobs there are, and how many of them go back to the left. */
export function turningLines() {
  const lines = [...document.querySelectorAll("svg.curve path.line.c0")]
    .filter(p => !p.closest(".swatch"))
    .map(p => p.getAttribute("d").slice(1).split("L").map(at => parseFloat(at)));
  return [lines.length, lines.filter(x => x.some((v, i) => i && v <= x[i - 1])).length];
}

/* What one sees of the window: words, and the labels of pictures. */
export function firstScreen() {
  return [...document.querySelectorAll("h1, h2, .configurations div, svg.curve text")].filter(e => e.getBoundingClientRect().bottom <= innerHeight && e.getClientRects().length)
    .map(e => e.textContent).join("\n");
}

export function column(i) {
  return [...document.querySelectorAll("#ranked tbody tr")].map(tr => tr.cells[i].textContent.trim());
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

/* Labels of curves that lie on one another or reach out of their picture. */
export function clashes() {
  const bad = [];
  for (const svg of document.querySelectorAll("svg.curve")) {
    const frame = svg.getBoundingClientRect();
    const labels = [...svg.querySelectorAll("text")].map(t => ({ text: t.textContent, box: t.getBoundingClientRect() }));
    for (const { text, box } of labels)
      if (box.left < frame.left - 1 || box.right > frame.right + 1 || box.top < frame.top - 1 || box.bottom > frame.bottom + 1)
        bad.push(`"${text}" is cut`);
    for (let i = 0; i < labels.length; i++)
      for (let j = 0; j < i; j++) {
        const a = labels[i].box, b = labels[j].box;
        const w = Math.min(a.right, b.right) - Math.max(a.left, b.left);
        const h = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
        if (w > 1.5 && h > 4)
          bad.push(`"${labels[i].text}" on "${labels[j].text}"`);
      }
  }
  return bad.slice(0, 10);
}

/* Plots of the shown pair that have nothing but their ground drawn on them. */
export function blankPlots() {
  const bad = [];
  for (const figure of document.querySelectorAll("figure.series"))
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
  return [...document.querySelectorAll(".view .wide")].filter(w => !w.closest("details:not([open])") && w.scrollWidth > w.clientWidth + 1)
    .map(w => `${w.getAttribute("aria-label")}: ${w.scrollWidth} of ${w.clientWidth}`);
}

/* From when to when each plot of the shown pair shows, of those over time. */
export function plotRanges() {
  return [...document.querySelectorAll("figure.series")].filter(f => f.getAttribute("aria-label").endsWith("over time"))
    .map(f => f.querySelector(".uplot").dataset.shows.split(" ").map(Number));
}
