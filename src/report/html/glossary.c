/* glossary.c - the glossary of report.html */
#include "config.h"
#include "report/html/sections.h"
#include "report/verdict_words.h"

static const struct {
    const char *word, *meaning;
} glossary[] = {
    {"real run", "a recording of the training job itself: the run to resemble"},
    {"emulation",
     "a recording of a benchmark (DLIO, for example) that should behave like the job"},
    {"second run", "what is compared with the real run: an emulation, or another real run"},
    {"repeat", "another recording of the same real job"},
    {"score",
     "from 0 to 1: how well the second run does what its profile asks for; the geometric mean "
     "of the grades of the groups, never above twice the worst grade of a key clause"},
    {"grade", "from 0 to 1, of a measure, a resource or a group: 1 is as near as repeats of "
              "the real run are to each other, 0.5 off by the tolerance"},
    {"noise", "how far repeats of the real run are apart: no emulation needs to be nearer"},
    {"tolerance", "how far off, beyond the noise, is still acceptable; declared by the profile"},
    {"profile", "what an emulation is for: which resources are graded, with which tolerances, "
                "and which clauses are key"},
    {"clause", "one quantity of one resource: met, not met, or open where its interval holds "
               "both"},
    {"configuration", "runs of the emulator with the same settings; they share one place"},
    {"95 % interval", "where the score of another run of the same configuration would lie"},
    {"group", "resources that belong together. Groups that could not be compared are left out, "
              "not counted as 0"},
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
    {"range over weights",
     "the score gives every group the same weight. If all other weights are as good, it lies in "
     "this range in nine of ten cases; a wide one shows that groups disagree. It is not an "
     "interval: it says nothing of chance from run to run"},
    {"place", "position among all compared with one real run; = marks a tie"},
};

void
fid_page_words (const struct fid_page *page)
{
    FILE *f = page->f;
    fputs ("<section id=\"words\">\n<h2>Words</h2>\n<dl>\n", f);
    for (size_t i = 0; i < sizeof glossary / sizeof *glossary; i++)
        fid_html (f, "<dt>%s</dt><dd>%s</dd>\n", glossary[i].word, glossary[i].meaning);
    for (int v = 0; v < FID_VALIDITY_N; v++)
        fid_html (f, "<dt>%s %s</dt><dd>%s</dd>\n", fid_verdicts[v].sign, fid_verdicts[v].word,
                  fid_verdicts[v].meaning);
    fputs ("</dl>\n</section>\n", f);
}
