/* plots.js: the series of a pair as plots one can zoom, all of a pair together.
 * Each figure.series holds a picture and, as JSON, its numbers: for both runs
 * t0, dt and the values y, or of thinned ones also low and high. */
(function () {
  "use strict";
  var doc = document, shown = [], items = [], levels = null, due = null, range = null, whole = null,
      job = null, axis = null, wanted = "seconds";
  var SPIKE = 4, SPIKE_LEAST = 50; /* as in robust_axis.h */

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
    var lines = [{label: "time", value: function (u, v) { return v == null ? "\u2013" : v.toFixed(2) + axis.unit; }}];
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
      var now = bent(it, it.plots[0].over.clientWidth / 3);
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

  /* What of a run there is for it, in the places of the axis that is shown: where that is not
   * seconds, each bin is the mean of the time that it stands for. */
  function bent(it, want) {
    if (!axis.knots)
      return levels.at(it.k, it.sides, range[0], range[1], want);
    var from = Math.min(axis.time(0, range[0]), axis.time(1, range[0]));
    var to = Math.max(axis.time(0, range[1]), axis.time(1, range[1]));
    var now = levels.at(it.k, it.sides, from, to, want), n = Math.max(1, Math.floor(want));
    now.key = axis.name + " " + range.join(" ");
    now.sides = now.sides.map(function (side, i) {
      return side.y.length ? resampled(side, i, range[0], (range[1] - range[0]) / n, n) : side;
    });
    now.text += " On this axis a point is the mean of what lies within 3 px.";
    return now;
  }

  function resampled(side, i, from, width, n) {
    var out = {t0: from + width / 2, dt: width, y: [], low: [], high: []}, start = side.t0 - side.dt / 2;
    for (var k = 0; k < n; k++) {
      var a = (axis.time(i, from + k * width) - start) / side.dt;
      var b = (axis.time(i, from + (k + 1) * width) - start) / side.dt;
      var sum = 0, all = 0, low = null, high = null;
      for (var j = Math.max(0, Math.floor(a)); j < Math.min(side.y.length, Math.ceil(b)); j++) {
        var part = Math.min(j + 1, b) - Math.max(j, a);
        if (side.y[j] == null || !(part > 0))
          continue;
        var l = side.low && side.low[j] != null ? side.low[j] : side.y[j];
        var h = side.high && side.high[j] != null ? side.high[j] : side.y[j];
        sum += part * side.y[j];
        all += part;
        low = low == null ? l : Math.min(low, l);
        high = high == null ? h : Math.max(high, h);
      }
      out.y.push(all > 0 ? sum / all : null);
      out.low.push(low);
      out.high.push(high);
    }
    return out;
  }

  /* Between the knots a straight line, beyond them the last ones go on. */
  function along(knots, x, from, to) {
    var i = 1;
    while (i < knots.length - 1 && (knots[i][from] < x || knots[i][from] === knots[i - 1][from]))
      i++;
    var a = knots[i - 1], b = knots[i], length = b[from] - a[from];
    return length ? a[to] + (x - a[from]) * (b[to] - a[to]) / length : a[to];
  }

  /* An axis of time: its places for the seconds of run i, and back. */
  function axisOf(view, name) {
    var script = view.querySelector("script.time-axes"), all = script ? JSON.parse(script.textContent) : {};
    var knots = all[name];
    return {name: knots ? name : "seconds", knots: knots, unit: name === "percent" && knots ? " %" : " s",
            label: !knots ? "time from the start of the job (s)" : name === "percent" ? "share of each job (%)" :
              "time of the real run, the second run's phases moved onto its (s)",
            jobs: all.percent ? all.percent.map(function (k) { return [k[0][0], k[k.length - 1][0]]; }) : null,
            place: function (i, t) { return knots ? along(knots[i], t, 0, 1) : t; },
            time: function (i, u) { return knots ? along(knots[i], u, 1, 0) : u; }};
  }

  /* Phases of the real run other than training, behind everything. */
  function stripes(view) {
    var script = view.querySelector("script.phases");
    var phases = script ? JSON.parse(script.textContent) : [];
    var colours = {EVAL: "--eval", CHECKPOINT: "--checkpoint"};
    return function (u) {
      phases.forEach(function (p) {
        var from = u.valToPos(axis.place(0, p[0]), "x", true), to = u.valToPos(axis.place(0, p[1]), "x", true);
        var least = 2 * devicePixelRatio, narrow = to - from < 2 * least; /* short ones are seen, too */
        if (to < u.bbox.left || from > u.bbox.left + u.bbox.width)
          return;
        from = Math.max(from, u.bbox.left);
        to = Math.min(narrow ? Math.max(to, from + least) : to, u.bbox.left + u.bbox.width);
        u.ctx.save();
        u.ctx.fillStyle = css((colours[p[2]] || "--init") + (narrow ? "-strong" : ""));
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
    if (key === "y" && u.spikes) {
      var note = u.root.closest("figure").querySelector(".cut-" + (u.root.classList.contains("difference") ? 1 : 0));
      if (note)
        note.textContent = u.spikes.n ? (u.spikes.n === 1 ? " 1 value is" : " " + u.spikes.n + " values are") +
          " beyond the axis of " + (u.root.classList.contains("difference") ? "the difference" : "values") +
          " (marked at its edge), up to " + number(u, u.spikes.most) + "." : "";
    }
  }

  /* Marks at the edge for values beyond it. */
  function edges(u) {
    if (!u.spikes || !u.spikes.n)
      return;
    var xs = u.data[0], r = devicePixelRatio * 4, s = u.scales;
    u.series.forEach(function (line, k) {
      if (!k || line.class === "extreme")
        return;
      u.ctx.save();
      u.ctx.fillStyle = line.stroke(u, k);
      u.data[k].forEach(function (v, i) {
        if (v == null || xs[i] < s.x.min || xs[i] > s.x.max || (v <= s.y.max && v >= s.y.min))
          return;
        var x = u.valToPos(xs[i], "x", true), up = v > s.y.max, y = up ? u.bbox.top : u.bbox.top + u.bbox.height;
        u.ctx.beginPath();
        u.ctx.moveTo(x, y);
        u.ctx.lineTo(x - r, y + (up ? 2 : -2) * r);
        u.ctx.lineTo(x + r, y + (up ? 2 : -2) * r);
        u.ctx.fill();
      });
      u.ctx.restore();
    });
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

  /* The end of an axis for these values above 0: not the highest, where it is a spike that would
   * hide the rest. */
  function endOf(values) {
    if (values.length < SPIKE_LEAST)
      return values.length ? Math.max.apply(null, values) : 0;
    values.sort(function (a, b) { return a - b; });
    var usual = values[Math.floor(0.99 * (values.length - 1))], most = values[values.length - 1];
    return most > SPIKE * usual ? 2 * usual : most;
  }

  /* From where to where values are shown; where there are none the axis stays.  Thin lines of the
   * lowest and highest may be cut. */
  function heights(u, min, max) {
    var from0 = {pad: 0.1, soft: 0, mode: 3}, above = [], below = [];
    var shows = u.series[0].idxs; /* the scale of time itself is set later */
    if (min == null || !shows || shows[0] == null)
      return [0, 1];
    u.series.forEach(function (line, k) {
      if (k && line.class !== "extreme")
        u.data[k].forEach(function (v, i) {
          if (v && i >= shows[0] && i <= shows[1])
            (v > 0 ? above : below).push(Math.abs(v));
        });
    });
    var all = above.concat(below), hi = endOf(above), lo = endOf(below);
    if (!all.length)
      return [0, 1];
    var out = uPlot.rangeNum(-lo, hi, {min: from0, max: from0});
    u.spikes = {n: above.filter(function (v) { return v > out[1]; }).length +
                   below.filter(function (v) { return -v < out[0]; }).length,
                most: all.reduce(function (a, b) { return Math.max(a, b); }, 0)};
    return out;
  }

  /* Labels of amounts, however small. */
  function amounts(u, splits) {
    return splits.map(function (v) {
      return v == null ? null : v === 0 ? "0" : Math.abs(v) < 1e-3 ? v.toExponential(0) : String(+v.toPrecision(6));
    });
  }

  function plot(figure, data, lines, options, time) {
    var look = {stroke: css("--ink"), grid: {stroke: css("--line"), width: 1},
                ticks: {stroke: css("--line"), width: 1}};
    var below = time ? {label: axis.label, labelSize: 18, size: 32} :
      {size: 10, values: function (u, splits) { return splits.map(function () { return ""; }); }};
    var view = figure.closest(".view");
    var u = new uPlot(Object.assign({
      width: Math.max(300, Math.min(1180, figure.clientWidth)),
      series: lines,
      scales: {x: {time: false}, y: {range: heights}},
      axes: [Object.assign(below, look),
             Object.assign({label: figure.getAttribute("data-unit"), size: 64, values: amounts, space: figure.hasAttribute("data-k") && time && options.class ? 11 : 18}, look)],
      legend: {markers: {dash: function (u, k) { return u.series[k].dash && u.series[k].dash.length ? "dashed" : "solid"; }}},
      cursor: {sync: {key: view.id}, drag: {x: true, y: false}, bind: {dblclick: showAll}},
      hooks: {setScale: [follow], drawClear: [stripes(view)], draw: [edges]}
    }, options), data, figure);
    shown.push(u);
    return u;
  }

  /* Second run minus real run, where both have a value; a stream that has not begun, or is over,
   * moves nothing. */
  function apart(it, data) {
    var second = data[1 + keys(it, 0).length], silent = it.figure.hasAttribute("data-silent");
    var ends = [data[1], second].map(function (y) {
      var first = y.findIndex(function (v) { return v != null; }), last = y.length - 1;
      while (last >= 0 && y[last] == null)
        last--;
      return [first, last];
    });
    function value(y, side, i) {
      return y[i] == null && silent && (i < ends[side][0] || i > ends[side][1]) ? 0 : y[i];
    }
    return [data[0], data[1].map(function (v, i) {
      var a = value(data[1], 0, i), b = value(second, 1, i);
      return a != null && b != null ? b - a : null;
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
    it.plots.push(plot(figure, data, lines, {title: figure.getAttribute("data-name"), height: 152, bands: tints(it)},
                       !difference));
    if (difference)
      it.plots.push(plot(figure, difference,
                         [lines[0], {label: "second run minus real run", stroke: css("--ink"), width: 0.7, fill: bySign,
                                     fillTo: function () { return 0; }, points: {show: false}, value: number}],
                         {height: 110, class: "difference"}, true));
    it.note = figure.querySelector(".level") || doc.createElement("p");
    it.note.className = "level";
    figure.querySelector("figcaption").append(" ", it.note);
    [0, 1].forEach(function (k) {
      if (!figure.querySelector(".cut-" + k)) {
        var cut = doc.createElement("span");
        cut.className = "cut cut-" + k;
        it.note.after(cut);
      }
    });
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

  /* Show time on another axis, from the start to the end of the job. */
  function change(view, name) {
    wanted = name;
    fill(view);
  }

  function choices(view) {
    var bar = doc.createElement("span");
    bar.className = "axes";
    bar.setAttribute("role", "group");
    bar.setAttribute("aria-label", "Axis of time");
    bar.append("Axis: ");
    [["seconds", "Seconds"], ["percent", "0 to 100 %"], ["phases", "Phases aligned"]].forEach(function (c) {
      if (axisOf(view, c[0]).name !== c[0])
        return;
      var button = doc.createElement("button");
      button.type = "button";
      button.textContent = c[1];
      button.setAttribute("data-axis", c[0]);
      button.addEventListener("click", function () { change(view, c[0]); });
      bar.appendChild(button);
    });
    if (bar.children.length > 1)
      view.querySelector("div.zoom").append(bar);
  }

  function press(view) {
    view.querySelectorAll(".axes button").forEach(function (b) {
      b.setAttribute("aria-pressed", String(b.getAttribute("data-axis") === axis.name));
    });
  }

  function buttons(view) {
    if (view.querySelector(".zoom"))
      return;
    var bar = doc.createElement("div");
    bar.className = "zoom";
    bar.setAttribute("role", "group");
    bar.setAttribute("aria-label", "Time shown by all plots");
    bar.append("Time: ");
    bar.title = "or drag across a plot; a double click shows all";
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
    view.querySelector("figure.series").before(bar);
    choices(view);
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

  /* From the first place to the last of what lasts so long in both runs. */
  function onAxis(spans) {
    return [Math.min(axis.place(0, spans[0][0]), axis.place(1, spans[1][0])),
            Math.max(axis.place(0, spans[0][1]), axis.place(1, spans[1][1]))];
  }

  function fill(view) {
    clear();
    var figures = Array.prototype.slice.call(view.querySelectorAll("figure.series"));
    if (!figures.length)
      return;
    levels = fidLevels(view);
    axis = axisOf(view, "seconds"); /* of what is drawn first */
    /* not those that are folded: they have no width yet */
    figures.filter(function (f) { return f.offsetParent; }).forEach(draw);
    if (!shown.length)
      return;
    whole = [Math.min.apply(null, shown.map(function (u) { return u.data[0][0]; })),
             Math.max.apply(null, shown.map(function (u) { return u.data[0][u.data[0].length - 1]; }))];
    job = jobOf(view) || whole;
    axis = axisOf(view, wanted);
    if (axis.knots) {
      job = onAxis(axis.jobs || [job, job]);
      whole = onAxis([whole, whole]);
    }
    shown.forEach(function (u) {
      if (u.axes[0].label)
        u.axes[0].label = axis.label;
    });
    spread(job[0], job[1]);
    buttons(view);
    press(view);
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
