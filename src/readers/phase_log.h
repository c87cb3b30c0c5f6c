/* SPDX-License-Identifier: GPL-3.0-or-later */
/* phase_log.h - what readers of phases share: names of phases, and remarks about them */
#pragma once

#include "run/sink.h"

/* Tell the sink a remark about the phase of that name. */
void fid_phase_note (const struct fid_sink *sink, size_t line, enum fid_remark_code code,
                     enum fid_phase_name name);

/* The name that texts give a phase: "init", "training", "eval", "checkpoint"; "run", "epoch",
 * "block"; in capitals where processed trees and tables do.  False for any other text. */
bool fid_phase_by_text (struct fid_span text, bool capitals, enum fid_phase_name *name);

/* INIT, EVAL and CHECKPOINT (its loads, too) stay; all others are TRAINING. */
enum fid_phase_kind fid_phase_kind_of (enum fid_phase_name name);

/* Tell the sink of the line that was read last. */
int fid_put_text_line (const struct fid_sink *sink, const struct fid_text *text, int64_t t_ns,
                       int64_t quantum_ns, struct fid_error *err);
