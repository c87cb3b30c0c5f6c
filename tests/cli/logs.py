# SPDX-License-Identifier: GPL-3.0-or-later
"""Training logs, their JSON and their summaries, the plain way.

    logs.py log SEED         a log of a few epochs, with any numbers
    logs.py job SEED EPOCHS STEPS SECONDS
                             one whose numbers fit together: steps of some seconds
    logs.py json v1|v2 LOG   what `fidlio logs parse --form` is to print
    logs.py text v1|v2 JSON  what `fidlio logs summary --form` is to print

Logs have one value a line and nothing around it.
"""
import json
import random
import re
import statistics
import sys


def make_log(seed):
    rng = random.Random(seed)
    print("('Tempo de inicializacao: ', %r)" % rng.random())
    now = 1612345678.125
    print("Real time: %r[s]" % now)
    for epoch in range(rng.randint(1, 4)):
        steps = rng.randint(1, 14)
        for i in range(1, steps + 1):
            usual = rng.lognormvariate(-1.4, 0.3)
            print("%d step training time: %rs" % (i, usual + (9 if i == 1 and epoch == 0 else 0)))
        if rng.random() < 0.5:
            print("%d steps training: %.11fs" % (steps + 1, rng.uniform(1, 3)))
        print("Validation time: %rs" % rng.random())
        print("Epoch time: %.10fs" % rng.uniform(10, 30))
        print("loss: 0.41 - accuracy: 0.87 - val_loss: 0.39 - val_accuracy: %.4f" % rng.random())
    print("Real time: %r" % (now + rng.uniform(50, 200)))
    print("Tempo levado para o modelo ser salvo: %r" % rng.random())
    print("Tempo do fit: %r" % rng.uniform(50, 200))
    print("Duracao do treinamento:  %r" % rng.uniform(50, 200))


def make_job(seed, epochs, steps, usual):
    rng = random.Random(seed)
    start = now = 1612345678.0
    init = rng.uniform(1, 3)
    print("('Tempo de inicializacao: ', %r)" % init)
    print("Real time: %.6f[s]" % now)
    now += init
    for epoch in range(1, epochs + 1):
        print("Epoch %d/%d" % (epoch, epochs))
        began, loss = now, 2.3 * 0.7 ** epoch
        for i in range(1, steps):
            step = usual * rng.lognormvariate(0, 0.03)
            if epoch == i == 1:
                step += 30 * usual  # the first step sets up
            elif rng.random() < 0.02:
                step *= rng.uniform(1.3, 2)
            now += step
            print(" %d/%d [==>...] - ETA: 3s - loss: %.4f\r%d step training time: %.12fs"
                  % (i, steps + 3, loss, i, step))
        rest = 4 * usual * rng.lognormvariate(0, 0.01)
        now += rest
        print("%d steps training: %.11fs" % (steps, rest))
        validation = 8 * usual * rng.lognormvariate(0, 0.05)
        now += validation + 0.01
        print("Validation time: %.12fs" % validation)
        print("Epoch time: %.10fs" % (now - began))
        print("%d/%d - loss: %.4f - accuracy: %.4f - val_loss: %.4f - val_accuracy: %.4f"
              % (steps + 3, steps + 3, loss, 1 - loss / 3, 1.1 * loss, 1 - loss / 2.7))
        print("Real time: %.6f[s]" % now)
    print("Tempo do fit: %.6f" % (now - start - init))
    saved = rng.uniform(0.5, 2)
    print("Tempo levado para o modelo ser salvo: %r" % saved)
    print("Duracao do treinamento:  %.6f" % (now + saved - start))


