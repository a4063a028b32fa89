import type { Tree } from './tree.ts';

/** Numbers of a node: its feature, -1 for a leaf; its threshold; its right child or, of a leaf, where its vector begins. */
const perNode = 3;

/** Trees in a form in which a walk is quick: the numbers of a node are side by side, and all nodes in one array. */
export class Forest {
  readonly #roots: Int32Array;
  readonly #nodes: Int32Array;
  /** The same memory as `#nodes`. */
  readonly #thresholds: Float32Array;
  readonly #leaves: Uint8Array;
  readonly #classes: number;

  constructor(trees: readonly Tree[], classes: number) {
    const count = trees.reduce((sum, { feature }) => sum + feature.length, 0);
    this.#roots = new Int32Array(trees.length);
    this.#nodes = new Int32Array(count * perNode);
    this.#thresholds = new Float32Array(this.#nodes.buffer);
    this.#leaves = new Uint8Array(trees.reduce((sum, { leaves }) => sum + leaves.length, 0));
    this.#classes = classes;
    let begin = 0;
    let leaf = 0;
    for (const [number, { feature, threshold, right, leaves }] of trees.entries()) {
      this.#roots[number] = begin;
      this.#leaves.set(leaves, leaf);
      for (let i = 0; i < feature.length; i++) {
        const node = begin + i * perNode;
        this.#nodes[node] = feature[i]!;
        this.#thresholds[node + 1] = threshold[i]!;
        this.#nodes[node + 2] = feature[i]! < 0 ? leaf + right[i]! * classes : begin + right[i]! * perNode;
      }
      begin += feature.length * perNode;
      leaf += leaves.length;
    }
  }

  get size(): number {
    return this.#roots.length;
  }

  /**
   * Adds up the class vectors of the leaves that a row falls into.
   * @param votes one per class; set. They hold 255 per tree in total.
   */
  vote(row: Float32Array, offset: number, votes: Float64Array): void {
    const nodes = this.#nodes;
    const thresholds = this.#thresholds;
    const leaves = this.#leaves;
    const classes = this.#classes;
    votes.fill(0);
    for (let tree = 0; tree < this.#roots.length; tree++) {
      let node = this.#roots[tree]!;
      for (let f = nodes[node]!; f >= 0; f = nodes[node]!) {
        node = row[offset + f]! <= thresholds[node + 1]! ? node + perNode : nodes[node + 2]!;
      }
      const leaf = nodes[node + 2]!;
      for (let c = 0; c < classes; c++) votes[c] = votes[c]! + leaves[leaf + c]!;
    }
  }

  /**
   * Adds up by feature how far each step of the row's walks moves the share of a class. The share at a node is the mean of
   * the leaves below it. Source: A. Saabas, treeinterpreter (2014).
   * @param into one per feature; the changes are added, divided by the number of trees
   */
  explain(row: Float32Array, offset: number, ofClass: number, into: Float64Array): void {
    for (const root of this.#roots) {
      let node = root;
      let share = this.#meanBelow(node, ofClass).mean;
      for (let feature = this.#nodes[node]!; feature >= 0; feature = this.#nodes[node]!) {
        const isLeft = row[offset + feature]! <= this.#thresholds[node + 1]!;
        node = isLeft ? node + perNode : this.#nodes[node + 2]!;
        const next = this.#meanBelow(node, ofClass).mean;
        into[feature] = into[feature]! + (next - share) / this.size;
        share = next;
      }
    }
  }

  #meanBelow(node: number, ofClass: number): { mean: number; leaves: number } {
    const right = this.#nodes[node + 2]!;
    if (this.#nodes[node]! < 0) return { mean: this.#leaves[right + ofClass]! / 255, leaves: 1 };
    const low = this.#meanBelow(node + perNode, ofClass);
    const high = this.#meanBelow(right, ofClass);
    const leaves = low.leaves + high.leaves;
    return { mean: (low.mean * low.leaves + high.mean * high.leaves) / leaves, leaves };
  }
}
