/* SPDX-License-Identifier: GPL-3.0-or-later */
/* roles.h - what a file is for, and which rule said so
 *
 * Every file operation has the role of its file.  Resources of file I/O are made of
 * operations of one role (resources.h). */
#pragma once

/* R (ID, name, words) */
#define FID_ROLES(R)                                                                           \
    R (DATA, "data", "samples for training and evaluation")                                    \
    R (CHECKPOINT, "checkpoint", "state of the model, saved or loaded")                        \
    R (LOG, "log", "the application's own output")                                             \
    R (CODE, "code", "interpreter, libraries, configuration read at start")                    \
    R (DEVICE, "device", "/dev, /proc, /sys, pipes, sockets, event descriptors")               \
    R (OTHER, "other", "none of these, or unknown")

/* In the order in which they are asked; the first that knows decides.  R (ID, name, words) */
#define FID_ROLE_RULES(R)                                                                      \
    R (USER, "user", "a pattern of --roles or of the run's file roles")                        \
    R (CONFIGURATION, "configuration", "a folder named in the emulator's configuration")       \
    R (KIND, "kind", "where the file lies, or the end of its name")                            \
    R (BEHAVIOUR, "behaviour", "how it is used: read epoch by epoch, written at checkpoints")  \
    R (NONE, "none", "no rule knows")

#define FID_ENUM_ROLE(id, ...)      FID_ROLE_##id,
#define FID_ENUM_ROLE_RULE(id, ...) FID_ROLE_BY_##id,
enum fid_role_id { FID_ROLES (FID_ENUM_ROLE) FID_ROLE_N };
enum fid_role_rule { FID_ROLE_RULES (FID_ENUM_ROLE_RULE) FID_ROLE_RULE_N };

struct fid_role_info {
    const char *name, *words;
};
extern const struct fid_role_info fid_roles[FID_ROLE_N];
extern const struct fid_role_info fid_role_rules[FID_ROLE_RULE_N];

int fid_role_find (const char *name); /* -1 if the name is unknown */
