# SPDX-License-Identifier: GPL-3.0-or-later
# validate.py - check JSON files against a JSON Schema
#
#   python3 validate.py SCHEMA FILE...
#
# One line for each thing that is wrong; the exit status says whether any is.
import json
import math
import sys

import jsonschema


def refuse(constant):
    raise ValueError("%s is no number of JSON" % constant)


def finite(text):
    number = float(text)
    return number if math.isfinite(number) else refuse(text)


def load(path):
    with open(path, encoding="utf-8") as f:
        return json.load(f, parse_constant=refuse, parse_float=finite)


schema = load(sys.argv[1])
jsonschema.Draft202012Validator.check_schema(schema)
validator = jsonschema.Draft202012Validator(schema)
wrong = 0
for path in sys.argv[2:]:
    try:
        document = load(path)
    except ValueError as error:
        print("%s: %s" % (path, error))
        wrong += 1
        continue
    for error in sorted(validator.iter_errors(document), key=str):
        where = "/".join(str(part) for part in error.absolute_path)
        print("%s: %s: %s" % (path, where, error.message[:200]))
        wrong += 1
sys.exit(wrong > 0)
