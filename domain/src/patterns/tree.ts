import type { BinnedFeature } from './bins.ts';
import { createRandom, type Random } from './random.ts';

interface TreeOptions {
  /** Minimum number of rows of a leaf. */
  leafRows: number;
  depth: number;
  /** Number of features to try at a node. */
  tried: number;
}

/** Training rows in the form that trees need. */
export interface TrainingRows {
  readonly features: readonly BinnedFeature[];
  /** The class of each row. */
  readonly labels: Uint8Array;
  /** By class. Balances classes of different sizes. */
  readonly weights: Float64Array;
}

/**
 * A tree in preorder: the left child of a node is the next node. A row goes left where its feature is at most the
 * threshold. The class vector of a leaf sums to 255.
 */
export interface Tree {
  /** By node; -1 for a leaf. */
  readonly feature: Int16Array;
  /** By node; 0 for a leaf. */
  readonly threshold: Float32Array;
  /** By node: the right child, or the number of a leaf. */
  readonly right: Int32Array;
  /** By leaf and class. */
  readonly leaves: Uint8Array;
}

export interface TrainedTree extends Tree {
  /** By feature: the decrease of the Gini impurity by its cuts. */
  readonly importance: Float64Array;
}

/**
 * Trains an extremely randomised tree: at each node, random cuts of random features, of which the one with the largest
 * decrease of the Gini impurity is taken. Source: P. Geurts, D. Ernst, L. Wehenkel, Extremely randomized trees, Machine
 * Learning 63 (2006).
 */
export function trainTree(rows: TrainingRows, options: TreeOptions, seed: number): TrainedTree {
  return new TreeTraining(rows, options, createRandom(seed)).run();
}

/** Rows whose feature is at most in the bin go left. */
interface Cut {
  feature: number;
  bin: number;
  gain: number;
}

class TreeTraining {
  readonly #rows: TrainingRows;
  readonly #options: TreeOptions;
  readonly #random: Random;
  readonly #classes: number;
  /** Row numbers. Each node has a range of them, ascending, so that the memory of a feature is read in order. */
  readonly #order: Int32Array;
  readonly #goingRight: Int32Array;
  /** Feature numbers, partly shuffled at each node. */
  readonly #candidates: Int32Array;
  /** Runs of rows of one class in a node: the class, and the end of the run in the order. */
  readonly #runLabels: Uint8Array;
  readonly #runEnds: Int32Array;
  #runs = 0;
  readonly #leftCounts: Int32Array;
  readonly #rightCounts: Int32Array;
  readonly #feature: number[] = [];
  readonly #threshold: number[] = [];
  readonly #right: number[] = [];
  readonly #leaves: number[] = [];
  readonly #importance: Float64Array;

  constructor(rows: TrainingRows, options: TreeOptions, random: Random) {
    this.#rows = rows;
    this.#options = options;
    this.#random = random;
    this.#classes = rows.weights.length;
    this.#order = Int32Array.from(rows.labels, (_, index) => index);
    this.#goingRight = new Int32Array(this.#order.length);
    this.#candidates = Int32Array.from(rows.features, (_, index) => index);
    this.#runLabels = new Uint8Array(rows.labels.length);
    this.#runEnds = new Int32Array(rows.labels.length);
    this.#leftCounts = new Int32Array(this.#classes);
    this.#rightCounts = new Int32Array(this.#classes);
    this.#importance = new Float64Array(rows.features.length);
  }

