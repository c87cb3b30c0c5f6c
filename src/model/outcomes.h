/* SPDX-License-Identifier: GPL-3.0-or-later */
/* outcomes.h - what became of a resource, and how much a finding matters */
#pragma once

/* S (ID, name).  IDLE: on both sides, which agrees. */
#define FID_STATUSES(S)                                                                        \
    S (COMPARED, "compared") S (IDLE, "idle") S (NOT_COMPARED, "not compared")

/* S (ID, name), the least first */
#define FID_SEVERITIES(S) S (INFO, "info") S (WARNING, "warning") S (SERIOUS, "serious")

/* What became of a clause of a profile.  S (ID, name).  OPEN: its tolerance
 * is inside its interval. */
#define FID_CLAUSE_STATUSES(S) S (MET, "met") S (NOT_MET, "not met") S (OPEN, "open")

/* What a profile says of a pair. */
#define FID_VALIDITIES(S)                                                                      \
    S (VALID, "valid") S (NOT_VALID, "not valid") S (CANNOT_TELL, "cannot tell")

#define FID_ENUM_CLAUSE(id, ...)   FID_CLAUSE_##id,
#define FID_ENUM_VALIDITY(id, ...) FID_##id,
enum fid_clause_status { FID_CLAUSE_STATUSES (FID_ENUM_CLAUSE) FID_CLAUSE_N };
enum fid_validity { FID_VALIDITIES (FID_ENUM_VALIDITY) FID_VALIDITY_N };

const char *fid_clause_name (enum fid_clause_status status);
const char *fid_validity_name (enum fid_validity validity);

#define FID_ENUM_STATUS(id, ...)   FID_STATUS_##id,
#define FID_ENUM_SEVERITY(id, ...) FID_##id,
enum fid_resource_status { FID_STATUSES (FID_ENUM_STATUS) FID_STATUS_N };
enum fid_severity { FID_SEVERITIES (FID_ENUM_SEVERITY) FID_SEVERITY_N };

const char *fid_status_name (enum fid_resource_status status);
const char *fid_severity_name (enum fid_severity severity);
