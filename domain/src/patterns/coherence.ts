import { type BinnedFeature, binFeature } from './bins.ts';
import { type Coherence, computeScore, depth, leavesPerTree, type ScoreTrees } from './coherence-score.ts';
import { createRandom, shuffle } from './random.ts';

/** Positions of rows for a gate: `width` coordinates each, two per input. Rows of a class are ordered by time. */
export interface PositionRows {
  readonly width: number;
  readonly positions: Float32Array;
  readonly labels: Uint8Array;
}

const trees = 64;
/** Learning rate of the boosting. */
const rate = 0.25;
/** Regularisation: each leaf counts this many additional rows with a residual of 0. */
const prior = 10;
/** Maximum number of training rows, equally many of each class. */
const mostRows = 10_000;
/** Minimum number of training rows. */
const leastRows = 40;
/** Number of parts of the time of a class. A model of the odd parts scores the even ones, and vice versa. */
const parts = 4;
/** Fraction of the rows of a class that may be below its limit. */
const share = 0.01;

/** Number of calls of `onTree`. */
export const coherenceWork = 3 * trees;

/**
 * Learns which inputs belong together; null with a single input or too few rows.
 * @param onTree called after each tree
 */
export function learnCoherence(
  all: PositionRows,
  classes: number,
  onTree: () => void = () => undefined,
): Coherence | null {
  const rows = thin(all, classes);
  if (rows.width < 4 || rows.labels.length < leastRows) return null;
  const half = assignHalves(rows.labels, classes);
  const scores = new Float64Array(rows.labels.length);
  for (const own of [0, 1]) {
    const learned = boost(select(rows, (row) => half[row] !== own).positions, rows.width, onTree);
    for (let row = 0; row < scores.length; row++) {
      if (half[row] === own) scores[row] = computeScore(learned, rows.positions, row * rows.width);
    }
  }
  const limits = Float64Array.from({ length: classes }, (_, label) => {
    const own = scores.filter((_, row) => rows.labels[row] === label).sort();
    return own[Math.floor(share * own.length)]!;
  });
  return { ...boost(rows.positions, rows.width, onTree), limits };
}

/** Reduces the rows to equally many of each class, evenly spread over its time. */
function thin(rows: PositionRows, classes: number): PositionRows {
  const most = Math.floor(mostRows / classes);
  const counts = countLabels(rows.labels, classes);
  const seen = new Float64Array(classes);
  return select(rows, (row) => {
    const label = rows.labels[row]!;
    const kept = Math.min(1, most / counts[label]!);
    const before = Math.floor(seen[label]! * kept);
    seen[label] = seen[label]! + 1;
    return Math.floor(seen[label]! * kept) > before;
  });
}

function select({ width, positions, labels }: PositionRows, isKept: (row: number) => boolean): PositionRows {
  const kept = Array.from(labels.keys()).filter(isKept);
  const selected = new Float32Array(kept.length * width);
  for (const [index, row] of kept.entries()) {
    selected.set(positions.subarray(row * width, (row + 1) * width), index * width);
  }
  return { width, positions: selected, labels: Uint8Array.from(kept, (row) => labels[row]!) };
}

function countLabels(labels: Uint8Array, classes: number): Float64Array {
  const counts = new Float64Array(classes);
  for (const label of labels) counts[label] = counts[label]! + 1;
  return counts;
}

/** By row: 0 in an even part of the time of its class, 1 in an odd one. */
function assignHalves(labels: Uint8Array, classes: number): Uint8Array {
  const counts = countLabels(labels, classes);
  const seen = new Float64Array(classes);
  return Uint8Array.from(labels, (label) => {
    const part = Math.floor((parts * seen[label]!) / counts[label]!);
    seen[label] = seen[label]! + 1;
    return part % 2;
  });
}

/**
 * Boosts trees by least squares. Source: J. Friedman, Greedy function approximation, Annals of Statistics 29 (2001);
 * trees as in A. Dorogush, V. Ershov, A. Gulin, CatBoost (2018).
 */
function boost(positions: Float32Array, width: number, onTree: () => void): ScoreTrees {
  const count = positions.length / width;
  const both = new Float32Array(2 * positions.length);
  both.set(positions);
  mixInputs(positions, width, both.subarray(positions.length));
  const features = Array.from({ length: width }, (_, k) => binFeature(both, width, k));
  const residuals = new Float64Array(2 * count).fill(1, 0, count).fill(-1, count);
  const grown: ScoreTrees = {
    coordinates: new Uint16Array(trees * depth),
    thresholds: new Float32Array(trees * depth),
    leaves: new Float32Array(trees * leavesPerTree),
  };
  for (let tree = 0; tree < trees; tree++) {
    growTree(features, residuals, grown, tree);
    onTree();
  }
  return grown;
}