  run(): TrainedTree {
    this.#grow(0, this.#order.length, 0);
    return {
      feature: Int16Array.from(this.#feature),
      threshold: Float32Array.from(this.#threshold),
      right: Int32Array.from(this.#right),
      leaves: Uint8Array.from(this.#leaves),
      importance: this.#importance,
    };
  }

  #grow(begin: number, end: number, depth: number): void {
    const counts = this.#countClasses(begin, end);
    const node = this.#feature.length;
    const { leafRows } = this.#options;
    const isPure = counts.filter((count) => count > 0).length < 2;
    const cut =
      isPure || depth >= this.#options.depth || end - begin < 2 * leafRows
        ? null
        : this.#findCut(begin, end, counts);
    if (!cut) {
      this.#feature.push(-1);
      this.#threshold.push(0);
      this.#right.push(this.#leaves.length / this.#classes);
      this.#addLeaf(counts);
      return;
    }
    this.#feature.push(cut.feature);
    this.#threshold.push(this.#rows.features[cut.feature]!.edges[cut.bin]!);
    this.#importance[cut.feature] = this.#importance[cut.feature]! + cut.gain;
    this.#right.push(0);
    const middle = this.#partition(begin, end, cut);
    this.#grow(begin, middle, depth + 1);
    this.#right[node] = this.#feature.length;
    this.#grow(middle, end, depth + 1);
  }

  #countClasses(begin: number, end: number): Int32Array {
    const { labels } = this.#rows;
    const order = this.#order;
    const counts = new Int32Array(this.#classes);
    let runs = 0;
    for (let i = begin; i < end; ) {
      const label = labels[order[i]!]!;
      const first = i;
      while (i < end && labels[order[i]!] === label) i += 1;
      this.#runLabels[runs] = label;
      this.#runEnds[runs++] = i;
      counts[label] = counts[label]! + i - first;
    }
    this.#runs = runs;
    return counts;
  }

  /** Finds a cut of the node whose classes were counted last. */
  #findCut(begin: number, end: number, counts: Int32Array): Cut | null {
    const candidates = this.#candidates;
    const before = this.#purity(counts);
    let best: Cut | null = null;
    let left = this.#options.tried;
    for (let i = 0; i < candidates.length && left > 0; i++) {
      const other = i + this.#random.integer(candidates.length - i);
      const feature = candidates[other]!;
      candidates[other] = candidates[i]!;
      candidates[i] = feature;
      const bin = this.#drawCut(feature, begin, end);
      if (bin < 0) continue;
      left -= 1;
      const gain = this.#score(feature, bin, begin, end, counts) - before;
      if (gain > (best?.gain ?? Number.NEGATIVE_INFINITY)) best = { feature, bin, gain };
    }
    return best;
  }

  /** Returns the sum of squares of the weighted counts, divided by their sum. */
  #purity(counts: Int32Array): number {
    const { weights } = this.#rows;
    let sum = 0;
    let squares = 0;
    for (let c = 0; c < counts.length; c++) {
      const weighted = counts[c]! * weights[c]!;
      sum += weighted;
      squares += weighted * weighted;
    }
    return squares / sum;
  }

  /** Returns a random bin between the lowest and highest one of the rows. -1 if all rows are in one bin. */
  #drawCut(feature: number, begin: number, end: number): number {
    const { bins, edges } = this.#rows.features[feature]!;
    const order = this.#order;
    let low = bins[order[begin]!]!;
    let high = low;
    // Stops early if the rows occupy the first and the last bin.
    for (let i = begin + 1; i < end && (low > 0 || high < edges.length); i++) {
      const bin = bins[order[i]!]!;
      if (bin < low) low = bin;
      else if (bin > high) high = bin;
    }
    return low === high ? -1 : low + this.#random.integer(high - low);
  }

  /** Returns the purity of both sides of a cut. Minus infinity if a side would be too small. */
  #score(feature: number, cut: number, begin: number, end: number, counts: Int32Array): number {
    const { bins } = this.#rows.features[feature]!;
    const order = this.#order;
    const leftCounts = this.#leftCounts.fill(0);
    let leftRows = 0;
    for (let run = 0, i = begin; run < this.#runs; run++) {
      const label = this.#runLabels[run]!;
      const runEnd = this.#runEnds[run]!;
      let count = 0;
      // Adds 1 for a row that goes left. Branchless, because the branch would be mispredicted half of the time.
      for (; i < runEnd; i++) count += (bins[order[i]!]! - cut - 1) >>> 31;
      leftCounts[label] = leftCounts[label]! + count;
      leftRows += count;
    }
    const { leafRows } = this.#options;
    if (leftRows < leafRows || end - begin - leftRows < leafRows) return Number.NEGATIVE_INFINITY;
    const rightCounts = this.#rightCounts;
    for (let c = 0; c < counts.length; c++) rightCounts[c] = counts[c]! - leftCounts[c]!;
    return this.#purity(leftCounts) + this.#purity(rightCounts);
  }

  #partition(begin: number, end: number, { feature, bin }: Cut): number {
    const { bins } = this.#rows.features[feature]!;
    const order = this.#order;
    const goingRight = this.#goingRight;
    let middle = begin;
    let right = 0;
    for (let i = begin; i < end; i++) {
      const row = order[i]!;
      if (bins[row]! <= bin) order[middle++] = row;
      else goingRight[right++] = row;
    }
    order.set(goingRight.subarray(0, right), middle);
    return middle;
  }

  #addLeaf(counts: Int32Array): void {
    const { weights } = this.#rows;
    let total = 0;
    for (let c = 0; c < counts.length; c++) total += counts[c]! * weights[c]!;
    // Rounds the cumulative shares, so that the shares sum to 255.
    let cumulated = 0;
    let given = 0;
    for (let c = 0; c < counts.length; c++) {
      cumulated += counts[c]! * weights[c]!;
      const upTo = Math.round((255 * cumulated) / total);
      this.#leaves.push(upTo - given);
      given = upTo;
    }
  }
}
