/* plots.js: the series of a pair as plots one can zoom, all of a pair together.
 * Each figure.series holds a picture and, as JSON, its numbers: for both runs
 * t0, dt and the values y, or of thinned ones also low and high. */
(function () {
  "use strict";
  var doc = document, shown = [], items = [], levels = null, due = null, range = null, whole = null,
      job = null;

  function css(name) {
    return getComputedStyle(doc.documentElement).getPropertyValue(name).trim();
  }

  function table(side, key) {
    /* buckets of both runs lie in the same places but for rounding */
    var xs = side.y.map(function (y, i) { return Math.round((side.t0 + i * side.dt) * 1e6) / 1e6; });
    return side[key] ? [xs, side[key]] : [[], []];
  }

  /* What is drawn of a run: its values and, where some level has them, the lowest and
   * highest of those that a point stands for. */
  function keys(it, i) {
    var side = it.sides[i];
    return !side.y.length ? [] : it.finer || side.low || side.y.length > 100 ? ["y", "low", "high"] : ["y"];
  }

  function linesOf(it) {
    var lines = [{label: "time", value: function (u, v) { return v == null ? "\u2013" : v.toFixed(2) + " s"; }}];
    it.sides.forEach(function (side, i) {
      keys(it, i).forEach(function (key) {
        lines.push({label: key !== "y" ? key : i ? "second run" : "real run", stroke: css(i ? "--emulation" : "--real"),
                    class: key === "y" ? "mean" : "extreme", alpha: key === "y" ? 1 : 0.6,
                    width: key === "y" ? 1.5 : 0.6, dash: i ? [6, 4] : [], points: {show: false},
                    value: key === "y" ? between : number});
      });
    });
    return lines;
  }

  /* Data of these lines; runs that are sampled alike share their times.  null: none. */
  function dataOf(it, sides) {
    var tables = [];
    sides.forEach(function (side, i) {
      keys(it, i).forEach(function (key) { tables.push(table(side, key)); });
    });
    return tables.length ? uPlot.join(tables) : null;
  }

  function spread(min, max) {
    range = [min, max];
    shown.forEach(function (u) {
      if (u.scales.x.min !== min || u.scales.x.max !== max)
        u.setScale("x", {min: min, max: max});
    });
    if (!due)
      due = Promise.resolve().then(refine); /* a plot that is being scaled takes no data */
  }

  /* Data as fine as the time that is shown asks for. */
  function refine() {
    due = null;
    items.forEach(function (it) {
      /* nearer than 3 px two bursts are one, and what is between them is nothing */
      var now = levels.at(it.k, it.sides, range[0], range[1], it.plots[0].over.clientWidth / 3);
      if (now.key || it.key) {
        var data = dataOf(it, now.sides);
        it.plots.forEach(function (u, i) {
          u.setData(i ? apart(it, data) : data, false);
          u.setScale("x", {min: range[0], max: range[1]});
        });
      }
      it.key = now.key;
      it.note.textContent = now.text;
      it.figure.setAttribute("data-level", now.key);
    });
  }

  /* Phases of the real run other than training, behind everything. */
  function stripes(view) {
    var script = view.querySelector("script.phases");
    var phases = script ? JSON.parse(script.textContent) : [];
    var colours = {EVAL: "--eval", CHECKPOINT: "--checkpoint"};
    return function (u) {
      phases.forEach(function (p) {
        var from = u.valToPos(p[0], "x", true), to = u.valToPos(p[1], "x", true);
        from = Math.max(from, u.bbox.left);
        to = Math.min(Math.max(to, from + 1), u.bbox.left + u.bbox.width);
        if (to <= from)
          return;
        u.ctx.save();
        u.ctx.fillStyle = css(colours[p[2]] || "--init");
        u.ctx.fillRect(from, u.bbox.top, to - from, u.bbox.height);
        u.ctx.restore();
      });
    };
  }

  function follow(u, key) {
    var s = u.scales.x;
    u.root.setAttribute("data-shows", s.min + " " + s.max);
    if (key === "x" && range && whole && (s.min !== range[0] || s.max !== range[1]))
      spread(s.min, s.max);
  }

  /* Between the two means: the colour of the run that has more. */
  function tints(it) {
    var real = 1, second = 1 + keys(it, 0).length;
    return !it.sides[0].y.length || !it.sides[1].y.length ? [] :
      [{series: [second, real], fill: css("--more-second")}, {series: [real, second], fill: css("--more-real")}];
  }

  /* Above zero the second run has more, below it the real one. */
  function bySign(u) {
    var top = u.bbox.top, height = u.bbox.height;
    if (!(height > 0) || u.scales.y.min == null)
      return null; /* asked before there is anything to draw */
    var paint = u.ctx.createLinearGradient(0, top, 0, top + height);
    var zero = Math.min(1, Math.max(0, (u.valToPos(0, "y", true) - top) / height));
    [[0, "--more-second"], [zero, "--more-second"], [zero, "--more-real"], [1, "--more-real"]].forEach(function (s) {
      paint.addColorStop(s[0], css(s[1]));
    });
    return paint;
  }

  /* What a double click does: data of a zoomed plot are not all there are. */
  function showAll() {
    return function () { spread(whole[0], whole[1]); };
  }

  /* From where to where values are shown; where there are none the axis stays. */
  function heights(u, min, max) {
    var from0 = {pad: 0.1, soft: 0, mode: 3};
    return min == null ? [0, 1] : uPlot.rangeNum(min, max, {min: from0, max: from0});
  }

  function plot(figure, data, lines, options, time) {
    var axis = {stroke: css("--ink"), grid: {stroke: css("--line"), width: 1},
                ticks: {stroke: css("--line"), width: 1}};
    var below = time ? {label: "time from the start of the job (s)", labelSize: 18, size: 32} :
      {size: 10, values: function (u, splits) { return splits.map(function () { return ""; }); }};
    var view = figure.closest(".view");
    var u = new uPlot(Object.assign({
      width: Math.max(300, Math.min(1180, figure.clientWidth)),
      series: lines,
      scales: {x: {time: false}, y: {range: heights}},
      axes: [Object.assign(below, axis),
             Object.assign({label: figure.getAttribute("data-unit"), size: 64}, axis)],
      cursor: {sync: {key: view.id}, drag: {x: true, y: false}, bind: {dblclick: showAll}},
      hooks: {setScale: [follow], drawClear: [stripes(view)]}
    }, options), data, figure);
    shown.push(u);
    return u;
  }

  /* Second run minus real run, where both have a value. */
  function apart(it, data) {
    var second = data[1 + keys(it, 0).length];
    return [data[0], data[1].map(function (v, i) {
      return v != null && second[i] != null ? second[i] - v : null;
    })];
  }

  function number(u, v) {
    return v == null ? "\u2013" : +v.toPrecision(4);
  }

  /* A mean, and between what it lies: the next two lines are the lowest and highest. */
  function between(u, v, k, i) {
    var low = u.data[k + 1], high = u.data[k + 2];
    var spread = i != null && low && high && u.series[k + 1].label === "low" && low[i] != null && high[i] !== low[i];
    return number(u, v) + (spread ? " (" + number(u, low[i]) + " to " + number(u, high[i]) + ")" : "");
  }

  function draw(figure) {
    var k = Number(figure.getAttribute("data-k"));
    var it = {figure: figure, k: k, finer: levels.has(k), plots: [], key: "",
              sides: JSON.parse(figure.querySelector("script").textContent)};
    var data = dataOf(it, it.sides), lines = linesOf(it);
    if (!data)
      return;
    var two = it.sides[0].y.length && it.sides[1].y.length;
    var difference = two ? apart(it, data) : null;
    if (difference && difference[1].every(function (v) { return v == null; }))
      difference = null;
    it.plots.push(plot(figure, data, lines, {title: figure.getAttribute("data-name"), height: 200, bands: tints(it)},
                       !difference));
    if (difference)
      it.plots.push(plot(figure, difference,
                         [lines[0], {label: "second run minus real run", stroke: css("--ink"), width: 0.7, fill: bySign,
                                     fillTo: function () { return 0; }, points: {show: false}, value: number}],
                         {height: 150, class: "difference"}, true));
    it.note = figure.querySelector(".level") || doc.createElement("p");
    it.note.className = "level";
    figure.querySelector("figcaption").append(it.note);
    items.push(it);
    figure.classList.add("live");
  }

  /* That many times as much time, moved by so many halves of it; at an end it stops. */
  function zoom(by, to) {
    var length = Math.min((range[1] - range[0]) * by, whole[1] - whole[0]);
    var from = (range[0] + range[1] - length) / 2 + to * length / 2;
    from = Math.max(whole[0], Math.min(whole[1] - length, from));
    spread(from, from + length);
  }

  function buttons(view) {
    if (view.querySelector(".zoom"))
      return;
    var bar = doc.createElement("div");
    bar.className = "zoom";
    bar.setAttribute("role", "group");
    bar.setAttribute("aria-label", "Time shown by all plots");
    bar.append("Time: ");
    [["Zoom in", function () { zoom(0.5, 0); }], ["Zoom out", function () { zoom(2, 0); }],
     ["Earlier", function () { zoom(1, -1); }], ["Later", function () { zoom(1, 1); }],
     ["Job", function () { spread(job[0], job[1]); }],
     ["All, with start-up", function () { spread(whole[0], whole[1]); }]].forEach(function (b) {
      var button = doc.createElement("button");
      button.type = "button";
      button.textContent = b[0];
      button.addEventListener("click", b[1]);
      bar.appendChild(button);
    });
    bar.append(" or drag across a plot; double click shows all");
    view.querySelector("figure.series").before(bar);
  }

  /* The time of the job, which is what is compared; null: not known. */
  function jobOf(view) {
    var times = view.querySelector(".times");
    var from = Math.max(whole[0], Number(times.getAttribute("data-from")));
    var to = Math.min(whole[1], Number(times.getAttribute("data-to")));
    return to > from ? [from, to] : null;
  }

  function clear() {
    shown.forEach(function (u) { u.destroy(); });
    shown = [];
    items = [];
    range = whole = job = null;
  }

  function fill(view) {
    clear();
    var figures = Array.prototype.slice.call(view.querySelectorAll("figure.series"));
    if (!figures.length)
      return;
    levels = fidLevels(view);
    /* not those that are folded: they have no width yet */
    figures.filter(function (f) { return f.offsetParent; }).forEach(draw);
    if (!shown.length)
      return;
    whole = [Math.min.apply(null, shown.map(function (u) { return u.data[0][0]; })),
             Math.max.apply(null, shown.map(function (u) { return u.data[0][u.data[0].length - 1]; }))];
    job = jobOf(view) || whole;
    spread(job[0], job[1]);
    buttons(view);
  }

  doc.addEventListener("fid-view", function (e) { fill(e.detail); });
  function again() {
    var view = doc.querySelector(".view.current");
    if (view)
      fill(view);
  }
  doc.addEventListener("toggle", function (e) {
    if (e.target.matches("details.more") && e.target.closest(".view.current"))
      again();
  }, true); /* it does not bubble */
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", again);
  var wait = 0, width = innerWidth;
  window.addEventListener("resize", function () {
    if (innerWidth === width)
      return;
    width = innerWidth;
    clearTimeout(wait);
    wait = setTimeout(again, 150);
  });
})();
