/* SPDX-License-Identifier: GPL-3.0-or-later */
/* simdjson_peer.cpp - sums "dur" of all objects with simdjson: the least that a reader of traces does
 *
 *   simdjson_peer lines FILE     one object a line (DFTracer), after a '[' of its own
 *   simdjson_peer document FILE  the objects of "traceEvents" (Kineto)
 *
 * Needs libsimdjson-dev; compiled by scripts/bench.d/table. */
#include <cstdio>
#include <cstring>
#include <simdjson.h>

using namespace simdjson;

static int64_t
duration (ondemand::object event)
{
    ondemand::value value;
    double seconds;
    int64_t start;
    if (event["ts"].get (value) || (value.get (start) && value.get (seconds)))
        return 0;
    return event["dur"].get (value) || value.get (seconds) ? 0 : (int64_t)seconds;
}

int
main (int argc, char **argv)
{
    if (argc != 3)
        return 2;
    padded_string text;
    if (padded_string::load (argv[2]).get (text))
        return 3;
    ondemand::parser parser;
    int64_t sum = 0, n = 0;
    if (std::strcmp (argv[1], "lines") == 0) {
        size_t skip = text.length () > 1 && text.data ()[0] == '[' ? 2 : 0;
        size_t length = text.length () - skip;
        if (length > 2 && text.data ()[text.length () - 2] == ']')
            length -= 2;
        ondemand::document_stream stream;
        if (parser.iterate_many (text.data () + skip, length, 1 << 20).get (stream))
            return 3;
        for (auto line : stream) {
            ondemand::object event;
            if (!line.get_object ().get (event)) {
                sum += duration (event);
                n++;
            }
        }
    } else {
        ondemand::document document;
        ondemand::array events;
        if (parser.iterate (text).get (document) ||
            document["traceEvents"].get_array ().get (events))
            return 3;
        for (auto item : events) {
            ondemand::object event;
            if (!item.get_object ().get (event)) {
                sum += duration (event);
                n++;
            }
        }
    }
    std::printf ("%lld objects, %lld\n", (long long)n, (long long)sum);
    return n ? 0 : 3;
}
