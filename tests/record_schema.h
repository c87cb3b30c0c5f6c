/* SPDX-License-Identifier: GPL-3.0-or-later */
/* record_schema.h - the JSON schema of a document, from its table (base/record.h), for the tests
 * that hold the installed schemas against the tables */
#ifndef TESTS_RECORD_SCHEMA_H
#define TESTS_RECORD_SCHEMA_H

#include <string.h>
#include "base/record.h"

/* A schema {"type": TYPE}, or ["TYPE", "null"]. */
static void put_type (struct fid_doc *d, cJSON *o, const char *type, bool nullable)
{
    if (!nullable) {
        fid_doc_text (d, o, "type", type);
        return;
    }
    cJSON *list = fid_doc_list (d, o, "type");
    fid_doc_text (d, list, NULL, type);
    fid_doc_text (d, list, NULL, "null");
}

static void put_number (struct fid_doc *d, cJSON *o, const struct fid_member *m,
                        const char *type, bool nullable)
{
    put_type (d, o, type, nullable);
    if (!m->any)
        fid_doc_number (d, o, "minimum", m->least);
    if (m->most > 0)
        fid_doc_number (d, o, "maximum", m->most);
}

static void put_string (struct fid_doc *d, cJSON *o, const struct fid_member *m, bool nullable)
{
    put_type (d, o, "string", nullable);
    if (m->kind == FID_MEMBER_HASH)
        fid_doc_text (d, o, "pattern", "^[0-9a-f]{16}$");
    else if (m->kind == FID_MEMBER_CHARS)
        fid_doc_number (d, o, "maxLength", (double)m->size - 1);
    else if (m->least > 0)
        fid_doc_number (d, o, "minLength", m->least);
}

/* A list of `n' numbers; 0: any number of them. */
static void put_numbers (struct fid_doc *d, cJSON *o, const struct fid_member *m, bool nullable,
                         int n)
{
    put_type (d, o, "array", nullable);
    put_number (d, fid_doc_object (d, o, "items"), m, "number",
                m->gaps || m->kind == FID_MEMBER_SQUARE);
    if (n) {
        fid_doc_number (d, o, "minItems", n);
        fid_doc_number (d, o, "maxItems", n);
    }
}

static void put_names (struct fid_doc *d, cJSON *o, const struct fid_names *names,
                       bool nullable)
{
    cJSON *list = fid_doc_list (d, o, "enum");
    for (int i = 0; i < names->n; i++)
        if (fid_name_of (names, i))
            fid_doc_text (d, list, NULL, fid_name_of (names, i));
    if (nullable)
        fid_doc_null (d, list, NULL);
}

static void put_object (struct fid_doc *d, cJSON *o, const struct fid_record *record,
                        bool nullable);

static void put_member (struct fid_doc *d, cJSON *o, const struct fid_member *m)
{
    bool null = m->need == FID_OR_NULL || m->need == FID_SINCE;
    switch (m->kind) {
    case FID_MEMBER_CONST:
        fid_doc_text (d, o, "const", m->text);
        break;
    case FID_MEMBER_NUMBER:
    case FID_MEMBER_NAMED:
        put_number (d, o, m, "number", null);
        break;
    case FID_MEMBER_COUNT:
    case FID_MEMBER_INT:
        put_number (d, o, m, "integer", null);
        break;
    case FID_MEMBER_BOOL:
        put_type (d, o, "boolean", m->need == FID_OR_NULL);
        break;
    case FID_MEMBER_TEXT:
    case FID_MEMBER_PACKED:
    case FID_MEMBER_CHARS:
    case FID_MEMBER_HASH:
        put_string (d, o, m, null);
        break;
    case FID_MEMBER_ID:
        put_names (d, o, m->names, null);
        break;
    case FID_MEMBER_INTERVAL:
        put_numbers (d, o, m, null, 2);
        break;
    case FID_MEMBER_OBJECT:
        put_object (d, o, m->of, null);
        break;
    case FID_MEMBER_LIST:
        put_type (d, o, "array", null);
        if (m->least > 0)
            fid_doc_number (d, o, "minItems", m->least);
        put_object (d, fid_doc_object (d, o, "items"), m->of, false);
        break;
    case FID_MEMBER_NUMBERS:
        put_numbers (d, o, m, null, 0);
        break;
    case FID_MEMBER_PAIRS:
    case FID_MEMBER_SQUARE:
        put_type (d, o, "array", null);
        put_numbers (d, fid_doc_object (d, o, "items"), m, false,
                     m->kind == FID_MEMBER_PAIRS ? 2 : 0);
        break;
    case FID_MEMBER_TEXTS:
        put_type (d, o, "array", null);
        fid_doc_text (d, fid_doc_object (d, o, "items"), "type", "string");
        break;
    case FID_MEMBER_SET:
        put_type (d, o, "array", null);
        put_names (d, fid_doc_object (d, o, "items"), m->names, false);
        fid_doc_bool (d, o, "uniqueItems", true);
        break;
    case FID_MEMBER_AMOUNTS:
        put_type (d, o, "object", null);
        put_type (d, fid_doc_object (d, o, "additionalProperties"), "number", false);
        break;
    default: /* only in bytes */
        break;
    }
}

/* A NAMED row stands for several members. */
static void put_object (struct fid_doc *d, cJSON *o, const struct fid_record *record,
                        bool nullable)
{
    put_type (d, o, "object", nullable);
    cJSON *properties = fid_doc_object (d, o, "properties");
    cJSON *required = fid_doc_list (d, o, "required");
    for (size_t i = 0; i < record->n; i++) {
        const struct fid_member *m = &record->member[i];
        int n = m->kind == FID_MEMBER_NAMED ? (int)(m->size / sizeof (double)) : 1;
        for (int k = 0; k < n; k++) {
            const char *key = m->kind == FID_MEMBER_NAMED ? fid_name_of (m->names, k) : m->key;
            put_member (d, fid_doc_object (d, properties, key), m);
            if (m->need == FID_NEEDED || m->need == FID_OR_NULL)
                fid_doc_text (d, required, NULL, key);
        }
    }
    fid_doc_bool (d, o, "additionalProperties", false);
}

static cJSON *record_schema (const struct fid_record *record, const char *title,
                             const char *description, struct fid_error *err)
{
    struct fid_doc d;
    char id[80] = "urn:";
    fid_doc_begin (&d);
    for (size_t i = 0, n = strlen (id); title[i] && n + 1 < sizeof id; i++, n++) {
        id[n] = title[i] == '.' || title[i] == '/' ? ':' : title[i];
        id[n + 1] = '\0';
    }
    fid_doc_text (&d, d.root, "$schema", "https://json-schema.org/draft/2020-12/schema");
    fid_doc_text (&d, d.root, "$id", id);
    fid_doc_text (&d, d.root, "title", title);
    fid_doc_text (&d, d.root, "description", description);
    put_object (&d, d.root, record, false);
    return fid_doc_end (&d, err);
}

#endif
