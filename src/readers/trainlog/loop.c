/* SPDX-License-Identifier: GPL-3.0-or-later */
/* loop.c - see loop.h
 *
 * The name of a number is the words before it, up to the number or the comma before; what follows
 * a preposition is another name.  A row of a step has its number, and a time, a loss or alike. */
#include "readers/trainlog/loop.h"

enum {
    STEP = 1 << 0,
    EPOCH = 1 << 1,
    TIME = 1 << 2,
    UNIT = 1 << 3,
    DATA = 1 << 4,
    COMPUTE = 1 << 5,
    EVAL = 1 << 6,
    SAVE = 1 << 7,
    METRIC = 1 << 8,
    WHOLE = 1 << 9,  /* of more than a step */
    OTHER = 1 << 10, /* no time of a step */
    PER = 1 << 11,
    DONE = 1 << 12,
    PLAIN = 1 << 13, /* adds nothing */
    BEGIN = 1 << 14, /* begins a name */
    SIZE = 1 << 15   /* behind a number: of bytes */
};

static const struct word {
    const char *text;
    unsigned kind;
} words[] = {
    /* in order */
    {"acc", METRIC},
    {"accuracy", METRIC},
    {"at", BEGIN},
    {"average", PLAIN},
    {"avg", PLAIN},
    {"backward", COMPUTE},
    {"batch", STEP},
    {"batches", STEP},
    {"bwd", COMPUTE},
    {"checkpoint", SAVE},
    {"ckpt", SAVE},
    {"comp", COMPUTE},
    {"complete", DONE},
    {"completed", DONE},
    {"compute", COMPUTE},
    {"computing", COMPUTE},
    {"cumulative", WHOLE},
    {"cur", PLAIN},
    {"current", PLAIN},
    {"data", DATA},
    {"dataload", DATA},
    {"dataloader", DATA},
    {"dataloading", DATA},
    {"dataset", DATA},
    {"done", DONE},
    {"dt", TIME},
    {"dur", TIME},
    {"duration", TIME},
    {"elapsed", TIME | WHOLE},
    {"ended", DONE},
    {"ep", EPOCH},
    {"epoch", EPOCH},
    {"err", METRIC},
    {"error", METRIC},
    {"eta", OTHER},
    {"eval", EVAL},
    {"evaluation", EVAL},
    {"fetch", DATA},
    {"fetching", DATA},
    {"finished", DONE},
    {"for", BEGIN},
    {"forward", COMPUTE},
    {"from", BEGIN},
    {"fwd", COMPUTE},
    {"gb", SIZE},
    {"gib", SIZE},
    {"global", PLAIN},
    {"gpu", COMPUTE},
    {"grad", METRIC},
    {"id", PLAIN},
    {"idx", PLAIN},
    {"in", BEGIN},
    {"index", PLAIN},
    {"input", DATA},
    {"io", DATA},
    {"it", STEP},
    {"iter", STEP},
    {"iteration", STEP},
    {"iterations", STEP},
    {"iters", STEP},
    {"itr", STEP},
    {"latency", TIME},
    {"left", OTHER},
    {"len", OTHER},
    {"length", OTHER},
    {"load", DATA},
    {"loader", DATA},
    {"loading", DATA},
    {"loss", METRIC},
    {"losses", METRIC},
    {"lr", METRIC},
    {"mb", SIZE},
    {"mean", PLAIN},
    {"mem", OTHER},
    {"memory", OTHER},
    {"mfu", METRIC},
    {"mib", SIZE},
    {"mini", PLAIN},
    {"minibatch", STEP},
    {"ms", UNIT},
    {"msec", UNIT},
    {"no", PLAIN},
    {"norm", METRIC},
    {"nr", PLAIN},
    {"num", PLAIN},
    {"number", PLAIN},
    {"of", BEGIN},
    {"on", BEGIN},
    {"per", PER},
    {"perplexity", METRIC},
    {"ppl", METRIC},
    {"rank", OTHER},
    {"read", DATA},
    {"reading", DATA},
    {"remaining", OTHER},
    {"s", UNIT},
    {"save", OTHER},
    {"sec", UNIT},
    {"second", UNIT},
    {"seconds", UNIT},
    {"secs", UNIT},
    {"size", OTHER},
    {"step", STEP},
    {"steps", STEP},
    {"t", TIME},
    {"taken", TIME},
    {"test", EVAL},
    {"time", TIME},
    {"times", TIME},
    {"to", BEGIN},
    {"took", TIME},
    {"top1", METRIC},
    {"top5", METRIC},
    {"total", WHOLE},
    {"train", PLAIN},
    {"training", PLAIN},
    {"update", STEP},
    {"updates", STEP},
    {"us", UNIT},
    {"val", EVAL},
    {"valid", EVAL},
    {"validation", EVAL},
    {"wait", DATA},
    {"waiting", DATA},
    {"wall", TIME},
    {"walltime", TIME},
    {"with", BEGIN},
};
#define WORD_MOST 12 /* bytes */