/** Mixes inputs: gives each row, for each input, both coordinates of another row. */
function mixInputs(positions: Float32Array, width: number, mixed: Float32Array): void {
  const order = Int32Array.from({ length: positions.length / width }, (_, row) => row);
  for (let k = 0; k < width; k += 2) {
    shuffle(order, order.length, createRandom(k));
    for (const [row, other] of order.entries()) {
      mixed[row * width + k] = positions[other * width + k]!;
      mixed[row * width + k + 1] = positions[other * width + k + 1]!;
    }
  }
}

/** Grows a tree. The first cut is random: no single coordinate distinguishes mixed rows from real ones. */
function growTree(
  features: readonly BinnedFeature[],
  residuals: Float64Array,
  grown: ScoreTrees,
  tree: number,
): void {
  const nodes = new Uint8Array(residuals.length);
  for (let level = 0; level < depth; level++) {
    const { coordinate, bin } =
      level === 0 ? drawCut(features, tree) : findCut(features, residuals, nodes, 2 ** level);
    const { bins, edges } = features[coordinate]!;
    grown.coordinates[tree * depth + level] = coordinate;
    grown.thresholds[tree * depth + level] = edges[bin] ?? Number.POSITIVE_INFINITY;
    for (let row = 0; row < nodes.length; row++) nodes[row] = 2 * nodes[row]! + Number(bins[row]! > bin);
  }
  const sums = new Float64Array(leavesPerTree);
  const counts = new Float64Array(leavesPerTree).fill(prior);
  for (let row = 0; row < nodes.length; row++) {
    const node = nodes[row]!;
    sums[node] = sums[node]! + residuals[row]!;
    counts[node] = counts[node]! + 1;
  }
  const leaves = grown.leaves.subarray(tree * leavesPerTree, (tree + 1) * leavesPerTree);
  for (let leaf = 0; leaf < leavesPerTree; leaf++) leaves[leaf] = (rate * sums[leaf]!) / counts[leaf]!;
  for (let row = 0; row < nodes.length; row++) residuals[row] = residuals[row]! - leaves[nodes[row]!]!;
}

interface Cut {
  coordinate: number;
  /** Rows in later bins go right. */
  bin: number;
}

function drawCut(features: readonly BinnedFeature[], tree: number): Cut {
  const random = createRandom(tree);
  const coordinate = random.integer(features.length);
  return { coordinate, bin: random.integer(features[coordinate]!.edges.length) };
}

/** Returns the cut that explains most of the residuals. It applies to all nodes of a level. */
function findCut(
  features: readonly BinnedFeature[],
  residuals: Float64Array,
  nodes: Uint8Array,
  nodeCount: number,
): Cut {
  let best = { coordinate: 0, bin: features[0]!.edges.length };
  let most = 0;
  for (const [coordinate, { bins, edges }] of features.entries()) {
    const width = edges.length + 1;
    const sums = new Float64Array(nodeCount * width);
    const counts = new Float64Array(nodeCount * width);
    for (let row = 0; row < nodes.length; row++) {
      const at = nodes[row]! * width + bins[row]!;
      sums[at] = sums[at]! + residuals[row]!;
      counts[at] = counts[at]! + 1;
    }
    const gains = computeGains(sums, counts, width);
    for (let bin = 0; bin < edges.length; bin++) {
      if (gains[bin]! > most) {
        most = gains[bin]!;
        best = { coordinate, bin };
      }
    }
  }
  return best;
}

/** Returns the gain of a cut after each bin: the squared residuals explained by the means of both sides. */
function computeGains(sums: Float64Array, counts: Float64Array, width: number): Float64Array {
  const gains = new Float64Array(width);
  for (let first = 0; first < sums.length; first += width) {
    let sum = 0;
    let count = 0;
    for (let i = first; i < first + width; i++) {
      sum += sums[i]!;
      count += counts[i]!;
    }
    let left = 0;
    let ofLeft = 0;
    for (let bin = 0; bin < width; bin++) {
      left += sums[first + bin]!;
      ofLeft += counts[first + bin]!;
      const right = sum - left;
      const gain = (left * left) / (ofLeft + prior) + (right * right) / (count - ofLeft + prior);
      gains[bin] = gains[bin]! + gain;
    }
  }
  return gains;
}
