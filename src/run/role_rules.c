/* SPDX-License-Identifier: GPL-3.0-or-later */
/* role_rules.c - see role_rules.h */
#include <fnmatch.h>
#include "run/role_rules.h"

/* --- the user's patterns */

#define PATTERN_MOST 1000 /* each name is held against each of them */

/* The last word of the line is the role, all before it the pattern. */
static int add_pattern (struct fid_role_rules *rules, const struct fid_text *t,
                        struct fid_span line, struct fid_error *err)
{
    size_t at = line.n;
    char word[32];
    while (at && line.p[at - 1] != ' ' && line.p[at - 1] != '\t')
        at--;
    snprintf (word, sizeof word, "%.*s", (int)(line.n - at < 31 ? line.n - at : 31),
              line.p + at);
    struct fid_span glob = fid_span_trim ((struct fid_span){line.p, at});
    int role = fid_role_find (word);
    if (!glob.n)
        return fid_errorf (err, FID_EINPUT, "%s:%zu: expected PATTERN ROLE, not '%.*s'",
                           t->path, t->line_n, FID_SPAN_ARG (line));
    if (role < 0)
        return fid_errorf (err, FID_EINPUT,
                           "%s:%zu: '%s' is not a role (data, checkpoint, log, code, device "
                           "or other)",
                           t->path, t->line_n, word);
    if (rules->pattern_n >= PATTERN_MOST)
        return fid_errorf (err, FID_EINPUT, "%s:%zu: more than %d patterns", t->path, t->line_n,
                           PATTERN_MOST);
    FID_TRY (fid_array_grow (&rules->pattern, &rules->pattern_cap, rules->pattern_n + 1,
                             sizeof *rules->pattern, err));
    char *copy = fid_strndup (glob.p, glob.n, err);
    FID_TRY (!copy);
    rules->pattern[rules->pattern_n++] =
        (struct fid_role_pattern){copy, (enum fid_role_id)role};
    return 0;
}

static int read_patterns (struct fid_role_rules *rules, const char *path, uint64_t *hash,
                          struct fid_error *err)
{
    FID_SCOPED (fid_text_close) struct fid_text t = {0};
    struct fid_span line;
    int rc;
    FID_TRY (fid_text_open (&t, path, err));
    while ((rc = fid_text_next (&t, &line, err)) > 0) {
        const char *comment = line.n ? memchr (line.p, '#', line.n) : NULL;
        if (comment)
            line.n = (size_t)(comment - line.p);
        line = fid_span_trim (line);
        if (line.n && add_pattern (rules, &t, line, err)) {
            rc = -1;
            break;
        }
    }
    rc = rc ? rc : fid_text_finish (&t, err);
    *hash = fid_text_hash (&t);
    return rc;
}

int fid_role_rules_read (struct fid_role_rules *rules, const char *path, struct fid_error *err)
{
    uint64_t hash;
    return read_patterns (rules, path, &hash, err);
}

int fid_role_rules_check (const char *path, uint64_t *hash, struct fid_error *err)
{
    FID_SCOPED (fid_role_rules_clear) struct fid_role_rules rules = {0};
    return read_patterns (&rules, path, hash, err);
}

/* The path itself, or what follows one of its slashes, matches. */
static bool matches_path (const char *glob, const char *path)
{
    for (const char *p = path; p; p = strchr (p, '/'), p = p ? p + 1 : NULL)
        if (fnmatch (glob, p, 0) == 0)
            return true;
    return false;
}

static bool by_user (const struct fid_role_rules *rules, struct fid_span name,
                     struct fid_span path, struct fid_role *out)
{
    char n[256], p[1024];
    if (!rules->pattern_n)
        return false;
    snprintf (n, sizeof n, "%.*s", (int)(name.n < 255 ? name.n : 255), name.p);
    snprintf (p, sizeof p, "%.*s", (int)(path.n < 1023 ? path.n : 1023), path.n ? path.p : "");
    FID_EACH (const struct fid_role_pattern, q, rules->pattern) {
        if (strchr (q->glob, '/') ? p[0] && matches_path (q->glob, p)
                                  : fnmatch (q->glob, n, 0) == 0) {
            *out = (struct fid_role){q->role, FID_ROLE_BY_USER};
            return true;
        }
    }
    return false;
}

/* --- the configuration */