def parse(lines, newer):
    number = r"(\d+(?:\.\d+)?(?:e-?\d+)?)"
    out = {"init": -1.0, "total_training": -1.0}
    if newer:
        out.update({"largest_real_time_delta": -1.0, "fit_time": -1.0, "write_model_time": -1.0})
    epochs = out["epochs"] = {}
    at, clock = 1, []
    for line in lines:
        for key, pattern in (("init", r"inicializacao: ', "), ("total_training", "treinamento:  "),
                             ("fit_time", "do fit: "), ("write_model_time", "ser salvo: ")):
            found = re.search(pattern + number, line)
            if found and key in out:
                out[key] = float(found.group(1))
        found = re.match(r"(\d+) step training time: " + number, line)
        if not found and newer:
            found = re.match(r"(\d+) steps training: " + number, line)
        if found:
            epochs.setdefault(at, {}).setdefault("steps", {})[int(found.group(1))] = float(found.group(2))
        found = re.match("Validation time: " + number, line)
        if found:
            epochs.setdefault(at, {})["validation_time"] = float(found.group(1))
        found = re.match("Epoch time: " + number, line)
        if found:
            epochs.setdefault(at, {})["epoch_time"] = float(found.group(1))
            at += not newer
        found = re.search("val_accuracy: " + number, line)
        if found and newer:
            epochs[at]["validation_accuracy"] = float(found.group(1))
            at += 1
        found = re.match("Real time: " + number, line)
        if found:
            clock.append(float(found.group(1)))
    if newer:
        out["largest_real_time_delta"] = clock[-1] - clock[0]
    return out


def summary(job, newer):
    epochs = list(job["epochs"].items())
    steps = [t for _, e in epochs for t in e["steps"].values()]
    n, k = len(epochs), len(steps)
    total = job["total_training"]
    spent = validated = stepped = 0.0
    for _, e in epochs:
        spent += e["epoch_time"]
        validated += e["validation_time"]
    for t in steps:
        stepped += t
    number = (lambda x: "%.6f" % x) if newer else str

    def share(indent, x):
        print("%s- %.2f %% of the total training time." % (indent, 100 * x / total))

    if newer:
        print("Model save time:", number(job["write_model_time"]))
        print("Fit function time:", number(job["fit_time"]))
    print("Total training time:", number(total))
    if newer:
        print("Largest real time delta:", number(job["largest_real_time_delta"]))
        share(" ", job["largest_real_time_delta"])
    print("Initialization time:", number(job["init"]))
    share(" ", job["init"])
    print("Epochs")
    print("  Number of epochs:", number(n))
    print("  Total time spent on epochs:", number(spent))
    share("    ", spent)
    print("  Average epoch time:", number(spent / n))
    print("Validations")
    print("  Total time spent on validations:", number(validated))
    share("    ", validated)
    print("  Average validation time:", number(validated / n))
    print("Steps")
    if newer:
        print("  Number of steps:", number(k))
        print("  Average number of steps per epoch:", number(k / n))
    print("  Total time spent on steps:", number(stepped))
    share("    ", stepped)
    if newer:
        print("  First step time:", number(steps[0]))
    average = stepped / k
    print("  Average step time:", number(average))
    if not newer:
        return
    rest = stepped - steps[0]
    print("  Time spent on steps (without first step):", number(rest))
    usual = rest / (k - 1)
    print("  T Mi Iavg:", number(usual))
    print("  Outstanding step times: > 1.2x the average time")
    for name, e in epochs:
        for i, t in e["steps"].items():
            if t > 1.2 * average:
                print("    - Epoch(%s) Step(%s) Time(%.3f) - %.2f times larger than average"
                      % (name, i, t, t / average))
    print("Beta: %.2f %%" % (100 * (validated + steps[0]) / rest))
    print("  - Validations + 1st step time =", number(validated + steps[0]))
    print("  - Remaining steps time =", number(rest))
    print("T Mi Iavg prediction errors")
    for what, least, to in (("Step 2 of epoch 1", 2, 2), ("Avg steps 2-6", 5, 6),
                            ("Avg steps 2-11", 10, 11)):
        if k >= least:
            v = statistics.mean(steps[1:to])
            print("  - %s: %.6f - Estimated time: %.6f - Error: %.2f %%"
                  % (what, v, v * (k - 1), abs(100 * (v - usual) / usual)))


if sys.argv[1] == "log":
    make_log(int(sys.argv[2]))
elif sys.argv[1] == "job":
    make_job(int(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4]), float(sys.argv[5]))
elif sys.argv[1] == "json":
    with open(sys.argv[3]) as f:
        print(json.dumps(parse(f, sys.argv[2] == "v2"), indent=4))
else:
    with open(sys.argv[3]) as f:
        summary(json.load(f), sys.argv[2] == "v2")
