# small input files of the tests; each directory has a README

# monitors of the host and other general readers
EXTRA_DIST += \
  tests/data/iostat_json/README tests/data/iostat_json/broken.json \
  tests/data/iostat_json/good.json tests/data/iostat_json/odd.json \
  tests/data/mpstat/README tests/data/mpstat/broken.out \
  tests/data/mpstat/good.out tests/data/mpstat/odd.out \
  tests/data/mpstat_json/README tests/data/mpstat_json/broken.json \
  tests/data/mpstat_json/good.json tests/data/mpstat_json/odd.json