void fid_role_rules_folder (struct fid_role_rules *rules, enum fid_role_id role,
                            const char *path)
{
    if (!path || rules->folder_n == FID_ROLE_FOLDERS)
        return;
    while (path[0] == '.' && path[1] == '/')
        path += 2;
    size_t n = strlen (path);
    while (n > 1 && path[n - 1] == '/')
        n--;
    struct fid_role_folder *f = &rules->folder[rules->folder_n];
    if (!n || n >= sizeof f->path || (n == 1 && (*path == '.' || *path == '/')))
        return;
    f->role = role;
    snprintf (f->path, sizeof f->path, "%.*s", (int)n, path);
    rules->folder_n++;
}

/* Below a data folder lie train/, valid/ and test/: a relative folder's name alone, such as
 * "data", is too common. */
static bool is_split (struct fid_span rest)
{
    return fid_span_starts (rest, "train/") || fid_span_starts (rest, "valid/") ||
           fid_span_starts (rest, "test/");
}

static bool in_folder (const struct fid_role_folder *f, struct fid_span path)
{
    size_t n = strlen (f->path);
    bool absolute = f->path[0] == '/';
    for (size_t at = 0; at + n < path.n; at++) {
        if (at && (absolute || path.p[at - 1] != '/'))
            continue;
        if (memcmp (path.p + at, f->path, n) != 0 || path.p[at + n] != '/')
            continue;
        struct fid_span rest = {path.p + at + n + 1, path.n - at - n - 1};
        if (absolute || f->role != FID_ROLE_DATA || is_split (rest))
            return true;
    }
    return false;
}

static bool by_configuration (const struct fid_role_rules *rules, struct fid_span path,
                              struct fid_role *out)
{
    for (size_t i = 0; path.n && i < rules->folder_n; i++)
        if (in_folder (&rules->folder[i], path)) {
            *out = (struct fid_role){rules->folder[i].role, FID_ROLE_BY_CONFIGURATION};
            return true;
        }
    return false;
}

/* --- the kind of file */

bool fid_is_tensor (struct fid_span name)
{
    if (!fid_span_starts (name, "torch_"))
        return false;
    for (size_t i = 6; i < name.n; i++)
        if ((unsigned)(name.p[i] - '0') > 9 && name.p[i] != '_')
            return false;
    return name.n > 6;
}

enum place { STARTS, HOLDS, ENDS, IS };

/* Where files of a kind lie, and what their names hold. */
#define KIND(role, path, place, text)                                                          \
    {                                                                                          \
        role, path, place,                                                                     \
        {                                                                                      \
            text, sizeof text - 1                                                              \
        }                                                                                      \
    }

