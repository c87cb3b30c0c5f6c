/* verdict_words.c - the glossary of report.html */
#include "config.h"
#include "report/html/sections.h"
#include "report/rating.h"

static const struct {
    const char *word, *meaning;
} glossary[] = {
    {"real run", "a recording of the training job itself: the run to resemble"},
    {"emulation",
     "a recording of a benchmark (DLIO, for example) that should behave like the job"},
    {"second run", "what is compared with the real run: an emulation, or another real run"},
    {"repeat", "another recording of the same real job"},
    {"unrelated run", "a recording of a job of another kind: what an emulation must not be "
                      "mistaken for"},
    {"similarity", "from 0 to 1 (equal), the geometric mean over groups of resources. Not "
                   "calibrated: it says "
                   "which of two emulations is nearer, not how near is near enough"},
    {"score",
     "the same after calibration: 1 is as alike as a repeat of the real run, 0 no more alike "
     "than a run of an unrelated job"},
    {"95 % interval", "where the score would lie with other repeats of the real job"},
    {"group", "resources that belong together: storage (block requests and disk rates), vfs "
              "(file reads, "
              "writes and opens as the program calls them), cpu, gpu, phases, steps, coupling. "
              "Groups that "
              "could not be compared are left out, not counted as 0"},
    {"block requests and system calls",
     "a program calls read and write on files (vfs); what the page cache does not have reaches "
     "the disk as block requests"},
    {"volume (how much)", "totals: operations, bytes, busy time"},
    {"marginal (which values)",
     "the distribution of sizes, latencies, levels, whenever they occur"},
    {"timing (when)", "where in the job it happens"},
    {"shape (course over time)",
     "the series over time, point by point, after small delays are evened out (dynamic time "
     "warping)"},
    {"rhythm (how often it repeats)", "the spectrum of the series and its main period"},
    {"coupling (what moves together)",
     "whether reads, CPU and GPU rise and fall together alike"},
    {"phase", "a span the application names: INIT, TRAINING, EVAL, CHECKPOINT"},
    {"window", "the part of both runs that is compared; the job leaves out start-up, when "
               "libraries are loaded"},
    {"repeats, unrelated (noise, chance level)",
     "how far apart repeats of the real run are (no emulation needs to be nearer), and how far "
     "unrelated runs are"},
    {"other weights",
     "the overall number gives every group the same weight. If all other weights are as good, "
     "it "
     "lies in this range in nine of ten cases; a wide one says that groups disagree. It says "
     "nothing of chance from run to run"},
    {"place", "position among all compared with one real run; = marks a tie"},
};

void
fid_page_words (const struct fid_page *page)
{
    FILE *f = page->f;
    fputs ("<section id=\"words\">\n<h2>Words</h2>\n<dl>\n", f);
    for (size_t i = 0; i < sizeof glossary / sizeof *glossary; i++)
        fid_html (f, "<dt>%s</dt><dd>%s</dd>\n", glossary[i].word, glossary[i].meaning);
    for (int k = 0; k < FID_RATING_N; k++)
        fid_html (f, "<dt>%s %s</dt><dd>%s: %s</dd>\n", fid_ratings[k].sign,
                  fid_ratings[k].word, fid_ratings[k].range, fid_ratings[k].meaning);
    fputs ("</dl>\n</section>\n", f);
}