static const struct fid_log_line rows[] = {
    [FID_LOG_STEP] = {"loop", FID_LOG_STEP, ""},
    [FID_LOG_EVAL_STEP] = {"loop", FID_LOG_EVAL_STEP, ""},
    [FID_LOG_EPOCH] = {"loop", FID_LOG_EPOCH, ""},
    [FID_LOG_EPOCH_END] = {"loop", FID_LOG_EPOCH_END, ""},
    [FID_LOG_EVAL_END] = {"loop", FID_LOG_EVAL_END, ""},
    [FID_LOG_SAVE] = {"loop", FID_LOG_SAVE, ""},
    [FID_LOG_SAVED] = {"loop", FID_LOG_SAVED, ""},
};

struct name {
    size_t n;                   /* its words */
    unsigned all, last, before; /* their kinds; before: of those in front of "per" */
    double scale;               /* of a unit among them, in seconds; 0: none */
};

struct line {
    struct fid_log_values *v;
    struct name name;
    unsigned first, seen;     /* kinds of its first word, of all */
    int step_rank, time_rank; /* of the best so far */
    bool percent, step_eval, val_metric;
    struct fid_log_number lone; /* a length of time without a name */
    int lone_n;
};

static bool is_letter (char c)
{
    return (unsigned)((c | 32) - 'a') < 26;
}

static struct fid_span from (struct fid_span s, size_t n)
{
    return (struct fid_span){s.p + n, s.n - n};
}

static struct fid_span unblank (struct fid_span s)
{
    while (s.n && (*s.p == ' ' || *s.p == '\t'))
        s = from (s, 1);
    return s;
}

static struct fid_span word_at (struct fid_span s)
{
    size_t n = 0;
    while (n < s.n && (is_letter (s.p[n]) || fid_is_digit (s.p[n])) &&
           (n < 3 || !isupper ((unsigned char)s.p[n]) || !islower ((unsigned char)s.p[n - 1])))
        n++; /* "dataTime" are two */
    return (struct fid_span){s.p, n};
}

static int by_text (const void *key, const void *member)
{
    const struct word *word = member;
    return strcmp (key, word->text);
}

/* The kinds of the word at the start. */
static unsigned kind_at (struct fid_span s)
{
    char small[WORD_MOST + 1] = "";
    struct fid_span word = word_at (s);
    if (word.n > WORD_MOST)
        return 0;
    for (size_t i = 0; i < word.n; i++)
        small[i] = (char)tolower ((unsigned char)word.p[i]);
    const struct word *w =
        bsearch (small, words, sizeof words / sizeof *words, sizeof *words, by_text);
    return w ? w->kind : 0;
}

bool fid_log_loop_word (struct fid_span text)
{
    return kind_at (text) != 0;
}

static size_t take_word (struct line *l, struct fid_span s)
{
    struct fid_span word = word_at (s);
    unsigned kind = kind_at (s);
    struct name *n = &l->name;
    if (kind & BEGIN) {
        *n = (struct name){0};
        return word.n;
    }
    l->first = l->seen ? l->first : kind;
    l->seen |= kind | PLAIN;
    n->before = kind & PER ? n->all : n->before;
    n->all |= kind;
    n->last = kind;
    n->n++;
    if (kind & UNIT)
        n->scale = fid_log_unit (word);
    return word.n;
}

static void put_value (struct line *l, enum fid_log_value value, double x, double half)
{
    l->v->at[value] = x;
    l->v->half[value] = half;
}

/* Takes a number of a step or of an epoch; total: -1 if it has none. */
static bool take_count (struct line *l, double x, double total, bool of_steps)
{
    const struct name *n = &l->name;
    unsigned other = OTHER | METRIC | TIME | UNIT | DATA | COMPUTE | PER | SAVE | WHOLE;
    bool known = n->n == 0 || n->last, step = of_steps || n->all & STEP;
    bool bare = total >= 0 && !(n->all & ~(unsigned)(PLAIN | EVAL));
    if (n->all & other || !known)
        return false;
    if (n->all & EPOCH && !step) {
        put_value (l, FID_VALUE_EPOCH, x, .5);
        if (total >= 0)
            put_value (l, FID_VALUE_EPOCHS, total, .5);
        return true;
    }
    int rank = !step ? 1 : n->all & PLAIN ? 2 : 3;
    if ((step || bare) && rank > l->step_rank) {
        l->step_rank = rank;
        l->step_eval = n->all & EVAL;
        put_value (l, FID_VALUE_STEP, x, .5);
        put_value (l, FID_VALUE_TOTAL, total >= 0 ? total : FID_ABSENT, .5);
    }
    return step || bare;
}

