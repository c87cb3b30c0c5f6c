/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tf_timeline.h - the step in a file of TensorFlow's profiler (tf_timeline.c) */
#pragma once

#include "readers/reader.h"

#define FID_TF_COPY "IteratorGetNext@@MemcpyHtoD"

struct fid_tf_step {
    int64_t first_ns, last_ns; /* starts of operations; first > last: none */
    int64_t ask_ns, got_ns;    /* the iterator; -1: none */
    int64_t copy_ns;           /* of the batch to the device; -1: none */
    bool cut;                  /* the file ends in the middle: so may the step */
};

/* Reads the operations of a file.  -1 with FID_EINPUT if it is not JSON. */
int fid_tf_step_read (struct fid_input *in, struct fid_tf_step *s, struct fid_error *err);
