/* SPDX-License-Identifier: GPL-3.0-or-later */
/* layouts.c - see layouts.h
 *
 * To add one: its rows, the line that occurs most first; a file in tests/data/training_log, and
 * a row in doc/formats.md. */
#include "readers/trainlog/layouts.h"

const struct fid_log_line fid_log_lines[] = {
    {"torchvision", FID_LOG_STEP,
     "Epoch: [{epoch}] [{step}/{total}] eta: ... time: {time_s} & data: {data_s} & "
     "img/s: {samples_per_s}"},
    {"torchvision", FID_LOG_EPOCH_END, "Epoch: [{epoch}] Total time: {elapsed}"},
    {"torchvision", FID_LOG_EVAL_STEP,
     "Test: [{step}/{total}] eta: ... time: {time_s} & data: {data_s}"},
    {"torchvision", FID_LOG_EVAL_END, "Test: Total time: {elapsed}"},

    {"imagenet", FID_LOG_STEP,
     "Epoch: [{epoch}][{step}/{total}] Time {time_s} ({time_mean_s}) & "
     "Data {data_s} ({data_mean_s}) & Speed {samples_per_s}"},
    {"imagenet", FID_LOG_EVAL_STEP, "Test: [{step}/{total}] Time {time_s} ({time_mean_s})"},
    {"imagenet", FID_LOG_EVAL_END, "* Acc@1 {_}"},
    {"imagenet", FID_LOG_EVAL_END, "* Prec@1 {_}"},

    {"timm", FID_LOG_STEP,
     "Train: {epoch} [{step}/{total} ({_}%)] ... Time: {time}, {samples_per_s}/s ({time_mean}, "
     "& "
     "Data: {data_s} ({data_mean_s})"},
    {"timm", FID_LOG_EVAL_STEP, "Test: [{step}/{total}] Time: {time_s} ({time_mean_s})"},
    {"timm", FID_LOG_EVAL_STEP, "Test (EMA): [{step}/{total}] Time: {time_s} ({time_mean_s})"},

    {"megatron", FID_LOG_STEP,
     "iteration {step}/{total} | ... elapsed time per iteration (ms): {time_ms} & "
     "consumed samples: {samples} & global batch size: {batch}"},
    {"megatron", FID_LOG_EVAL_END, "validation loss at iteration {step}"},
    {"megatron", FID_LOG_SAVE, "saving checkpoint at iteration {step} to"},
    {"megatron", FID_LOG_SAVED, "successfully saved checkpoint"},

    {"hf_trainer", FID_LOG_BAR, "{_}%| ... | {step}/{total} [{elapsed}<"},
    {"hf_trainer", FID_LOG_PROOF, "{{'loss': {_}, ... 'epoch': {_}"},
    {"hf_trainer", FID_LOG_EVAL_END, "{{'eval_loss': {_}, ... 'eval_runtime': {elapsed_s}"},
    {"hf_trainer", FID_LOG_EPOCH_END, "{{'train_runtime': {elapsed_s}"},

    {"keras", FID_LOG_STEP,
     "{step}/{total} [{_}] ... loss: {_} & ] - {elapsed} {time_mean}/step"},
    {"keras", FID_LOG_STEP, "{step}/{total} \xe2\x94\x81 ... {time_mean}/step ... loss: {_}"},
    {"keras", FID_LOG_STEP, "{step}/{total} - {elapsed} - ... loss: {_} & - {time_mean}/step"},
    {"keras", FID_LOG_SAMPLES, "Train on {_} samples"},
    {"keras", FID_LOG_EPOCH, "Epoch {epoch}/{epochs}"},

    {"keras_times", FID_LOG_STEP, "... {step} step training time: {time_s}s"},
    {"keras_times", FID_LOG_GROUP, "... {step} steps training: {time_s}s"},
    {"keras_times", FID_LOG_EPOCH, "Epoch {epoch}/{epochs}"},
    {"keras_times", FID_LOG_EVAL_END, "... Validation time: {elapsed_s}"},
    {"keras_times", FID_LOG_EPOCH_END, "... Epoch time: {elapsed_s}s"},
    {"keras_times", FID_LOG_OTHER, "... val_loss: {_} - val_accuracy: {accuracy}"},
    {"keras_times", FID_LOG_OTHER, "... Real time: {clock_s}"},
    {"keras_times", FID_LOG_OTHER, "... Tempo de inicializacao: {init_s}"},
    {"keras_times", FID_LOG_OTHER, "... Duracao do treinamento: {whole_s}"},
    {"keras_times", FID_LOG_OTHER, "... Tempo do fit: {fit_s}"},
    {"keras_times", FID_LOG_SAVED, "... Tempo levado para o modelo ser salvo: {elapsed_s}"},

    {"lightning", FID_LOG_STEP, "Epoch {epoch}: {_}%| ... | {step}/{total} [{elapsed}<"},
    {"lightning", FID_LOG_STEP,
     "Epoch {epoch}/{epochs} ... {step}/{total} {elapsed} \xe2\x80\xa2"},
    {"lightning", FID_LOG_EVAL_STEP,
     "Validation DataLoader {_} {_}%| ... | {step}/{total} [{elapsed}<"},
    {"lightning", FID_LOG_EVAL_STEP, "Validating: {_}%| ... | {step}/{total} [{elapsed}<"},
    {"lightning", FID_LOG_EVAL_STEP, "Validation: {_}%| ... | {step}/{total} [{elapsed}<"},

    {"mmengine", FID_LOG_STEP,
     "Epoch(train) [{epoch}][{step}/{total}] ... time: {time_s} & data_time: {data_s}"},
    {"mmengine", FID_LOG_STEP,
     "Iter(train) [{step}/{total}] ... time: {time_s} & data_time: {data_s}"},
    {"mmengine", FID_LOG_STEP,
     "Epoch [{epoch}][{step}/{total}] lr: ... time: {time_s} & data_time: {data_s}"},
    {"mmengine", FID_LOG_STEP,
     "Iter [{step}/{total}] lr: ... time: {time_s} & data_time: {data_s}"},
    {"mmengine", FID_LOG_EVAL_STEP,
     "Epoch(val) [{epoch}][{step}/{total}] ... time: {time_s} & data_time: {data_s}"},
    {"mmengine", FID_LOG_EVAL_STEP,
     "Iter(val) [{step}/{total}] ... time: {time_s} & data_time: {data_s}"},

    {"detectron2", FID_LOG_STEP,
     "iter: {step} ... total_loss: {_} & time: {time_s} & data_time: {data_s}"},
    {"detectron2", FID_LOG_EVAL, "Start inference on {_} batches"},
    {"detectron2", FID_LOG_EVAL_END, "Total inference time: {elapsed}"},

    {"maskrcnn", FID_LOG_STEP,
     "eta: {_} ... iter: {step} ... time: {time_s} ({time_mean_s}) & "
     "data: {data_s} ({data_mean_s})"},
    {"maskrcnn", FID_LOG_EVAL_END, "Total inference time: {elapsed}"},

    {"fairseq", FID_LOG_STEP,
     "epoch {epoch}: {step} / {total} loss={_} & ups={steps_per_s} & bsz={batch}"},
    {"fairseq", FID_LOG_STEP,
     "{{\"epoch\": {epoch}, \"update\": ... \"num_updates\": {step}\" & \"ups\": "
     "{steps_per_s}\" & "
     "\"bsz\": {batch}\""},
    {"fairseq", FID_LOG_EPOCH, "begin training epoch {epoch}"},
    {"fairseq", FID_LOG_EPOCH_END, "end of epoch {epoch}"},
    {"fairseq", FID_LOG_EVAL, "begin validation on"},
    {"fairseq", FID_LOG_EVAL_END, "valid | epoch {epoch} |"},
    {"fairseq", FID_LOG_EVAL_END, "valid | {{\"epoch\": {epoch},"},
    {"fairseq", FID_LOG_SAVE, "Preparing to save checkpoint"},
    {"fairseq", FID_LOG_SAVED, "Saved checkpoint {_} ... (writing took {elapsed} seconds)"},

    {"torchtitan", FID_LOG_STEP, "step: {step} loss: {_} ... memory: ... tps: {_}"},
    {"torchtitan", FID_LOG_EVAL_END, "validate step: {step} loss:"},
    {"torchtitan", FID_LOG_SAVE, "Saving the checkpoint"},
    {"torchtitan", FID_LOG_SAVED, "Finished saving the checkpoint ... in {elapsed} seconds"},

    {"dllogger", FID_LOG_EVAL_STEP,
     "DLLL {{ ... \"type\": \"LOG\", \"step\": [{epoch}, {step}], \"data\": {{\"val ... "
     "compute_time\": {compute_s} & data_time\": {data_s} & \"timestamp\": {stamp}"},
    {"dllogger", FID_LOG_STEP,
     "DLLL {{ ... \"type\": \"LOG\", \"step\": [{epoch}, {step}], \"data\": {{ & "
     "data_time\": {data_s} & compute_time\": {compute_s} & ips\": {samples_per_s} & "
     "\"timestamp\": {stamp}"},
    {"dllogger", FID_LOG_STEP,
     "DLLL {{ ... \"type\": \"LOG\", \"step\": {step}, \"data\": {{ & "
     "data_time\": {data_s} & compute_time\": {compute_s} & \"timestamp\": {stamp}"},
    {"dllogger", FID_LOG_STEP,
     "DLL {_} ... - Epoch: {epoch} Iteration: {step} & data_time : {data} & compute_time : "
     "{compute}"},

    {"sagemaker", FID_LOG_STEP,
     "Train Epoch: {epoch} [{samples}/{_} ({_}%)] ... Loss: {_} & Time: {time}"},
    {"sagemaker", FID_LOG_EVAL_END, "Test set: Average loss: {_}"},
    {"sagemaker", FID_LOG_STEP, "Step #{step} Loss: {_}"},

    {"maxtext", FID_LOG_STEP, "completed step: {step}, seconds: {time_s}, TFLOP/s"},
    {"maxtext", FID_LOG_SAVED, "saved a checkpoint at step {step}"},

    {"nanogpt", FID_LOG_STEP, "iter {step}: loss {_} time {time_ms}ms & mfu {_}"},
    {"nanogpt", FID_LOG_EVAL_END, "step {step}: train loss {_} val loss {_}"},

    {"words", FID_LOG_EPOCH, "epoch {epoch}"},
    {"words", FID_LOG_EPOCH, "Epoch {epoch}"},
    {"words", FID_LOG_EPOCH, "Epoch: {epoch}"},
    {"words", FID_LOG_EPOCH, "Starting epoch {epoch}"},

    {"loop", FID_LOG_STEP, ""}, /* loop.h, where no other layout is found */
    {NULL, FID_LOG_PROOF, NULL},
};

const struct fid_log_words fid_log_words[] = {
    {FID_LOG_SAVE, "saving checkpoint"},
    {FID_LOG_SAVE, "saving model"},
    {FID_LOG_SAVE, "saving the checkpoint"},
    {FID_LOG_SAVE, "saving a checkpoint"},
    {FID_LOG_SAVED, "saved checkpoint"},
    {FID_LOG_SAVED, "checkpoint saved"},
    {FID_LOG_SAVED, "saved model"},
    {FID_LOG_SAVED, "model saved"},
    {FID_LOG_SAVED, "save weights to"},
    {FID_LOG_EVAL_END, "validation loss"},
    {FID_LOG_EVAL_END, "validation accuracy"},
    {FID_LOG_EVAL_END, "val loss"},
    {FID_LOG_EVAL_END, "valid loss"},
    {FID_LOG_EVAL_END, "eval loss"},
    {FID_LOG_EVAL, "running validation"},
    {FID_LOG_EVAL, "running evaluation"},
    {FID_LOG_EVAL, "***** running eval"},
    {FID_LOG_PROOF, NULL},
};
