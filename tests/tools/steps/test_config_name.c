/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_config_name.c - GPUs and batch sizes from names */
#include "tools/steps/steps.h"
#include "tests/tap.h"

int main (void)
{
    static const struct {
        const char *path;
        int64_t gpus, batch; /* 0: not told */
        const char *told;    /* the part of the path that names the configuration */
    } cases[] = {
        {"config_8gpu_4batch", 8, 4, "config_8gpu_4batch"},
        {"UNET3D_1g_2b", 1, 2, "UNET3D_1g_2b"},
        {"BERT_benchmark_8g_b6", 8, 6, "BERT_benchmark_8g_b6"},
        {"DLRM_8GPU_32768batch", 8, 32768, "DLRM_8GPU_32768batch"},
        {"DLRM_benchmark_8GPU_b32k", 8, 32768, "DLRM_benchmark_8GPU_b32k"},
        {"UNET3D_benchmark_8GPU_4b", 8, 4, "UNET3D_benchmark_8GPU_4b"},
        {"UNET3D_8g4b", 8, 4, "UNET3D_8g4b"},
        {"BERT_8gb6", 8, 6, "BERT_8gb6"},
        {"DLRM_8G_32kglobal", 8, 32768, "DLRM_8G_32kglobal"},
        {"16gpu_32batch", 16, 32, "16gpu_32batch"},
        {"1gpu_2048batch", 1, 2048, "1gpu_2048batch"},
        {"8gpu_batch128k", 8, 131072, "8gpu_batch128k"},
        {"8gpu_2Mbatch", 8, 2097152, "8gpu_2Mbatch"},
        {"8gpu_b4kernels", 8, 4, "8gpu_b4kernels"},
        {"exp_2gpu_9batch/raw_data/config_8gpu_4batch.json", 8, 4,
         "exp_2gpu_9batch/raw_data/config_8gpu_4batch.json"},
        {"data/BERT_8gb6/run1/timeline-12.json", 8, 6, "data/BERT_8gb6"},
        {"8gpu/4batch/dlio.log", 8, 4, "8gpu/4batch"},
        {"4batch/8gpu/x/", 8, 4, "4batch/8gpu"},
        {"unet3d/2023-02-11-11-34-33/dlio.log", 0, 0, ""},
        {"8gpu", 8, 0, ""},
        {"4batch", 0, 4, ""},
        {"0gpu_4batch", 0, 4, ""},
        {"99999999999999999999gpu_4batch", 0, 4, ""},
        {"8gpu_99999999999Mbatch", 8, 0, ""},
        {"gpu_batch", 0, 0, ""},
        {"b", 0, 0, ""},
        {"", 0, 0, ""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        int64_t gpus = 0, batch = 0;
        size_t n = fid_config_of_path (fid_span_of (cases[i].path), &gpus, &batch);
        if (!ok (gpus == cases[i].gpus && batch == cases[i].batch &&
                     n == strlen (cases[i].told) &&
                     strncmp (cases[i].path, cases[i].told, n) == 0,
                 "'%s'", cases[i].path))
            diag ("got %lld GPUs, batch %lld, from '%.*s'", (long long)gpus, (long long)batch,
                  (int)n, cases[i].path);
    }
    static const struct {
        int64_t batch;
        const char *text;
    } labels[] = {{2048, "2k"},    {130712, "128k"}, {131072, "128k"},
                  {1048576, "1M"}, {8388608, "8M"},  {6, "6"},
                  {2049, "2049"},  {1536, "1536"},   {1572864, "1536k"}};
    char text[FID_BATCH_TEXT];
    for (size_t i = 0; i < sizeof labels / sizeof *labels; i++)
        ok_str (fid_config_batch_text (labels[i].batch, true, text), labels[i].text, "label");
    ok_str (fid_config_batch_text (2048, false, text), "2048", "all digits");
    return tap_done ();
}
