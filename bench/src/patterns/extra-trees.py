# Trains and asks scikit-learn's extra-trees on the features that domain/src/patterns computes, on one thread.
# Reads a folder: rows.json with the shapes and settings, and features as 32-bit floats. Writes seconds of the
# processor as JSON: of a training, of answering all rows in one call, and of answering a single row.
import json
import sys
import time

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
before = time.process_time()
trees.fit(features, labels)
training = time.process_time() - before

before = time.process_time()
trees.predict(asked)
answering = time.process_time() - before

one = asked[:1]
before = time.process_time()
for _ in range(100):
    trees.predict(one)
print(json.dumps({"training": training, "answering": answering, "one": (time.process_time() - before) / 100}))
