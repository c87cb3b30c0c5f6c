/* SPDX-License-Identifier: GPL-3.0-or-later */
/* names.h - the names of the vocabulary in files, for tables of documents (base/record.h)
 *
 * A value outside its enum has no name: it is not known. */
#pragma once

#include "base/record.h"

extern const struct fid_names fid_names_resource, fid_names_stream, fid_names_gauge,
    fid_names_group, fid_names_role, fid_names_facet, fid_names_quantity, fid_names_window,
    fid_names_part, fid_names_unit, fid_names_status, fid_names_severity, fid_names_clause,
    fid_names_validity, fid_names_per, fid_names_answer_profile;
