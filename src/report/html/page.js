/* SPDX-License-Identifier: GPL-3.0-or-later */
/* page.js - draws report.html and history.html from the data in them (page.h)
 *
 * Texts of results become text nodes and attributes, never markup.  Views: all pairs, one pair
 * (#pair-7), a history.  Curves are SVG, series over time are plots by uPlot that zoom together. */
(function () {
  "use strict";
  var doc = document, main = doc.getElementById("main"), root = doc.documentElement, all, plots = [], range = null, drawn = null;
  var VERDICTS = [["valid", "\u2714\uFE0E"], ["not valid", "\u2718\uFE0E"], ["cannot tell", "?"]];
  var SEEN = {"-": "\u2013"};

  /* --- data */

  /* Inflates a zlib stream (RFC 1950, 1951); canonical codes are read bit by bit. */
  function inflate(b) {
    var out = new Uint8Array(8 * b.length), n = 0, at = 2, hold = 0, have = 0, last, type, k;
    var order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];
    function bits(count) {
      while (have < count) {
        if (at >= b.length)
          throw new Error("the data are cut");
        hold |= b[at++] << have;
        have += 8;
      }
      var v = hold & ((1 << count) - 1);
      hold >>>= count;
      have -= count;
      return v;
    }
    function code(lengths) {
      var count = new Uint16Array(16), from = new Uint16Array(16), symbol = new Uint16Array(lengths.length), i;
      lengths.forEach(function (l) { count[l]++; });
      count[0] = 0;
      for (i = 1; i < 15; i++)
        from[i + 1] = from[i] + count[i];
      lengths.forEach(function (l, s) { if (l) symbol[from[l]++] = s; });
      return {count: count, symbol: symbol};
    }
    function next(c) {
      for (var len = 1, value = 0, first = 0, index = 0; len < 16; len++) {
        value |= bits(1);
        if (value - c.count[len] < first)
          return c.symbol[index + value - first];
        index += c.count[len];
        first = (first + c.count[len]) << 1;
        value <<= 1;
      }
      throw new Error("the data are damaged");
    }
    function put(v) {
      if (n === out.length) {
        var more = new Uint8Array(2 * n + 64);
        more.set(out);
        out = more;
      }
      out[n++] = v;
    }
    function copy(length, distance) {
      while (length--)
        put(out[n - distance]);
    }
    function fill(value, count) { return new Array(count).fill(value); }
    function codes() {
      var lengths = [], literals = bits(5) + 257, distances = bits(5) + 1, meta = fill(0, 19), s;
      for (var i = 0, m = bits(4) + 4; i < m; i++)
        meta[order[i]] = bits(3);
      meta = code(meta);
      while (lengths.length < literals + distances) {
        s = next(meta);
        if (s < 16)
          lengths.push(s);
        else
          lengths = lengths.concat(s === 16 ? fill(lengths[lengths.length - 1], 3 + bits(2)) :
            fill(0, s === 17 ? 3 + bits(3) : 11 + bits(7)));
      }
      return [code(lengths.slice(0, literals)), code(lengths.slice(literals))];
    }
    do {
      last = bits(1);
      type = bits(2);
      if (type === 0) {
        hold = have = 0;
        k = b[at] | b[at + 1] << 8;
        for (at += 4; k--;)
          put(b[at++]);
        continue;
      }
      var two = type === 2 ? codes() : [code([].concat(fill(8, 144), fill(9, 112), fill(7, 24), fill(8, 8))), code(fill(5, 30))];
      for (var s; (s = next(two[0])) !== 256;) {
        if (s < 256) {
          put(s);
          continue;
        }
        var extra = s < 265 || s === 285 ? 0 : (s - 261) >> 2;
        var length = s === 285 ? 258 : s < 265 ? s - 254 : 3 + ((4 + ((s - 265) & 3)) << extra) + bits(extra);
        var d = next(two[1]), more = d < 4 ? 0 : (d - 2) >> 1;
        copy(length, d < 4 ? d + 1 : 1 + ((2 + (d & 1)) << more) + bits(more));
      }
    } while (!last);
    return out.subarray(0, n);
  }

  function data(id) {
    var script = doc.getElementById("d-" + id);
    if (!script)
      return null;
    var text = atob(script.textContent), bytes = new Uint8Array(text.length);
    for (var i = 0; i < text.length; i++)
      bytes[i] = text.charCodeAt(i);
    return JSON.parse(new TextDecoder().decode(inflate(bytes)));
  }

  /* --- elements */

  function add(e, kids) {
    kids.forEach(function (k) {
      if (Array.isArray(k))
        add(e, k);
      else if (k != null && k !== "")
        e.appendChild(k.nodeType ? k : doc.createTextNode(String(k)));
    });
    return e;
  }

  function el(tag, attrs) {
    var e = doc.createElement(tag);
    Object.keys(attrs || {}).forEach(function (k) {
      if (typeof attrs[k] === "function")
        e.addEventListener(k, attrs[k]);
      else if (attrs[k] != null && attrs[k] !== false)
        e.setAttribute(k, attrs[k] === true ? "" : attrs[k]);
    });
    return add(e, [].slice.call(arguments, 2));
  }

  function svg(tag, attrs) {
    var e = doc.createElementNS("http://www.w3.org/2000/svg", tag);
    Object.keys(attrs).forEach(function (k) { e.setAttribute(k, attrs[k]); });
    return add(e, [].slice.call(arguments, 2));
  }

  /* A table in a place of its own that scrolls; heads: texts, or [text, class]. */
  function table(attrs, heads, rows) {
    return el("div", {"class": "wide", role: "region", tabindex: "0", "aria-label": attrs.label},
      el("table", {"class": attrs["class"], id: attrs.id}, attrs.caption ? el("caption", {}, attrs.caption) : null,
        el("thead", {}, el("tr", {}, heads.map(function (h) { return el("th", {scope: "col"}, h); }))),
        el("tbody", {}, rows)));
  }

  function cell(v, n) { return el("td", {"class": n ? "n" : null}, v == null || v === "" ? "\u2013" : v); }
  function head(v) { return el("th", {scope: "row"}, v == null ? "\u2013" : v); }
  function num(x, digits) { return x == null ? "\u2013" : x.toFixed(digits == null ? 2 : digits); }
  function short(x) { return x == null ? "\u2013" : x && Math.abs(x) < 1e-3 ? x.toFixed(Math.min(12, Math.ceil(-Math.log10(Math.abs(x))))) : String(+x.toPrecision(3)); }
  function percent(ln) {
    var p = 100 * Math.expm1(ln);
    return (Math.abs(p) < 0.95 ? p.toFixed(1) : p.toFixed(0)) + " %";
  }
  function css(name) { return getComputedStyle(root).getPropertyValue(name).trim(); }
  function fileLink(name) { return el("a", {href: encodeURIComponent(name)}, name); }
  function pairLink(i, text) { return el("a", {href: "#pair-" + i}, text); }

  /* A name that may be broken behind its underscores and the like. */
  function name(text) { return text.split(/(?<=[_.\/-])/).map(function (part, i) { return [i ? el("wbr") : null, part]; }); }

  function sign(verdict) {
    var v = VERDICTS[verdict];
    return v ? el("span", {"class": "verdict rated-" + verdict},
      el("span", {"class": "sign", "aria-hidden": "true"}, v[1]), " ", v[0]) : "no verdict";
  }

  /* A setting without what all settings begin with. */
  function keyName(key) { return key.replace(/^workload\./, ""); }

  function settings(cause) {
    return cause.set.map(function (s, i) {
      return [i ? ", " : "", el("code", {title: s[0]}, keyName(s[0])), " ", s[1] == null ? "?" : s[1], " \u2192 ", el("b", {}, s[2] == null ? "?" : s[2])];
    });
  }

  /* --- curves: time on storages of other rates */

  var AXES = [[1, "the storage reads, MB/s"], [2, "the storage writes, MB/s"], [3, "a metadata call takes, ms"]];

  /* Where on the x axis the scenarios of an answer are: that of the most of them, of two at least.
   * Those that are slow in another way are in the table below. */
  function axisOf(at) {
    var found = {column: 0, label: "storage", n: 1};
    AXES.forEach(function (a) {
      var n = at.filter(function (s, i) { return s[a[0]] > 0 && at.every(function (t, k) { return k >= i || t[a[0]] !== s[a[0]]; }); }).length;
      if (n > found.n)
        found = {column: a[0], label: a[1], n: n};
    });
    return found;
  }

  function ticksOf(lo, hi) {
    var out = [], few = hi / lo > 30 ? [1] : hi / lo > 6 ? [1, 2, 5] : [1, 1.5, 2, 3, 4, 5, 7];
    for (var e = Math.floor(Math.log10(lo)); Math.pow(10, e) <= hi; e++)
      few.forEach(function (m) {
        var v = +(m * Math.pow(10, e)).toPrecision(3);
        if (v >= lo * 0.999 && v <= hi * 1.001)
          out.push(v);
      });
    return out;
  }

  /* of: [{name, answer}], whose real job is the first one's; open: with its numbers. */
  function curve(title, of, open) {
    var first = of[0].answer, axis = axisOf(first.at), W = 440, H = 196, L = 44, R = 12, T = 12, B = 36;
    var lines = [{name: "real job", side: 5, at: first.at, mark: 0}].concat(of.map(function (o, i) {
      return {name: o.name, side: 6, at: o.answer.at, mark: i + 1};
    }));
    var named = axis.column === 0, names = first.at.map(function (s) { return s[0]; });
    function place(s) { return named ? names.indexOf(s[0]) : s[axis.column] > 0 ? s[axis.column] : -1; }
    lines.forEach(function (l) {
      l.points = l.at.filter(function (s) { return place(s) >= 0 && s[axis.column] != null && s[l.side][0] > 0; })
        .sort(function (a, b) { return place(a) - place(b); });
    });
    lines = lines.filter(function (l) { return l.points.length; });
    if (!lines.length)
      return null;
    var xs = [], ys = [1, 1.3];
    lines.forEach(function (l) {
      l.points.forEach(function (s) {
        xs.push(place(s));
        ys.push(s[l.side][0], l.side === 5 ? s[5][2] || 1 : 1, s[l.side][3] || 1);
      });
    });
    var lo = Math.min.apply(null, xs), hi = Math.max.apply(null, xs), top = Math.max.apply(null, ys), busy = axis.column === 1 ? first.busy : null;
    [busy, axis.column === 1 ? first.bound : null].forEach(function (x) { if (x > hi && x < 4 * hi) hi = x; });
    var span = named ? [-0.5, names.length - 0.5] : [lo, hi * Math.pow(hi / lo, 0.36)], only = of.length === 1 ? "emulation" : "", pad = named ? 0 : only ? 76 : 42;
    function X(v) {
      return L + pad + (W - L - R - pad) * (named ? (v - span[0]) / (span[1] - span[0]) : Math.log(v / span[0]) / Math.log(span[1] / span[0]));
    }
    function Y(v) { return H - B - (H - B - T) * Math.log(v / 0.97) / Math.log(top * 1.06 / 0.97); }
    var g = svg("svg", {viewBox: "0 0 " + W + " " + H, role: "img", "class": "curve", "aria-label": title + ": " + axis.label + ", and how many times as long the jobs take; the table below has the numbers"});
    ticksOf(0.97, top * 1.06).forEach(function (v) {
      g.appendChild(svg("line", {x1: L, x2: W - R, y1: Y(v), y2: Y(v), "class": v === 1 ? "base" : "grid"}));
      g.appendChild(svg("text", {x: L - 5, y: Y(v) + 4, "text-anchor": "end"}, v));
    });
    (named ? names.map(function (n, i) { return [i, n]; }) : ticksOf(span[0], span[1]).map(function (v) { return [v, v]; })).forEach(function (t) {
      g.appendChild(svg("line", {x1: X(t[0]), x2: X(t[0]), y1: H - B, y2: H - B + 4, "class": "tick"}));
      g.appendChild(svg("text", {x: X(t[0]), y: H - B + 16, "text-anchor": "middle"}, t[1]));
    });
    g.appendChild(svg("text", {x: (L + W - R) / 2, y: H - 5, "text-anchor": "middle", "class": "label"}, axis.label));
    g.appendChild(svg("text", {x: 12, y: (T + H - B) / 2, "text-anchor": "middle", "class": "label", transform: "rotate(-90 12 " + (T + H - B) / 2 + ")"}, "times as long as recorded"));
    if (busy != null && busy > span[0] && busy < span[1]) {
      var edge = X(busy) > W - 100;
      g.appendChild(svg("line", {x1: X(busy), x2: X(busy), y1: T, y2: H - B, "class": "busy"}));
      ["one accelerator", "needs " + short(busy) + " MB/s"].forEach(function (t, i) {
        g.appendChild(svg("text", {x: X(busy) + (edge ? -4 : 4), y: T + 8 + 13 * i, "text-anchor": edge ? "end" : "start", "class": "note"}, t));
      });
    }
    var band = lines[0].side === 5 && !named ? lines[0].points.filter(function (s) { return s[5][1] > 0 && s[5][2] > 0; }) : [];
    var limit = 1 + (first.allowed || 0), around = lines[0].side === 5 && !named ? lines[0].points : [];
    if (limit > 1 && around.length > 1)
      g.appendChild(svg("path", {"class": "limit", d: "M" + around.map(function (s) { return X(place(s)) + " " + Y(s[5][0] * limit); }).join("L") +
        "L" + around.slice().reverse().map(function (s) { return X(place(s)) + " " + Math.min(Y(s[5][0] / limit), H - B); }).join("L") + "Z"}));
    if (band.length > 1)
      g.appendChild(svg("path", {"class": "band", d: "M" + band.map(function (s) { return X(place(s)) + " " + Y(s[5][2]); }).join("L") +
        "L" + band.slice().reverse().map(function (s) { return X(place(s)) + " " + Y(s[5][1]); }).join("L") + "Z"}));
    var labels = [];
    lines.slice().reverse().forEach(function (l) {
      var path = l.points.map(function (s) { return [X(place(s)), Y(s[l.side][0])]; });
      if (l.side === 5 && axis.column === 1 && first.bound > l.points[l.points.length - 1][1] && X(first.bound) < W)
        path.push([X(first.bound), Y(1.05)]); /* from there on the real job is not 5 % longer */
      if (!named)
        g.appendChild(svg("path", {"class": "line c" + l.mark % 7, d: "M" + path.map(function (p) { return p.join(" "); }).join("L")}));
      l.points.forEach(function (s, i) {
        var title = svg("title", {}, l.name + ": " + short(s[l.side][0]) + " times as long, " + s[0]);
        var shape = mark(path[i][0], path[i][1], l.mark);
        shape.appendChild(title);
        g.appendChild(shape);
        if (s[l.side][3] > 0)
          g.appendChild(svg("circle", {cx: path[i][0], cy: Y(s[l.side][3]), r: 6, "class": "measured c" + l.mark % 7}, svg("title", {}, l.name + ": measured, " + short(s[l.side][3]) + " times as long")));
      });
      labels.push({y: path[0][1], x: path[0][0], text: l.mark ? only || l.mark : "real", mark: l.mark});
    });
    labels.sort(function (a, b) { return a.y - b.y; }).forEach(function (l, i) {
      l.y = i ? Math.max(l.y, labels[i - 1].y + 13) : l.y;
      g.appendChild(svg("text", {x: l.x - 9, y: l.y + 4, "text-anchor": "end", "class": "name c" + l.mark % 7}, l.text));
    });
    if (!named) {
      g.appendChild(mark(W - R - 2, Y(1), "recorded"));
      g.appendChild(svg("text", {x: W - R, y: Y(1) - 9, "text-anchor": "end", "class": "note"}, "as recorded"));
    }
    var left = named ? 0 : first.at.filter(function (s) { return place(s) < 0 && s[0] !== "full speed"; }).length;
    return el("figure", {"class": "answer"}, el("div", {}, g),
      el("details", {open: open}, el("summary", {}, "The numbers", left ? ", with " + left + (left > 1 ? " more storages" : " more storage") : " of this picture"), numbers(title, first, of)));
  }

  /* A shape of its own for each line. */
  function mark(x, y, k) {
    var shapes = ["M-4 0A4 4 0 1 1 4 0A4 4 0 1 1 -4 0Z", "M-4-4H4V4H-4Z", "M0-5L5 4H-5Z", "M0-5.5L5.5 0L0 5.5L-5.5 0Z", "M0 5L5-4H-5Z", "M-5-1.5H-1.5V-5H1.5V-1.5H5V1.5H1.5V5H-1.5V1.5H-5Z", "M-4-1.5L-1.5-4H1.5L4-1.5V1.5L1.5 4H-1.5L-4 1.5Z"];
    return svg("path", {d: k === "recorded" ? shapes[3] : shapes[k % 7], transform: "translate(" + x + " " + y + ")", "class": "mark " + (k === "recorded" ? "recorded" : "c" + k % 7)});
  }

  function swatch(k) {
    return svg("svg", {viewBox: "-14 -7 28 14", "class": "swatch", "aria-hidden": "true"}, svg("path", {d: "M-14 0H14", "class": "line c" + k % 7}), mark(0, 0, k));
  }

  /* What both sides do on each storage, and the error. */
  function numbers(title, first, of) {
    function amount3(x) { return x >= 999.5 ? x.toFixed(0) : short(x); }
    function timed(s) { return s[5][3] > 0 && s[6][3] > 0; }
    var any = of.some(function (o) { return o.answer.at.some(timed); });
    var heads = ["storage", "reads MB/s", "real job"];
    of.forEach(function (o, i) { heads.push(of.length > 1 ? i + 1 + " " + o.name : o.name, "error, %"); });
    heads.push("real job\u2019s accelerators busy, %");
    var relative = first.at.some(function (s) { return / x demand$/.test(s[0]); });
    var text = first.unit.charAt(0).toUpperCase() + first.unit.slice(1) + (relative ? "; 1\u00a0x\u00a0demand: what the real job read in a second, on average" : "") +
      "; in brackets: slows neither side, not counted" + (any ? "; *: timed on both sides" : "");
    return table({label: title + ", " + first.unit, caption: text}, heads, first.at.map(function (s) {
      return el("tr", {}, head(bound(s[0])), cell(short(s[1]), 1), cell(amount3(s[5][5]), 1),
        of.map(function (o) {
          var t = o.answer.at.filter(function (x) { return x[0] === s[0]; })[0];
          var off = t && t[7] != null ? (t[7] > 0 ? "+" : "") + num(t[7], 0) + (timed(t) ? "*" : "") : null;
          return [cell(t ? amount3(t[6][5]) : null, 1), cell(off && !t[8] ? "(" + off + ")" : off, 1)];
        }), cell(s[5][4] >= 0 && s[5][4] != null ? num(100 * s[5][4], 0) : null, 1));
    }));
  }

  /* --- the first screen */

  /* What changes first, and the answer after it: of one pair, so what it is now is left out. */
  function change(e) {
    var c = e.causes[0], none = e.answer && !e.answer.alone;
    var after = c && c.after && c.after.replace(/^the answer stays [^;]*(; )?/, "").replace(/^answer [0-9.]+ % -> /, "the answer is then ").replace(/similarity then [0-9.]+ at best/, "the runs are then more alike");
    return !c ? null : none ? "No single change makes the error smaller." : ["Change first: ", c.set.length ? settings({set: c.set.slice(0, 2)}) : c.text, c.set.length > 2 ? " and " + (c.set.length - 2) + " more" : null,
      after ? [" \u2013 ", bound(after)] : null, "."];
  }

  /* Numbers and their units stay on one line. */
  function bound(text) { return text && text.replace(/([0-9]) (%|MB\/s|GB\/s|x demand)/g, "$1\u00a0$2").replace(/ -> /g, " \u2192 "); }
  function sentence(text) { return text ? bound(text.charAt(0).toUpperCase() + text.slice(1)) + ". " : null; }

  /* A sentence whose error stands out. */
  function stressed(text) {
    return sentence(text).split(/([0-9.]+\u00a0% off)/).map(function (part, i) { return i % 2 ? el("b", {}, part) : part; });
  }

  /* What 1 GB/s feeds, with a sign of its own: within the limit or not. */
  function capacity(a) {
    if (!a.capacity)
      return null;
    var within = a.feeds[0] > 0 && a.feeds[1] > 0 ? Math.abs(Math.log(a.feeds[1] / a.feeds[0])) <= Math.log(1 + a.allowed) ? 0 : 1 : null;
    return el("span", {"class": "capacity"}, within == null ? null : el("span", {"class": "rated-" + within, title: (within ? "beyond" : "within") + " the limit of " + num(100 * a.allowed, 0) + " %"}, el("span", {"class": "sign"}, VERDICTS[within][1])), " ", sentence(a.capacity.replace(/ \([0-9.]+ to [0-9.]+\)/g, "")));
  }

  /* The breakdown in small: a box for each resource, and the one that differs most. */
  function strip(of) {
    var known = of.filter(function (r) { return r[1] != null; });
    return !known.length ? null : el("div", {"class": "differs"}, el("span", {"class": "strip", role: "img", "aria-label": "Similarity of each resource: " + known.map(function (r) { return r[0] + " " + num(r[1]); }).join(", ")},
      known.map(function (r) { return el("i", {"class": r[1] < 0.5 ? "far" : r[1] < 0.8 ? "off" : "near", title: r[0] + " " + num(r[1])}); })), " Differs most: ", known[0][0], " (" + num(known[0][1]) + ")");
  }

  function entry(e, k, list) {
    var said = list.answer ? e.answer.said || e.answer.fact : e.text;
    return el("li", {}, swatch(k), el("div", {},
      el("div", {}, el("b", {"class": "n"}, k), " ", pairLink(e.i, e.name), " ", sign(e.verdict), " for " + list.profile, e.differs ? el("small", {title: "not the same with all real runs, or all repeats"}, " differs in some pairs") : null),
      el("div", {"class": "said"}, stressed(said || "The answer is not known")),
      list.answer && !said ? el("div", {"class": "soft"}, sentence(e.answer.reason)) : null,
      list.answer ? el("div", {}, capacity(e.answer)) : null, strip(e.breakdown),
      el("div", {}, "Valid for ", el("b", {}, e.valid), ". ", change(e), e.trend ? [" Similarity: ", trend(e.trend, 120, 26), " ", changes(e.trend)] : null)));
  }

  function workload(list, at) {
    var shown = list.of, pictures = shown.filter(function (e) { return e.answer.at.length; });
    var n = list.reals + (list.reals === 1 ? " real run" : " real runs");
    return el("section", {"class": "workload", id: "workload-" + at}, el("h2", {}, list.name || "unknown workload", el("small", {}, " ", n, list.answer ? null : ", judged by profile " + list.profile)),
      el("div", {"class": "beside"}, pictures.length ? curve(list.name || "workload", pictures) : null,
        el("ol", {"class": "configurations"}, shown.map(function (e, i) { return entry(e, i + 1, list); }),
          list.all > shown.length ? el("li", {"class": "more"}, list.all - shown.length + " more are in the ", el("a", {href: "#ranking"}, "ranking")) : null)),
      list.leftOut ? el("p", {"class": "soft"}, list.leftOut) : null);
  }

  function overview() {
    var allowed = {};
    all.lists.forEach(function (l) { l.of.forEach(function (e) { if (l.answer && e.answer.allowed > 0) allowed[num(100 * e.answer.allowed, 0)] = 1; }); });
    var one = Object.keys(allowed).length === 1 ? el("small", {}, " ", "limit " + Object.keys(allowed)[0] + "\u00a0%: the grey band around the real job") : null;
    var v = el("section", {"class": "view", id: "all"}, el("h1", {}, "How far is the benchmark\u2019s answer off?", one));
    add(v, all.caveats.map(function (c) { return el("p", {"class": "warning"}, el("b", {}, "Warning. "), c); }));
    var lists = all.lists.filter(function (l) { return l.of.length; });
    if (lists.length > 3)
      add(v, [el("nav", {"class": "contents", "aria-label": "Workloads, with the best configuration of each"}, lists.map(function (l, i) {
        return el("span", {}, el("a", {href: "#workload-" + i}, l.name || "unknown workload"), " ", sign(l.of[0].verdict), l.answer && l.of[0].answer.error != null ? " " + bound(percent(l.of[0].answer.error)) + " off" : null);
      }))]);
    add(v, lists.map(workload));
    if (!lists.length)
      add(v, [el("p", {}, "No emulation was compared with a real run of its workload.")]);
    var repeats = all.lists.filter(function (l) { return l.repeat; });
    add(v, [el("nav", {"class": "contents", "aria-label": "Sections"}, el("a", {href: "#ranking"}, "Ranking"), all.failed.length ? el("a", {href: "#failed"}, "Not compared") : null,
      all.history ? el("a", {href: "history.html"}, "History") : null, el("a", {href: "#files"}, "Files"))]);
    if (repeats.length)
      add(v, [el("p", {}, "Real runs compared with each other: ", repeats.map(function (l, i) {
        var r = l.repeat;
        return [i ? "; " : "", l.name || "unknown workload", " ", pairLink(r.i, r.error != null ? percent(r.error) + " off" : r.similarity != null ? "similarity " + num(r.similarity) + " of " + r.clauses + " clauses" : "not compared")];
      }), ".")]);
    add(v, [[["Window", all.window], ["Declared out of scope", all.outOfScope]].map(function (w) {
      return w[1] ? el("p", {"class": "soft"}, w[0] + ": " + w[1] + ".") : null;
    })]);
    if (all.failed.length)
      add(v, [el("h2", {id: "failed"}, "Not compared"), table({label: "Not compared"}, ["real run or file", "emulation", "reason"], all.failed.map(function (f) {
        return el("tr", {}, head(f[0]), cell(f[1]), cell(f[2]));
      }))]);
    add(v, [resembles(), ranking(), el("h2", {id: "files"}, "Files beside this page"), el("ul", {},
      [["report.md", "the ranking as plain text"], ["ranking.tsv", "one row a pair, for spreadsheets"], ["index.json", "the same for programs"]].map(function (f) {
        return el("li", {}, fileLink(f[0]), ": " + f[1]);
      }), el("li", {}, "one JSON file a pair, linked at the end of its page"))]);
    return v;
  }

  /* Of runs that were compared with several workloads: how alike they are to each. */
  function resembles() {
    var rows = {}, columns = [];
    if (!all.rows.some(function (r) { return r[11] === 2; }))
      return null;
    all.rows.forEach(function (r) {
      var w = r[13] || r[1], of = rows[r[2]] = rows[r[2]] || {};
      if (columns.indexOf(w) < 0)
        columns.push(w);
      of[w] = Math.max(of[w] == null ? -1 : of[w], r[9] == null ? -1 : r[9]);
    });
    return [el("h2", {id: "identify"}, "Which workload does each run resemble?"), table({label: "Workloads", id: "resembles", caption: "The highest similarity of the run with a real run of the workload: 1 is equal"},
      ["run"].concat(columns), Object.keys(rows).map(function (name) {
        var of = rows[name], most = Math.max.apply(null, columns.map(function (c) { return of[c] == null ? -1 : of[c]; }));
        return el("tr", {}, head(name), columns.map(function (c) { return el("td", {"class": "n"}, of[c] >= 0 ? of[c] === most ? el("b", {}, num(of[c])) : num(of[c]) : "\u2013"); }));
      }))];
  }

  /* --- the ranking */

  function ranking() {
    var rows = all.rows.filter(function (r) { return r[11] !== 2; });
    if (!rows.length)
      return null;
    var body = rows.map(function (r) {
      var tr = el("tr", {"data-real": r[1], "data-verdict": r[11] === 1 ? "" : (VERDICTS[r[5]] || [""])[0], "data-two-real": r[11] === 1},
        el("td", {}, name(r[1])), el("td", {"class": "n"}, (r[4] ? "=" : "") + r[3]), el("th", {scope: "row"}, pairLink(r[0], name(r[2])), r[11] === 1 ? el("small", {}, " real") : null),
        el("td", {}, r[11] === 1 ? "repeat" : sign(r[5])), el("td", {"class": "n"}, r[8] in SEEN ? SEEN[r[8]] : bound(r[8])), el("td", {}, r[6]), el("td", {"class": "n"}, num(r[9], 3)), el("td", {"class": "n"}, r[14]), el("td", {"class": "n"}, r[10]));
      tr.values = [r[1], r[3], r[2], r[5], r[7] == null ? Infinity : r[7], r[6], r[9] == null ? -1 : r[9], r[14], r[10]];
      return tr;
    });
    var place = table({label: "Ranking", id: "ranked"}, ["real run", "place", "emulation", "verdict", "answer off by", "valid for", "similarity", "clauses compared", "serious findings"], body);
    var tbody = place.querySelector("tbody"), ths = [].slice.call(place.querySelectorAll("th[scope=col]"));
    ths.forEach(function (th, i) {
      var text = th.textContent;
      th.textContent = "";
      th.appendChild(el("button", {type: "button", click: function () { sort(i, th); }}, text));
    });
    function sort(i, th) {
      var falls = th.getAttribute("aria-sort") === "ascending" || (!th.hasAttribute("aria-sort") && i >= 6), s = falls ? -1 : 1;
      ths.forEach(function (o) { o.removeAttribute("aria-sort"); });
      th.setAttribute("aria-sort", falls ? "descending" : "ascending");
      body.slice().sort(function (a, b) {
        var x = a.values[i], y = b.values[i];
        return typeof x === "string" ? s * x.localeCompare(y, undefined, {numeric: true}) : x === y ? 0 : s * (x < y ? -1 : 1);
      }).forEach(function (tr) { tbody.appendChild(tr); });
    }
    var find = el("input", {type: "search", id: "find", placeholder: "part of a name", input: filter}), real = el("select", {id: "of-real", change: filter}, el("option", {value: ""}, "all"));
    var verdict = el("select", {id: "of-verdict", change: filter}, el("option", {value: ""}, "all"), VERDICTS.map(function (v) { return el("option", {}, v[0]); }));
    var none = el("input", {type: "checkbox", id: "no-real", change: filter}), shown = el("output", {id: "shown", "aria-live": "polite"});
    rows.map(function (r) { return r[1]; }).filter(function (n, i, a) { return a.indexOf(n) === i; }).forEach(function (n) { real.appendChild(el("option", {}, n)); });
    function filter() {
      var n = 0, part = find.value.toLowerCase();
      body.forEach(function (tr) {
        tr.hidden = (part && (tr.values[0] + " " + tr.values[2]).toLowerCase().indexOf(part) < 0) || (real.value && tr.values[0] !== real.value) ||
          (verdict.value && tr.getAttribute("data-verdict") !== verdict.value) || (none.checked && tr.hasAttribute("data-two-real"));
        n += !tr.hidden;
      });
      shown.textContent = n + " of " + body.length + " pairs shown";
    }
    return [el("h2", {id: "ranking"}, "Ranking"), el("p", {}, all.order), all.rows.length < all.pairs ?
      el("p", {"class": "soft"}, "These are the first places; ", fileLink("ranking.tsv"), " has all " + all.pairs + " pairs.") : null,
      el("form", {"class": "filters", submit: function (ev) { ev.preventDefault(); }}, el("label", {}, "Find ", find), el("label", {}, "Real run ", real), el("label", {}, "Verdict ", verdict),
        el("label", {}, none, " hide real runs compared with real runs"), shown), place];
  }

  /* --- trends */

  /* Of the answer how far it is off, of the rest 0 to 1. */
  function ofKind(kind, x, digits) { return x == null ? "\u2013" : kind === "answer" ? percent(x) : num(x, digits); }
  function most(t) { return t.kind === "answer" ? Math.max.apply(null, t.y.concat(0.1)) : 1; }
  function rangeOf(t) { return "0 to " + ofKind(t.kind, most(t), 0); }

  function trend(t, w, h) {
    var n = Math.max(1, t.y.length - 1), g = svg("svg", {viewBox: "0 0 " + w + " " + h, "class": "trend", role: "img", width: w, height: h, "aria-label": t.what + " over the stored results, " + rangeOf(t)});
    function X(i) { return 3 + (w - 6) * i / n; }
    function Y(v) { return h - 3 - (h - 6) * v / most(t); }
    var d = "";
    t.y.forEach(function (v, i) { d += v == null ? "" : (i && t.y[i - 1] != null ? "L" : "M") + X(i) + " " + Y(v); });
    t.changes.forEach(function (c) { g.appendChild(svg("line", {x1: X(c[0] - 0.5), x2: X(c[0] - 0.5), y1: 0, y2: h, "class": "busy"})); });
    g.appendChild(svg("path", {d: d, "class": "line c0"}));
    t.y.forEach(function (v, i) { if (v != null && (h > 60 || i === t.y.length - 1)) g.appendChild(svg("circle", {cx: X(i), cy: Y(v), r: 2.5, "class": "mark c0"})); });
    return g;
  }

  function changes(t) {
    return el("small", {}, t.changes.length ? t.changes.map(function (c, i) {
      return [i ? "; " : "", el("span", {title: "p = " + c[4]}, ofKind(t.kind, c[2]) + " \u2192 ", el("b", {}, ofKind(t.kind, c[3])), " since " + c[1])];
    }) : "no change");
  }

  function history(h) {
    var at = h.changes.map(function (c) { return c[0]; }).filter(function (c, i, a) { return a.indexOf(c) === i; }).length;
    var v = el("section", {"class": "view", id: "history"}, h.beside ? el("nav", {"class": "steps", "aria-label": "Report"}, el("a", {href: "report.html"}, "All configurations")) : null,
      el("h1", {}, "When did the emulations change?"),
      el("p", {"class": "lead"}, h.searched ? [el("b", {}, h.changes.length + (h.changes.length === 1 ? " change" : " changes")), " in " + h.searched + " numbers of " + h.entries.length + " stored results, at " + at + " of them."] :
        [el("b", {}, "Too few results to decide"), ": " + h.entries.length + " stored, " + h.least + " are needed."]));
    if (h.searched)
      add(v, [el("p", {}, "Change points are found by E-divisive (Matteson & James 2014, doi:10.1080/01621459.2013.849605) at level " + h.level + " for each number. At least " +
        h.segment + " results are on each side. Numbers are medians over the runs of a configuration.", h["short"] ? " " + h["short"] + " other numbers have too few results (" + h.shortest + " or so)." : "")]);
    if (h.changes.length)
      add(v, [el("h2", {id: "changes"}, "Changes"), table({label: "Changes", id: "changes-table"}, ["since", "configuration", "of", "before", "after", "p"], h.changes.map(function (c) {
        return el("tr", {}, head(c[0]), cell(c[1]), cell(c[6] === "similarity" ? c[6] : c[2]), cell(ofKind(c[6], c[3], 3), 1), cell(ofKind(c[6], c[4], 3), 1), cell(num(c[5], 3), 1));
      }))]);
    h.configs.forEach(function (c) {
      add(v, [el("h2", {}, c.name, el("small", {}, " ", c.workload))]);
      [["answer", "Answer, % off"], ["similarity", "Similarity"], ["group", "Groups"], ["clause", "Clauses"]].forEach(function (kind) {
        var of = c.of.filter(function (t) { return t.kind === kind[0]; });
        if (!of.length)
          return;
        if (kind[0] === "answer")
          add(v, [el("figure", {"class": "answer"}, trend(of[0], 700, 150), el("figcaption", {}, "How far the answer is off over the stored results, " + rangeOf(of[0]) + ": ", changes(of[0]), "."))]);
        var t = table({label: kind[1] + " of " + c.name}, [kind[0], kind[0] === "answer" ? "course, from 0" : "course, 0 to 1", "first", "latest", "changes"], of.map(function (t) {
          var known = t.y.filter(function (y) { return y != null; });
          return el("tr", {}, head(t.what), el("td", {}, trend(t, 120, 26)), cell(ofKind(t.kind, known[0]), 1), cell(ofKind(t.kind, known[known.length - 1]), 1), el("td", {}, changes(t)));
        }));
        add(v, [kind[0] === "clause" ? el("details", {}, el("summary", {}, kind[1]), t) : t]);
      });
      if (c.steady)
        add(v, [el("p", {"class": "soft"}, c.steady + " clauses had the same grade throughout.")]);
    });
    return v;
  }

  /* --- one pair */

  /* The settings of all causes, nested as DLIO's files have them. */
  function yaml(causes) {
    var all = {}, lines = [], before = [];
    causes.forEach(function (c) { c.set.forEach(function (s) { if (s[2] != null && !(s[0] in all)) all[s[0]] = s; }); });
    Object.keys(all).sort().forEach(function (key) {
      var parts = key.split("."), shared = 0;
      while (shared < parts.length - 1 && before[shared] === parts[shared])
        shared++;
      for (; shared < parts.length - 1; shared++)
        lines.push("  ".repeat(shared) + parts[shared] + ":");
      lines.push("  ".repeat(parts.length - 1) + parts[parts.length - 1] + ": " + all[key][2] + "  # was " + (all[key][1] == null ? "not set" : all[key][1]));
      before = parts.slice(0, -1);
    });
    return lines.join("\n");
  }

  /* "2 warnings", folded; a single one stands open. */
  function folded(warnings) {
    var text = warnings.map(function (w) { return el("p", {}, el("b", {}, "Warning. "), w); });
    return warnings.length < 2 ? text : el("details", {"class": "warnings"}, el("summary", {}, warnings.length + " warnings"), text);
  }

  function similarity(p) {
    return p.similarity == null ? null : el("span", {"class": "similar"}, "Similarity ", el("b", {}, num(p.similarity)), p.low == null ? null : " (" + num(p.low) + " to " + num(p.high) + ")", " of " + p.clauses + " clauses.");
  }

  /* real: both are real runs, of which neither emulates the other. */
  function banner(p, real) {
    var first = p.profiles[0], a = p.answer, unmet = first && first.unmet[0];
    var byAnswer = first && a.profile === first.profile;
    if (real)
      return el("div", {"class": "banner", role: "note"}, el("p", {"class": "lead"}, "Two real runs", a.error == null ? null : [": their answers are ", el("b", {}, bound(percent(a.error)) + " apart")], "."), el("p", {}, similarity(p)), folded(p.warnings));
    var lead = byAnswer ? a.said || a.fact || a.reason || first.reason || "the answer is not known" : unmet && first.verdict === 1 ? unmet[2] : first ? first.met + " of " + first.of + " clauses are met" : "";
    return el("div", {"class": "banner rated-" + (first ? first.verdict : 2), role: "note"},
      el("p", {"class": "lead"}, first ? sign(first.verdict) : null, first ? " for " + first.profile + ": " : "", el("b", {}, bound(lead)), "."),
      byAnswer && a.fact && a.fact !== lead ? el("p", {"class": "fact"}, "Decided by: ", bound(a.fact), ".") : null,
      byAnswer && a.reason && a.reason !== lead ? el("p", {}, "Undecided because ", a.reason, ".") : null,
      el("p", {}, capacity(a), similarity(p)),
      a.unseen.map(function (u, k) { return u ? el("p", {}, k ? "Emulation: " : "Real run: ", u, ".") : null; }),
      p.incomplete ? el("p", {}, "Not all files could be read: ", p.incomplete) : null,
      folded(p.warnings));
  }

  function causes(p) {
    var text = yaml(p.causes);
    return [el("h2", {id: "change"}, "What to change"), p.causes.length ? table({label: "What to change", "class": "causes"}, ["in the emulation", "setting: now \u2192 wanted", "then"], p.causes.map(function (c) {
      return el("tr", {}, head(c.text), el("td", {}, c.set.length ? settings(c) : "no setting known"), el("td", {}, bound(c.after) || "\u2013"));
    })) : el("p", {}, "No difference that the rules for causes can name."),
      text ? el("details", {}, el("summary", {}, "The settings as YAML"), el("pre", {tabindex: "0", "class": "yaml"}, text)) : null];
  }

  /* Each resource by each measure: the number, and its grade as a colour. */
  function breakdown(p) {
    if (!p.breakdown.length)
      return null;
    function graded(text, grade, why) {
      var attrs = {"class": "n" + (grade == null ? "" : grade < 0.5 ? " far" : grade < 0.8 ? " off" : " near")};
      if (why || grade != null)
        attrs.title = why ? "not measurable: " + why : "grade " + num(grade);
      return el("td", attrs, text);
    }
    var why = {};
    p.breakdown.forEach(function (r) { r.slice(2).forEach(function (c) { if (c[2]) (why[c[2]] = why[c[2]] || []).indexOf(r[0]) < 0 && why[c[2]].push(r[0]); }); });
    return [el("h2", {id: "breakdown"}, "The breakdown"), table({label: "The breakdown", "class": "breakdown"}, ["resource", "similarity", "amount", "DTW", "spectrum", "distribution", "timing"], p.breakdown.map(function (r) {
      return el("tr", {}, head(r[0]), graded(num(r[1]), r[1]), r.slice(2).map(function (c) { return graded(c[0], c[1], c[2]); }));
    })), el("p", {"class": "soft"}, "Amount: the emulation's over the real run's. DTW and timing: 0 is the same. oct, dec: octaves, decades apart. Grade: ", el("span", {"class": "far"}, "below 0.5"), ", ", el("span", {"class": "off"}, "below 0.8"), ", ", el("span", {"class": "near"}, "0.8 and more"), ".",
      Object.keys(why).map(function (w) { return " \u2013: " + w + " (" + why[w].join(", ") + ")."; }))];
  }

  function profiles(p) {
    return [el("h2", {id: "clauses"}, "Clauses by profile"), p.profiles.map(function (o) {
      return el("details", {"class": "profile"}, el("summary", {}, sign(o.verdict), " for ", el("b", {}, o.profile), " \u2013 " + o.met + " of " + o.of + " clauses met"),
        el("p", {}, o.text, o.reason ? [". ", o.reason] : null, "."), o.unmet.length ? el("ul", {}, o.unmet.map(function (c) {
          return el("li", {}, c[1] === "not met" ? null : c[1] + ": ", c[2], " ", el("small", {}, c[0], c[3] ? ", key" : ""));
        })) : null);
    })];
  }

  function measures(p) {
    var of = p.measures.filter(function (r) { return r[2].length; });
    return !of.length ? null : el("details", {}, el("summary", {}, "Every measure"), el("p", {}, "\u00d7 is a factor between the two runs, % a share. Repeats: how far repeats of the real run are apart; allowed: what the profile allows beyond that."),
      table({label: "Measures", "class": "measures"}, ["measure", "real run", "emulation", "apart", "repeats", "allowed", "grade", "clause"], of.map(function (r) {
        return [el("tr", {"class": "head"}, el("th", {scope: "rowgroup", colspan: "8"}, r[0], r[1] ? " (" + r[1] + ")" : ""))].concat(r[2].map(function (m) {
          return el("tr", {}, el("th", {scope: "row", title: m[0]}, m[1]), m.slice(2, 7).map(function (v) { return cell(v, 1); }), cell(num(m[7]), 1), cell(m[8]));
        }));
      })));
  }

  function operators(p) {
    return !p.operators.length ? null : el("details", {}, el("summary", {}, "By operator traces"), table({label: "Operators", "class": "operators", caption: "Seconds in which each run was at it, and their share of the length of its traces. Not graded."},
      ["operators", "real s", "real %", "emulation s", "emulation %"], p.operators.map(function (o) {
        return el("tr", {}, head(o[0]), cell(num(o[1], 3), 1), cell(o[2] == null ? null : num(100 * o[2], 1), 1), cell(num(o[3], 3), 1), cell(o[4] == null ? null : num(100 * o[4], 1), 1));
      })));
  }

  function method(p) {
    return el("details", {}, el("summary", {}, "Findings, clocks, method"), p.findings.length ? el("ul", {}, p.findings.map(function (f) { return el("li", {}, f[0] === "info" ? null : el("b", {}, f[0] + ": "), f[1]); })) : null,
      el("dl", {}, [["similarity", p.similarity == null ? p.reason : num(p.similarity) + (p.low == null ? "" : " (" + num(p.low) + " to " + num(p.high) + ")") + " of " + p.clauses + " clauses"], ["runs", p.real.runs + " real, " + p.emulation.runs + " emulated" + (p.pairs ? ", " + p.pairs + " pairs" : "")]]
        .concat(p.method).filter(function (m) { return m[1]; }).map(function (m) { return [el("dt", {}, m[0]), el("dd", {}, m[1])]; })));
  }

  function pair(i) {
    var p = data(i), row = all.rows.filter(function (r) { return r[0] === i; })[0];
    var order = all.rows.map(function (r) { return r[0]; }), at = order.indexOf(i);
    var nav = el("nav", {"class": "steps", "aria-label": "This pair"}, el("a", {href: "#all"}, "All pairs"), at > 0 ? pairLink(order[at - 1], "Previous pair") : null,
      at >= 0 && at + 1 < order.length ? pairLink(order[at + 1], "Next pair") : null);
    if (!p)
      return el("section", {"class": "view pair", id: "pair-" + i}, nav, el("h1", {}, row[1], " and ", row[2]), doc.readyState === "loading" ? el("p", {}, "Being loaded.") :
        el("p", {}, "To stay small, this page has no details of this pair, which is in a late place. They are in ", fileLink(row[12]), "; a report of a folder with fewer results shows them."));
    var c = p.answer.at.length ? curve(p.emulation.id, [{name: p.emulation.id, answer: p.answer}], true) : null;
    var v = el("section", {"class": "view pair", id: "pair-" + i}, nav, el("h1", {}, el("span", {"class": "real"}, p.real.id), el("small", {}, " and "), el("span", {"class": "emulation"}, p.emulation.id), el("small", {}, " ", p.real.workload)),
      banner(p, row && row[11] === 1), breakdown(p), el("div", {"class": "beside"}, c ? [c] : null, el("div", {}, causes(p))));
    add(v, [el("h2", {id: "times"}, "Over time"), p.series.length ? null : el("p", {"class": "soft"}, "No pictures of this pair: ", p.why ? "the file of its series cannot be used. " + p.why + "." : "there is no file of its series, or no room for it."),
      el("div", {"class": "times"})]);
    add(v, [profiles(p), measures(p), operators(p), method(p), el("p", {}, "All numbers of this pair: ", fileLink(p.file), ".")]);
    v.draw = function () { if (p.series.length) times(v.querySelector(".times"), p); };
    return v;
  }

  /* --- plots over time, which zoom together */

  function unpack(side, key, step) {
    return side[key].split(",").map(function (t) { return t === "" ? null : Number(t) * step; });
  }

  function line(k, extreme) {
    return {label: extreme ? "highest" : k ? "emulation" : "real run", "class": extreme ? "extreme" : "mean", auto: !extreme, alpha: extreme ? 0.45 : 1, width: extreme ? 0.5 : 1.4,
      stroke: function () { return css(k ? "--emulation" : "--real"); }, dash: k && !extreme ? [6, 3] : [], points: {show: false}, value: amount};
  }

  /* The lines of a series: means, and the highest that these stand for. */
  function linesOf(s) {
    return [{}].concat(s.side[0] ? [line(0), line(0, true)] : [], s.side[1] ? [line(1), line(1, true)] : []);
  }

  /* What is drawn of it from lo to hi: at most one point for 2 px, at multiples of its width. */
  function dataOf(s, lo, hi, px) {
    var of = [];
    s.side.forEach(function (side) {
      if (!side)
        return;
      var y = side.values = side.values || unpack(side, "y", s.step), high = side.highs = side.highs || (side.high ? unpack(side, "high", s.step) : y);
      var each = Math.max(1, Math.ceil((hi - lo) / side.dt / (px / 2))), place = Math.round(side.t0 / side.dt), first = Math.floor((lo - side.t0) / side.dt) - each;
      var i = Math.max(0, first - ((first + place) % each + each) % each), last = Math.min(y.length, (hi - side.t0) / side.dt + each + 1), xs = [], means = [], tops = [];
      for (; i < last; i += each) {
        var sum = 0, n = 0, top = null;
        for (var j = i; j < Math.min(i + each, y.length); j++) {
          if (y[j] == null)
            continue;
          sum += y[j];
          n++;
          top = top == null ? high[j] : Math.max(top, high[j]);
        }
        xs.push(Math.round((side.t0 + (i + each / 2) * side.dt) * 1e6) / 1e6);
        means.push(n ? sum / n : null);
        tops.push(top);
      }
      of.push([xs, means, tops]);
    });
    return uPlot.join(of);
  }

  function amount(u, v) { return v == null ? "\u2013" : short(v); }

  /* Phases of the real run behind its curves. */
  function stripes(phases) {
    var names = {EVAL: "--eval", CHECKPOINT: "--checkpoint"};
    return function (u) {
      phases.forEach(function (p) {
        var from = Math.max(u.bbox.left, u.valToPos(p[1], "x", true)), to = Math.min(u.bbox.left + u.bbox.width, Math.max(u.valToPos(p[2], "x", true), u.valToPos(p[1], "x", true) + 2 * devicePixelRatio));
        if (to <= from)
          return;
        u.ctx.save();
        u.ctx.fillStyle = css(names[p[0]] || "--init");
        u.ctx.fillRect(from, u.bbox.top, to - from, u.bbox.height);
        u.ctx.restore();
      });
    };
  }

  /* Triangles at the top of a plot where the highest values are cut, and how high these are. */
  function spikes(u) {
    var top = 0, r = devicePixelRatio, box = u.bbox;
    u.series.forEach(function (s, k) {
      var last = -Infinity;
      if (s["class"] === "extreme")
        u.data[0].forEach(function (x, i) {
          var v = u.data[k][i], at = u.valToPos(x, "x", true);
          if (v == null || v <= u.scales.y.max || at < box.left || at > box.left + box.width)
            return;
          top = Math.max(top, v);
          if (at - last < 8 * r)
            return;
          last = at;
          u.ctx.beginPath();
          u.ctx.moveTo(at, box.top);
          u.ctx.lineTo(at - 4 * r, box.top + 7 * r);
          u.ctx.lineTo(at + 4 * r, box.top + 7 * r);
          u.ctx.fillStyle = css(k < 3 && u.series[1].label !== "emulation" ? "--real" : "--emulation");
          u.ctx.fill();
        });
    });
    u.root.parentNode.querySelector(".cut").textContent = top ? " \u25B2 up to " + short(top) : "";
  }

  function plot(place, title, unit, lines, data, options) {
    var look = {stroke: function () { return css("--ink"); }, grid: {stroke: function () { return css("--line"); }, width: 1}, ticks: {stroke: function () { return css("--line"); }, width: 1}};
    var figure = el("figure", {"class": "series", "data-name": title, role: "group", "aria-label": title + " of both runs" + (options.source ? " over time" : "")}, el("h3", {}, title, el("small", {}, " ", unit), el("small", {"class": "cut"})));
    place.appendChild(figure);
    lines[0] = {label: options.source ? "at" : "step", value: function (u, v) { return v == null ? "\u2013" : short(v) + (options.source ? " s" : ""); }};
    var u = new uPlot({width: Math.max(280, figure.clientWidth), height: 150, series: lines,
      scales: {x: {time: false}, y: {range: function (u, lo, hi) { return [0, hi > 0 ? 1.05 * hi : 1]; }}},
      axes: [Object.assign({label: options.label, labelSize: 16, size: 30}, look), Object.assign({size: 60, values: function (u, v) { return v.map(function (x) { return x == null ? "" : short(x); }); }}, look)],
      cursor: {sync: options.source ? {key: "times"} : undefined, drag: {x: true, y: false}, bind: {dblclick: function () { return function () { zoom(options.whole[0], options.whole[1]); }; }}},
      hooks: {drawClear: [stripes(options.phases)], draw: [spikes], setScale: [function (u, key) {
        if (key === "x") {
          u.root.setAttribute("data-shows", u.scales.x.min + " " + u.scales.x.max);
          if (u.ready)
            zoom(u.scales.x.min, u.scales.x.max);
        }
      }]}}, data, figure);
    u.source = options.source;
    plots.push(u);
    return u;
  }

  function zoom(lo, hi) {
    if (range && range[0] === lo && range[1] === hi)
      return;
    range = [lo, hi];
    Promise.resolve().then(function () { /* a plot that is being scaled takes no data */
      plots.forEach(function (u) {
        if (!u.source || range[0] !== lo || range[1] !== hi)
          return;
        u.ready = true; /* its first scale was that of its data */
        u.setData(dataOf(u.source, lo, hi, u.over.clientWidth), false);
        u.setScale("x", {min: lo, max: hi});
      });
    });
  }

  /* In a unit in which the highest value is not a small fraction. */
  function readable(s) {
    var top = 0, smaller = {"MiB/s": "KiB/s", "KiB/s": "B/s"};
    s.side.forEach(function (side) {
      if (side)
        (side.high || side.y).split(",").forEach(function (t) { top = Math.max(top, Number(t) * s.step); });
    });
    for (; top < 0.1 && smaller[s.unit]; top *= 1024) {
      s.unit = smaller[s.unit];
      s.step *= 1024;
    }
  }

  function times(place, p) {
    p.series.forEach(readable);
    var whole = [Infinity, -Infinity], job = [Math.min(p.job[0][0], p.job[1][0]), Math.max(p.job[0][1], p.job[1][1])];
    p.series.forEach(function (s) {
      s.side.forEach(function (side) { if (side) whole = [Math.min(whole[0], side.t0), Math.max(whole[1], side.t0 + side.dt * side.y.split(",").length)]; });
    });
    function button(text, f) { return el("button", {type: "button", click: f}, text); }
    function by(from, width) { return function () { var w = range[1] - range[0]; zoom(range[0] + from * w, range[0] + (from + width) * w); }; }
    place.appendChild(el("div", {"class": "zoom", role: "toolbar", "aria-label": "Time shown"}, button("Job", function () { zoom(job[0], job[1]); }), button("All", function () { zoom(whole[0], whole[1]); }),
      button("Zoom in", by(0.25, 0.5)), button("Zoom out", by(-0.5, 2)), button("\u2190 Earlier", by(-0.5, 1)), button("Later \u2192", by(0.5, 1)),
      el("small", {}, "or drag in a plot")));
    place.appendChild(el("p", {"class": "keys soft"}, "Seconds after the job begins. ", swatch(0), " real run ", swatch(1), " emulation; faint: the highest of each interval; \u25B2: higher than the plot",
      p.phases[0].length ? ["; ", el("i", {"class": "key eval"}), " evaluation ", el("i", {"class": "key checkpoint"}), " checkpoint"] : null));
    range = null;
    p.series.forEach(function (s) {
      plot(place, s.name, s.unit, linesOf(s), dataOf(s, job[0], job[1], 600), {source: s, phases: p.phases[0], label: "s", whole: whole});
    });
    zoom(job[0], job[1]);
    if (p.steps[0].length + p.steps[1].length) {
      var of = [], lines = [{}];
      p.steps.forEach(function (y, k) {
        if (!y.length)
          return;
        of.push([y.map(function (v, i) { return i + 1; }), y]);
        lines.push(line(k));
      });
      plot(place, "length of training steps, in order", "s", lines, uPlot.join(of), {source: null, phases: [], label: "step", whole: whole});
    }
    place.appendChild(el("details", {}, el("summary", {}, "The numbers of these pictures"), table({label: "Series of both runs"}, ["resource", "unit", "real mean", "emulation mean", "real highest", "emulation highest"], p.series.map(function (s) {
      var of = s.side.map(function (side) {
        var y = side ? unpack(side, "y", s.step).filter(function (v) { return v != null; }) : [], high = side && side.high ? unpack(side, "high", s.step) : y;
        return y.length ? [y.reduce(function (a, b) { return a + b; }, 0) / y.length, Math.max.apply(null, high)] : [null, null];
      });
      return el("tr", {}, head(s.name), cell(s.unit), cell(short(of[0][0]), 1), cell(short(of[1][0]), 1), cell(short(of[0][1]), 1), cell(short(of[1][1]), 1));
    }))));
  }

  /* --- what is shown */

  function show() {
    var hash = location.hash.slice(1), number = /^pair-([0-9]+)$/.exec(hash), shown = main.firstChild && main.firstChild.id;
    if (!number && shown && hash && doc.getElementById(hash)) {
      doc.getElementById(hash).scrollIntoView();
      return;
    }
    var details = number && doc.getElementById("d-" + number[1]);
    var want = number && (details || all.rows.some(function (r) { return r[0] === Number(number[1]); })) ? hash : "all";
    if (shown !== want || details !== drawn) { /* the page may have been shown before its data came */
      drawn = details;
      plots.forEach(function (u) { u.destroy(); });
      plots = [];
      var v = want === "all" ? overview() : pair(Number(number[1]));
      main.textContent = "";
      main.appendChild(v);
      if (v.draw)
        v.draw();
      if (shown)
        scrollTo(0, 0);
    }
    var target = hash && hash !== want && doc.getElementById(hash);
    if (target && target !== main)
      target.scrollIntoView();
  }

  /* Two plots side by side on paper, A4 or Letter; the width of a canvas is not the style sheet's. */
  var PRINTED = 330;

  function resize(printed) {
    plots.forEach(function (u) { u.setSize({width: printed ? PRINTED : Math.max(280, u.root.parentNode.clientWidth), height: 150}); });
  }

  function begin() {
    var h = data("history");
    root.classList.add("js");
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", function () { plots.forEach(function (u) { u.redraw(false); }); });
    matchMedia("print").addEventListener("change", function (ev) { resize(ev.matches); });
    if (h) {
      main.appendChild(history(h));
      return;
    }
    all = data("all");
    show(); /* the pairs are still being loaded */
    doc.addEventListener("DOMContentLoaded", show);
    addEventListener("hashchange", show);
    addEventListener("resize", function () { resize(matchMedia("print").matches); });
  }

  begin();
})();