/* Takes a length of time, or what may be one; each: of one step. */
static void take_length (struct line *l, const struct fid_log_number *x, bool each)
{
    const struct name *n = &l->name;
    bool unit = x->unit || x->clock || n->scale > 0;
    double scale = x->unit || x->clock || !unit ? 1 : n->scale;
    if (!unit && !(n->all & TIME) && (x->whole || !(n->all & (DATA | COMPUTE | STEP))))
        return;
    enum fid_log_value value = n->all & DATA                    ? FID_VALUE_DATA
                               : n->all & COMPUTE               ? FID_VALUE_COMPUTE
                               : n->all & (EPOCH | EVAL | SAVE) ? FID_VALUE_ELAPSED
                                                                : FID_VALUE_TIME;
    int rank = n->all & WHOLE ? 1 : n->all & STEP ? 3 : 2;
    if (value == FID_VALUE_TIME) {
        if (rank <= l->time_rank)
            return;
        l->time_rank = rank;
        l->v->each = each || n->all & STEP;
    }
    l->v->bare = (l->v->bare & ~(1u << value)) | (unsigned)!unit << value;
    put_value (l, value, x->x * scale, x->half * scale);
}

static void take_value (struct line *l, const struct fid_log_number *x, bool each)
{
    const unsigned times = TIME | UNIT | DATA | COMPUTE | WHOLE | STEP | EPOCH | EVAL | SAVE;
    const struct name *n = &l->name;
    bool by_step = n->before & (TIME | UNIT) && n->all & STEP;
    if (n->all & METRIC) {
        l->val_metric |= (n->all & EVAL) != 0;
    } else if (n->before & STEP && n->all & (TIME | UNIT)) {
        put_value (l, FID_VALUE_STEPS_S, x->x, x->half);
    } else if (n->last & (times | DONE | PLAIN) && n->all & times && !(n->all & OTHER)) {
        if (by_step || !(n->all & PER))
            take_length (l, x, each || by_step);
    } else if (x->unit && !(n->all & (OTHER | PER))) {
        l->lone = *x;
        l->lone.each = each;
        l->lone_n++;
    }
}

/* The total behind a number, "/150" or " of 150": its end, or 0. */
static size_t total_at (struct fid_span s, double *total)
{
    struct fid_span rest = unblank (s);
    struct fid_log_number x;
    bool of = fid_span_starts (rest, "of ");
    if (!of && !fid_span_starts (rest, "/"))
        return 0;
    rest = unblank (from (rest, of ? 3 : 1));
    size_t n = fid_log_number (rest, &x);
    if (!n || !x.whole || x.unit || (n < rest.n && (rest.p[n] == '/' || is_letter (rest.p[n]))))
        return 0;
    *total = x.x;
    return (size_t)(rest.p - s.p) + n;
}

static size_t take_number (struct line *l, struct fid_span s)
{
    struct fid_log_number x;
    double total = -1;
    size_t n = fid_log_number (s, &x), more;
    if (!n)
        return 1;
    struct fid_span rest = from (s, n), next = unblank (rest);
    bool dot = rest.n > 1 && *rest.p == '.' && word_at (from (rest, 1)).n;
    if (rest.n && (is_letter (*rest.p) || *rest.p == '_' || dot)) {
        while (n < s.n && (s.p[n] == '.' || s.p[n] == '_' || word_at (from (s, n)).n))
            n++; /* no number: a version, a file, another unit */
        return n;
    }
    if (next.n && *next.p == '%') {
        l->percent = true;
        return n + 1;
    }
    if (x.whole && !x.unit && !x.clock) {
        more = total_at (rest, &total);
        bool of_steps = total >= 0 && kind_at (unblank (from (rest, more))) & STEP;
        if (take_count (l, x.x, total, of_steps) || total >= 0)
            return n + more;
    }
    if (!x.unit && kind_at (next) & SIZE)
        return n;
    bool by_step = x.unit && fid_span_starts (rest, "/") && kind_at (from (rest, 1)) & STEP;
    if (!x.unit || by_step || !fid_span_starts (rest, "/"))
        take_value (l, &x, x.each || by_step);
    return n;
}

