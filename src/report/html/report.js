/* report.html: one section at a time, tables that sort and filter.  Everything
 * is there without it. */
(function () {
  "use strict";
  var doc = document, root = doc.documentElement;
  root.classList.add("js");

  function all(selector, from) {
    return Array.prototype.slice.call((from || doc).querySelectorAll(selector));
  }

  /* --- pages: the section that holds what the address names */
  var views = all(".view");

  function show() {
    var id = decodeURIComponent(location.hash.slice(1));
    var target = id ? doc.getElementById(id) : null;
    var view = target ? target.closest(".view") : null;
    if (!view && !(target && doc.querySelector(".view.current")))
      view = views[0]; /* #words lies in none: the page stays */
    if (view) {
      views.forEach(function (v) { v.classList.toggle("current", v === view); });
      doc.dispatchEvent(new CustomEvent("fid-view", {detail: view}));
    }
    if (target && target !== view)
      target.scrollIntoView();
    else
      window.scrollTo(0, 0);
  }

  /* --- tables: a button in each head */
  function value(row, i) {
    var cell = row.cells[i], v = cell.getAttribute("data-v");
    return v === null ? cell.textContent.trim() : Number(v);
  }

  function order(a, b) {
    if (typeof a === "number" && typeof b === "number")
      return a - b;
    return String(a).localeCompare(String(b), undefined, {numeric: true});
  }

  function sort(table, i, down) {
    var body = table.tBodies[0], rows = all("tr", body).map(function (row, at) {
      return {row: row, at: at, v: value(row, i)};
    });
    rows.sort(function (a, b) { return (down ? -1 : 1) * order(a.v, b.v) || a.at - b.at; });
    rows.forEach(function (r) { body.appendChild(r.row); });
    all("thead th", table).forEach(function (th, k) {
      if (k === i)
        th.setAttribute("aria-sort", down ? "descending" : "ascending");
      else
        th.removeAttribute("aria-sort");
    });
  }

  var heads = [];
  all("table.sortable").forEach(function (table) {
    all("thead th", table).forEach(function (th, i) {
      var button = doc.createElement("button");
      button.type = "button";
      button.textContent = th.textContent;
      button.title = th.title;
      th.removeAttribute("title");
      th.textContent = "";
      th.appendChild(button);
      var plain = doc.createElement("span");
      plain.textContent = button.textContent;
      heads.push({th: th, button: button, plain: plain});
      button.addEventListener("click", function () {
        var was = th.getAttribute("aria-sort");
        var first = table.tBodies[0].rows[0];
        var numbers = first && typeof value(first, i) === "number";
        /* numbers largest first, names from A, then the other way round */
        sort(table, i, was ? was === "ascending" : numbers);
      });
    });
  });

  /* --- filters of the ranking */
  var form = doc.querySelector(".filters"), ranked = doc.getElementById("ranked");
  if (form && ranked) {
    var find = doc.getElementById("find"), real = doc.getElementById("of-real");
    var verdict = doc.getElementById("of-verdict"), noReal = doc.getElementById("no-real");
    var shown = doc.getElementById("shown"), rows = all("tbody tr", ranked);
    var filter = function () {
      var text = find.value.trim().toLowerCase(), n = 0;
      rows.forEach(function (row) {
        var hit = (!text || row.textContent.toLowerCase().indexOf(text) >= 0) &&
          (!real.value || row.getAttribute("data-real") === real.value) &&
          (!verdict.value || row.getAttribute("data-verdict") === verdict.value) &&
          (!noReal.checked || !row.hasAttribute("data-two-real"));
        row.hidden = !hit;
        n += hit;
      });
      shown.textContent = n + " of " + rows.length + " pairs shown";
    };
    form.hidden = false;
    form.addEventListener("input", filter);
    form.addEventListener("submit", function (e) { e.preventDefault(); });
    filter();
  }

  /* --- what a word means, when the mouse or the focus is on it */
  var tip = doc.createElement("div");
  tip.id = "tip";
  tip.setAttribute("role", "tooltip");
  tip.hidden = true;
  doc.body.appendChild(tip);
  all("a.term, .sortable thead button[title]").forEach(function (e) {
    e.setAttribute("data-tip", e.title);
    e.removeAttribute("title");
    e.setAttribute("aria-describedby", "tip");
  });

  function explain(e) {
    var on = e.target.closest("[data-tip]"), box;
    tip.hidden = !on;
    if (!on)
      return;
    tip.textContent = on.getAttribute("data-tip");
    box = on.getBoundingClientRect();
    tip.style.left = Math.max(8, Math.min(box.left, innerWidth - tip.offsetWidth - 8)) + "px";
    tip.style.top = (box.bottom + tip.offsetHeight + 12 < innerHeight ? box.bottom + 6
                     : box.top - tip.offsetHeight - 6) + "px";
  }
  ["mouseover", "focusin"].forEach(function (what) { doc.addEventListener(what, explain); });
  doc.addEventListener("focusout", function () { tip.hidden = true; });
  window.addEventListener("scroll", function () { tip.hidden = true; }, true);
  doc.addEventListener("keydown", function (e) {
    if (e.key === "Escape")
      tip.hidden = true;
  });

  /* paper has no buttons to open what is folded */
  window.addEventListener("beforeprint", function () {
    all(".current details").forEach(function (d) { d.open = true; });
    /* Chromium leaves buttons out of the heads that it repeats on each page */
    heads.forEach(function (h) { h.th.replaceChild(h.plain, h.button); });
  });
  window.addEventListener("afterprint", function () {
    heads.forEach(function (h) { h.th.replaceChild(h.button, h.plain); });
  });
  window.addEventListener("hashchange", show);
  show();
})();
