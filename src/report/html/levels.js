/* levels.js: the finer values behind the series of a pair, and which of them to
 * draw for a span of time.  script.fine of a pair holds, for each figure.series in
 * order, null or both runs' packed values (src/base/packed.h): joined four by four,
 * as often as it takes, they are the levels between these and what is drawn first. */
var fidLevels = (function () {
  "use strict";
  var JOIN = 4;

  function unpack(text, n) {
    var bytes = atob(text), q = new Uint16Array(n), at = 0, before = 0;
    function number() {
      var x = 0, unit = 1, b;
      do {
        b = bytes.charCodeAt(at++);
        x += (b & 127) * unit;
        unit *= 128;
      } while (b > 127);
      return x;
    }
    for (var i = 0; i < n;) {
      var x = number(), run = 1;
      if (x === 0)
        run = number();
      else
        before += x % 2 ? -(x + 1) / 2 : x / 2;
      q.fill(before, i, i + run);
      i += run;
    }
    return q;
  }

  /* The finest level: means, lows and highs in steps; 0 is a gap. */
  function finest(fine) {
    var y = Float32Array.from(unpack(fine.y, fine.n));
    return {first: Math.round(fine.t0 / fine.dt), dt: fine.dt, y: y,
            low: fine.low ? unpack(fine.low, fine.n) : null,
            high: fine.high ? unpack(fine.high, fine.n) : null};
  }

  function joined(from) {
    var first = Math.floor(from.first / JOIN), n = Math.floor((from.first + from.y.length - 1) / JOIN) - first + 1;
    var to = {first: first, dt: from.dt * JOIN, y: new Float32Array(n), low: new Uint16Array(n), high: new Uint16Array(n),
              count: new Uint32Array(n)};
    var low = from.low || from.y, high = from.high || from.y;
    for (var i = 0; i < from.y.length; i++) {
      if (!from.y[i])
        continue;
      var k = Math.floor((from.first + i) / JOIN) - first;
      var m = from.count ? from.count[i] : 1;
      to.y[k] += (from.y[i] - to.y[k]) * m / (to.count[k] + m);
      to.low[k] = to.count[k] ? Math.min(to.low[k], low[i]) : low[i];
      to.high[k] = Math.max(to.high[k], high[i]);
      to.count[k] += m;
    }
    return to;
  }

  /* The coarsest level that is finer than dt with so many buckets between from and
   * to, else the finest; kept for the next time. */
  function level(fine, dt, span, want) {
    if (!fine.level)
      fine.level = [finest(fine)];
    while (fine.level[fine.level.length - 1].dt * JOIN < 0.75 * dt)
      fine.level.push(joined(fine.level[fine.level.length - 1]));
    for (var i = fine.level.length - 1; i > 0 && span / fine.level[i].dt < want; i--);
    return fine.level[i];
  }

  /* What of a level lies between from and to, in the form of what is drawn first. */
  function cut(fine, l, from, to) {
    var i = Math.max(0, Math.floor(from / l.dt) - l.first - 1);
    var end = Math.min(l.y.length, Math.ceil(to / l.dt) - l.first + 2);
    var out = {t0: (l.first + i + 0.5) * l.dt, dt: l.dt, y: []};
    function value(q) {
      return q ? fine.offset + (q - 1) * fine.step : null;
    }
    out.y = Array.from(l.y.subarray(i, Math.max(i, end)), value);
    if (l.low) {
      out.low = Array.from(l.low.subarray(i, Math.max(i, end)), value);
      out.high = Array.from(l.high.subarray(i, Math.max(i, end)), value);
    }
    return out;
  }

  /* A run with each points joined, at multiples of their width. */
  function fewer(side, each) {
    var first = Math.floor(side.t0 / side.dt), skip = ((first % each) + each) % each;
    var n = Math.ceil((skip + side.y.length) / each);
    var out = {t0: side.t0 + (-skip + (each - 1) / 2) * side.dt, dt: side.dt * each, y: [], low: [], high: []};
    for (var i = 0; i < n; i++) {
      var from = Math.max(0, i * each - skip), to = (i + 1) * each - skip, sum = 0, m = 0, low = null, high = null;
      for (var k = from; k < Math.min(to, side.y.length); k++) {
        if (side.y[k] == null)
          continue;
        var l = side.low ? side.low[k] : side.y[k], h = side.high ? side.high[k] : side.y[k];
        sum += side.y[k];
        m++;
        low = low == null || l < low ? l : low;
        high = high == null || h > high ? h : high;
      }
      out.y.push(m ? sum / m : null);
      out.low.push(low);
      out.high.push(high);
    }
    return out;
  }

  function seconds(s) {
    return s < 0.0995 ? +(s * 1000).toPrecision(3) + " ms" : +s.toPrecision(3) + " s";
  }

  /* What one point of a run stands for, in words: of what is drawn first, joined or
   * not, or, with fine, of a finer level. */
  function words(side, first, fine) {
    var each = Math.round(fine ? side.dt / fine.native : first.from / first.y.length * side.dt / first.dt);
    return each < 2 ? "bins of " + seconds(side.dt)
      : "means of " + seconds(side.dt) + ", each of " + each + " bins of " + seconds(side.dt / each) +
        (side.low ? "; thin lines: the lowest and highest of these" : "");
  }

  function recorded(first, fine) {
    var n = fine ? fine.from : first.from;
    return n + " bins of " + seconds(fine ? fine.native : first.dt / Math.round(n / first.y.length));
  }

  /* The levels of a pair's figures; null if it has none.
   *
   * at(k, sides, from, to, want): both runs of figure k where they are shown between
   * from and to (and half as much on either side, if they are finer) with that many
   * points, if there are so many; sides is what stands on the page.  key says of how
   * many seconds the points are where it is not that, text in words what a point is.
   * has(k): whether figure k has more than what stands on the page. */
  return function (view) {
    var script = view.querySelector("script.fine");
    var all = script ? JSON.parse(script.textContent) : [];
    return {
      has: function (k) { return !!all[k]; },
      at: function (k, sides, from, to, want) {
        var fine = all[k] || [], key = [], text = [], total = [], half = (to - from) / 2;
        var out = sides.map(function (side, i) {
          var use = side;
          if (!side.y.length)
            return side;
          if (fine[i] && (to - from) / side.dt < want)
            use = cut(fine[i], level(fine[i], side.dt, to - from, want), from - half, to + half);
          var finer = use !== side, each = Math.ceil((to - from) / use.dt / want);
          if (each > 1)
            use = fewer(use, each);
          if (use !== side)
            key.push(+use.dt.toPrecision(6));
          text.push(words(use, side, finer ? fine[i] : null));
          total.push(recorded(side, fine[i]) + (i ? " (second run)" : " (real run)"));
          return use;
        });
        if (text[0] === text[1])
          text.pop();
        return {sides: out, key: key.join(" "),
                text: "In view: " + text.join(" (real run); ") + (text[1] ? " (second run)" : "") +
                  ". Recorded: " + total.join(", ") + "."};
      }
    };
  };
})();