/* Takes what stands between words and numbers; returns its length. */
static size_t take_mark (struct line *l, struct fid_span s, char before)
{
    struct fid_span rest = from (s, 1), word = word_at (rest);
    struct name *n = &l->name;
    size_t i = 1;
    if ((*s.p == '-' || *s.p == '.') && is_letter (before) && word.n && fid_is_digit (*word.p))
        return 1 + word.n; /* "trainer-1" */
    if (*s.p == '/' &&
        (kind_at (rest) & UNIT || (n->all & (TIME | UNIT) && kind_at (rest) & STEP))) {
        n->before = n->all; /* "ms/batch", "samples/s" */
        n->all |= PER;
    } else if (strchr ("([", *s.p) && n->all && kind_at (rest) & UNIT && word.n + 1 < s.n &&
               strchr (")]", s.p[word.n + 1])) {
        take_word (l, rest); /* "time (ms): 12" */
        i = word.n + 2;
    } else if (strchr (",;|)]}", *s.p) || (*s.p == '[' && !n->last) ||
               (*s.p == '.' && (!rest.n || *rest.p == ' '))) {
        *n = (struct name){0};
    }
    return i;
}

/* What a line without the number of a step is; -1: nothing. */
static int kind_without (const struct line *l, bool timed, enum fid_log_kind told)
{
    if (l->seen & SAVE && timed && !(l->seen & METRIC))
        return FID_LOG_SAVED;
    if (l->seen & EVAL && (timed || l->seen & METRIC))
        return FID_LOG_EVAL_END;
    if (told != FID_LOG_PROOF || l->v->at[FID_VALUE_EPOCH] < 0)
        return -1;
    return timed || l->seen & (METRIC | DONE) ? FID_LOG_EPOCH_END : FID_LOG_EPOCH;
}

const struct fid_log_line *fid_log_loop_row (struct fid_span text, enum fid_log_kind told,
                                             struct fid_log_values *v)
{
    struct line l = {.v = v};
    double *at = v->at;
    if (memmem (text.p, text.n, "%|", 2)) /* a bar */
        return NULL;
    for (size_t i = 0; i < text.n;)
        if (is_letter (text.p[i])) {
            i += take_word (&l, from (text, i));
        } else if (fid_is_digit (text.p[i])) {
            i += take_number (&l, from (text, i));
            l.name = (struct name){0};
        } else {
            i += take_mark (&l, from (text, i), i ? text.p[i - 1] : ' ');
        }
    if (l.lone_n == 1 && at[FID_VALUE_TIME] < 0) {
        put_value (&l, FID_VALUE_TIME, l.lone.x, l.lone.half);
        v->each = l.lone.each;
    }
    bool timed = at[FID_VALUE_TIME] >= 0 || at[FID_VALUE_DATA] >= 0 ||
                 at[FID_VALUE_COMPUTE] >= 0 || at[FID_VALUE_STEPS_S] >= 0;
    bool saves = told == FID_LOG_SAVE || told == FID_LOG_SAVED;
    int kind = saves ? (int)told : kind_without (&l, timed || at[FID_VALUE_ELAPSED] >= 0, told);
    if (!saves && at[FID_VALUE_STEP] >= 0 &&
        (timed || at[FID_VALUE_EPOCH] >= 0 || l.seen & METRIC)) {
        kind = l.step_eval || l.first & EVAL ? FID_LOG_EVAL_STEP
               : l.val_metric && !timed      ? FID_LOG_EVAL_END
                                             : FID_LOG_STEP;
        at[FID_VALUE_ELAPSED] = FID_ABSENT;
        if (l.percent && l.step_rank == 1)
            at[FID_VALUE_STEP] = FID_ABSENT; /* it may count samples: "[640/60000 (1%)]" */
    } else if (at[FID_VALUE_ELAPSED] < 0 &&
               (kind != FID_LOG_EVAL_END || l.first & EVAL || at[FID_VALUE_EPOCH] < 0)) {
        put_value (&l, FID_VALUE_ELAPSED, at[FID_VALUE_TIME], v->half[FID_VALUE_TIME]);
        v->bare |= (v->bare >> FID_VALUE_TIME & 1u) << FID_VALUE_ELAPSED;
    }
    if (at[FID_VALUE_TIME] >= 0)
        at[FID_VALUE_COMPUTE] = FID_ABSENT;
    return kind < 0 ? NULL : &rows[kind];
}
