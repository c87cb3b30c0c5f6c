/* SPDX-License-Identifier: GPL-3.0-or-later */
/* requests.c - logs of requests to object stores: reads and writes of data that no trace of
 * files sees
 *
 *     OWNER BUCKET [06/Feb/2019:00:00:38 +0000] 192.0.2.3 REQUESTER ID REST.GET.OBJECT KEY
 *       "GET /BUCKET/KEY HTTP/1.1" 200 - 4096 4096 12 11 "-" "s3dlio" - ...       S3 access log
 *     {"time":"2026-09-26T19:26:46.434305953Z","callStats":{"rx":93,"tx":4096,
 *      "duration":3067748},"api":"s3.GetObject","path":"/b/k","statusCode":200}
 *                                                                         mc admin trace
 *     idx thread op client_id n_objects bytes endpoint file error start first_byte end
 *         duration_ns                              op log of s3dlio; warp --benchdata
 *
 * A read or write is what moves an object or a part of one; all other requests are metadata
 * calls.  UTC. */
#include "readers/tables/rows.h"

#define GIVES (FID_GIVES_READ | FID_GIVES_WRITE | FID_GIVES_META | FID_GIVES_STAT)

/* --- access logs of S3: a stamp of whole seconds, when the request came; ms until its last
 * byte was sent.  Lines that S3 itself causes are no requests */

#define UNUSED FID_COLUMN ("", NOTHING)

static const struct fid_row_column s3_access_columns[] = {
    UNUSED, /* owner */
    FID_COLUMN ("", FOLDER),
    FID_COLUMN ("", STAMP),
    UNUSED, /* address, requester, number */
    UNUSED,
    UNUSED,
    FID_COLUMN ("", OP),
    FID_COLUMN ("", PATH),
    UNUSED, /* the request itself */
    FID_COLUMN ("", STATUS),
    FID_COLUMN ("", ERROR),
    FID_COLUMN ("", READ),
    FID_COLUMN ("", WRITTEN),
    FID_LENGTH ("", 1e6),
    {0},
};
static const struct fid_row_op s3_access_ops[] = {
    {"REST.GET.OBJECT", FID_OP_READ},
    {"WEBSITE.GET.OBJECT", FID_OP_READ},
    {"REST.PUT.OBJECT", FID_OP_WRITE},
    {"REST.PUT.PART", FID_OP_WRITE},
    {"REST.*", FID_OP_META},
    {"BATCH.*", FID_OP_META},
    {"SOAP.*", FID_OP_META},
    {"WEBSITE.*", FID_OP_META},
    {"S3.*", -1},
    {0},
};
FID_TABLE (s3_access, "requests to a bucket, as S3 logs them (server access log)", UTC,
           (.split = FID_SPLIT_LOG, .op = s3_access_ops, .score = 90, .untitled = true),
           .gives = GIVES, .rank = 12, .requests = true)

/* --- mc admin trace --json, short or with -v: ns.  Calls inside the store are left out */

static const struct fid_row_column minio_trace_columns[] = {
    FID_COLUMN ("time|request.time", STAMP),
    FID_COLUMN ("api", OP),
    FID_COLUMN ("path|request.path", PATH),
    FID_COLUMN ("callStats.tx", READ),
    FID_COLUMN ("callStats.rx", WRITTEN),
    FID_COLUMN ("callStats.duration", LENGTH),
    FID_COLUMN ("statusCode|response.statusCode", STATUS),
    FID_COLUMN ("error", ERROR),
    {0},
};
static const struct fid_row_op minio_trace_ops[] = {
    {"s3.GetObject", FID_OP_READ},
    {"s3.SelectObjectContent", FID_OP_READ},
    {"s3.PutObject", FID_OP_WRITE},
    {"s3.PutObjectPart", FID_OP_WRITE},
    {"s3.UploadPart", FID_OP_WRITE},
    {"s3.PostPolicyBucket", FID_OP_WRITE},
    {"s3.*", FID_OP_META},
    {"*", -1},
    {0},
};
FID_TABLE (minio_trace, "requests to MinIO, as mc admin trace --json prints them", UTC,
           (.split = FID_SPLIT_JSON, .op = minio_trace_ops, .score = 80), .gives = GIVES,
           .rank = 13, .requests = true)

/* --- op logs of s3dlio and data of warp: what the client asked for */

static const struct fid_row_column op_log_columns[] = {
    FID_NEEDED ("op", OP),
    FID_NEEDED ("bytes", BYTES),
    FID_NEEDED ("file", PATH),
    FID_COLUMN ("error", ERROR),
    FID_NEEDED ("start", STAMP),
    FID_COLUMN ("end", END),
    FID_COLUMN ("duration_ns", LENGTH),
    {0},
};
static const struct fid_row_op op_log_ops[] = {
    {"GET", FID_OP_READ},        {"PUT", FID_OP_WRITE},
    {"MULTIPART", FID_OP_WRITE}, {"PUTPART", FID_OP_WRITE},
    {"STAT", FID_OP_META},       {"HEAD", FID_OP_META},
    {"LIST", FID_OP_META},       {"DELETE", FID_OP_META},
    {"*", FID_OP_META},          {0},
};
FID_TABLE (op_log, "requests of a client, as s3dlio and warp log them", UTC,
           (.split = FID_SPLIT_TABS, .op = op_log_ops, .score = 85), .gives = GIVES, .rank = 14,
           .requests = true)
