# Trains and asks scikit-learn's extra-trees on the features that domain/src/patterns computes, on one thread.
# Reads a folder: rows.json with the shapes and settings, and features as 32-bit floats. Writes seconds of the
# processor, without those of the system, as JSON: of a training, of answering all rows in one call, and of a single row.
import json
import resource
import sys

import numpy
from sklearn.ensemble import ExtraTreesClassifier

folder = sys.argv[1]
with open(f"{folder}/rows.json") as file:
    rows = json.load(file)
features = numpy.fromfile(f"{folder}/features", dtype=numpy.float32).reshape(-1, rows["width"])
asked = numpy.fromfile(f"{folder}/asked", dtype=numpy.float32).reshape(-1, rows["width"])
labels = numpy.array(rows["labels"])

trees = ExtraTreesClassifier(
    n_estimators=rows["trees"],
    max_depth=rows["depth"],
    min_samples_leaf=rows["leafRows"],
    max_features=rows["tried"],
    class_weight="balanced",
    n_jobs=1,
    random_state=0,
)


def seconds_of(run):
    before = resource.getrusage(resource.RUSAGE_SELF).ru_utime
    run()
    return resource.getrusage(resource.RUSAGE_SELF).ru_utime - before


def ask_many_times(rows, times):
    for _ in range(times):
        trees.predict(rows)


training = seconds_of(lambda: trees.fit(features, labels))
ask_many_times(asked, 5)
answering = seconds_of(lambda: ask_many_times(asked, 50)) / 50
one = seconds_of(lambda: ask_many_times(asked[:1], 100)) / 100
print(json.dumps({"training": training, "answering": answering, "one": one}))