static const struct {
    enum fid_role_id role;
    bool path; /* of the path; else of the name */
    enum place place;
    struct fid_span text;
} kinds[] = {
    KIND (FID_ROLE_DEVICE, false, IS, "UNIX"),
    KIND (FID_ROLE_DEVICE, false, IS, "UNIX-STREAM"),
    KIND (FID_ROLE_DEVICE, false, IS, "UNIX-DGRAM"),
    KIND (FID_ROLE_DEVICE, false, IS, "TCP"),
    KIND (FID_ROLE_DEVICE, false, IS, "TCPv6"),
    KIND (FID_ROLE_DEVICE, false, IS, "UDP"),
    KIND (FID_ROLE_DEVICE, false, IS, "UDPv6"),
    KIND (FID_ROLE_DEVICE, false, IS, "NETLINK"),
    KIND (FID_ROLE_DEVICE, false, IS, "PIPE"),
    KIND (FID_ROLE_DEVICE, false, IS, "[eventfd]"),
    KIND (FID_ROLE_DEVICE, false, IS, "[eventpoll]"),
    KIND (FID_ROLE_DEVICE, false, IS, "[timerfd]"),
    KIND (FID_ROLE_DEVICE, false, IS, "[signalfd]"),
    KIND (FID_ROLE_DEVICE, false, STARTS, "pipe:["),
    KIND (FID_ROLE_DEVICE, false, STARTS, "socket:["),
    KIND (FID_ROLE_DEVICE, false, STARTS, "anon_inode:"),
    KIND (FID_ROLE_DEVICE, false, STARTS, "memfd:"),
    KIND (FID_ROLE_DEVICE, true, STARTS, "/dev/"),
    KIND (FID_ROLE_DEVICE, true, STARTS, "/proc/"),
    KIND (FID_ROLE_DEVICE, true, STARTS, "/sys/"),
    KIND (FID_ROLE_DEVICE, true, STARTS, "/run/udev/"),
    KIND (FID_ROLE_DEVICE, true, IS, "/proc"),
    KIND (FID_ROLE_DEVICE, true, IS, "/sys"),
    KIND (FID_ROLE_CODE, true, HOLDS, "/__pycache__/"),
    KIND (FID_ROLE_CODE, true, HOLDS, "/site-packages/"),
    KIND (FID_ROLE_CODE, true, HOLDS, "/dist-packages/"),
    KIND (FID_ROLE_CODE, true, HOLDS, ".dist-info/"),
    KIND (FID_ROLE_CODE, true, HOLDS, ".egg-info/"),
    KIND (FID_ROLE_CODE, true, STARTS, "/usr/"),
    KIND (FID_ROLE_CODE, true, STARTS, "/lib/"),
    KIND (FID_ROLE_CODE, true, STARTS, "/lib64/"),
    KIND (FID_ROLE_CODE, true, STARTS, "/bin/"),
    KIND (FID_ROLE_CODE, true, STARTS, "/sbin/"),
    KIND (FID_ROLE_CODE, true, STARTS, "/etc/"),
    KIND (FID_ROLE_CODE, true, STARTS, "/snap/"),
    KIND (FID_ROLE_CODE, false, IS,
          "ld.so.cache"), /* what the C library maps; paths can be missing */
    KIND (FID_ROLE_CODE, false, IS, "locale-archive"),
    KIND (FID_ROLE_CODE, false, IS, "gconv-modules.cache"),
    KIND (FID_ROLE_CODE, false, ENDS, ".py"),
    KIND (FID_ROLE_CODE, false, ENDS, ".pyc"),
    KIND (FID_ROLE_CODE, false, ENDS, ".pyi"),
    KIND (FID_ROLE_CODE, false, ENDS, ".so"),
    KIND (FID_ROLE_CODE, false, HOLDS, ".so."),
    KIND (FID_ROLE_CODE, false, ENDS, ".cfg"),
    KIND (FID_ROLE_CODE, false, ENDS, ".conf"),
    KIND (FID_ROLE_CODE, false, ENDS, ".ini"),
    KIND (FID_ROLE_CODE, false, ENDS, ".toml"),
    KIND (FID_ROLE_CODE, false, ENDS, ".yaml"),
    KIND (FID_ROLE_CODE, false, ENDS, ".yml"),
    KIND (FID_ROLE_LOG, false, ENDS, ".log"),
    KIND (FID_ROLE_LOG, false, ENDS, ".out"),
    KIND (FID_ROLE_LOG, false, ENDS, ".err"),
    KIND (FID_ROLE_LOG, false, ENDS, ".pfw"),
    KIND (FID_ROLE_LOG, false, ENDS, ".pfw.gz"),
    KIND (FID_ROLE_LOG, false, ENDS, ".pfw.zst"),
    KIND (FID_ROLE_LOG, false, HOLDS, ".tfevents."),
    KIND (FID_ROLE_LOG, false, IS, "stdout"),
    KIND (FID_ROLE_LOG, false, IS, "stderr"),
};

static inline bool is_at (const struct fid_span *s, enum place place,
                          const struct fid_span *text)
{
    if (s->n < text->n)
        return false;
    if (place == HOLDS)
        return fid_span_find (*s, text->p) >= 0;
    const char *at = place == ENDS ? s->p + s->n - text->n : s->p;
    /* most differ in their second byte, few need the call */
    return at[1] == text->p[1] && (place != IS || s->n == text->n) &&
           memcmp (at, text->p, text->n) == 0;
}

static bool by_kind (const struct fid_role_rules *rules, struct fid_span name,
                     struct fid_span path, struct fid_role *out)
{
    out->rule = FID_ROLE_BY_KIND;
    out->role = FID_ROLE_LOG;
    if (rules->log[0] && fid_span_is (name, rules->log))
        return true;
    out->role = FID_ROLE_DEVICE;
    /* glibc's semaphores (sem.AbC123) and tensors, which traces name without /dev/shm */
    if (fid_is_tensor (name) || (name.n == 10 && fid_span_starts (name, "sem.")))
        return true;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (is_at (kinds[i].path ? &path : &name, kinds[i].place, &kinds[i].text)) {
            out->role = kinds[i].role;
            return true;
        }
    return false;
}

bool fid_role_decide (const struct fid_role_rules *rules, struct fid_span name,
                      struct fid_span path, struct fid_role *out)
{
    return by_user (rules, name, path, out) || by_configuration (rules, path, out) ||
           by_kind (rules, name, path, out);
}

void fid_role_rules_clear (struct fid_role_rules *rules)
{
    for (size_t i = 0; i < rules->pattern_n; i++)
        free (rules->pattern[i].glob);
    free (rules->pattern);
    *rules = (struct fid_role_rules){0};
}
