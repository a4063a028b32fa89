import { blockVotes, type ForestArrays } from './block-votes.ts';
import type { Tree } from './tree.ts';

/**
 * Number of 32-bit words of a node. Words of a cut: the feature (upper 16 bits) and the distance to the right child in
 * nodes (lower 16 bits); the threshold. Words of a leaf: -1; its class, or for several classes the complement of the
 * offset of its shares.
 */
const perNode = 2;
/** Mask of the distance. A tree on 100,000 rows with leaves of at least four has at most 50,000 nodes. */
const farthest = 0xffff;
/** The sum of the shares of a leaf. */
const whole = 255;
/** Minimum number of rows for block processing. Fewer are processed one by one. */
const leastOfBlock = 8;

/** Trees in a compact form that is fast to walk: all nodes in one array, and all leaves in another. */
export class Forest {
  readonly #roots: Int32Array;
  readonly #nodes: Int32Array;
  /** A view of the same memory as `#nodes`. */
  readonly #thresholds: Float32Array;
  /** For each leaf with several classes: the number of classes, then the number and the share (of 255) of each. */
  readonly #leaves: Uint8Array;
  readonly #arrays: ForestArrays;

  constructor(trees: readonly Tree[], classes: number) {
    const count = trees.reduce((sum, { feature }) => sum + feature.length, 0);
    this.#roots = new Int32Array(trees.length);
    this.#nodes = new Int32Array(count * perNode);
    this.#thresholds = new Float32Array(this.#nodes.buffer);
    const leaves: number[] = [];
    let begin = 0;
    for (const [number, tree] of trees.entries()) {
      const { feature, threshold, right } = tree;
      this.#roots[number] = begin;
      for (let i = 0; i < feature.length; i++) {
        const node = begin + i * perNode;
        if (feature[i]! < 0) {
          this.#nodes[node] = -1;
          this.#nodes[node + 1] = addLeaf(leaves, tree, right[i]!, classes);
          continue;
        }
        if (right[i]! - i > farthest) throw new RangeError('The tree has too many nodes.');
        this.#nodes[node] = (feature[i]! << 16) | (right[i]! - i);
        this.#thresholds[node + 1] = threshold[i]!;
      }
      begin += feature.length * perNode;
    }
    this.#leaves = Uint8Array.from(leaves);
    this.#arrays = { classes, roots: this.#roots, nodes: this.#nodes, leaves: this.#leaves };
  }

  get size(): number {
    return this.#roots.length;
  }

  /** Memory use in bytes. */
  get bytes(): number {
    return this.#roots.byteLength + this.#nodes.byteLength + this.#leaves.byteLength;
  }

  /**
   * Adds up the class vectors of the leaves that a row falls into.
   * @param votes output, one per class. Their sum is 255 per tree.
   */
  vote(row: Float32Array, offset: number, votes: Int32Array): void {
    const nodes = this.#nodes;
    const thresholds = this.#thresholds;
    const roots = this.#roots;
    votes.fill(0);
    for (let tree = 0; tree < roots.length; tree++) {
      let node = roots[tree]!;
      let cut = nodes[node]!;
      // Uses branches: consecutive rows mostly take the same one, so branch prediction works.
      while (cut >= 0) {
        if (row[offset + (cut >> 16)]! <= thresholds[node + 1]!) node = (node + perNode) | 0;
        else node = (node + perNode * (cut & farthest)) | 0;
        cut = nodes[node]!;
      }
      const leaf = nodes[node + 1]!;
      if (leaf >= 0) votes[leaf] = votes[leaf]! + whole;
      else this.#addShares(~leaf, votes);
    }
  }

  /**
   * Like `vote`, for a block of consecutive rows. Faster, especially for similar rows.
   * @param rows at most `blockRows`, of `width` features each
   * @param votes output, one per row and class
   */
  voteBlock(rows: Float32Array, width: number, votes: Int32Array): void {
    const { classes } = this.#arrays;
    const count = rows.length / width;
    const block = count < leastOfBlock ? null : blockVotes();
    if (block) block.vote(this.#arrays, rows, width, votes);
    else {
      for (let row = 0; row < count; row++) {
        this.vote(rows, row * width, votes.subarray(row * classes, (row + 1) * classes));
      }
    }
  }

  #addShares(begin: number, votes: Int32Array): void {
    const leaves = this.#leaves;
    const end = begin + 2 * leaves[begin]!;
    for (let i = begin + 1; i < end; i += 2) {
      const label = leaves[i]!;
      votes[label] = votes[label]! + leaves[i + 1]!;
    }
  }

  /**
   * Adds up, by feature, the changes of a class' share along the row's paths through the trees. The share at a node is
   * the mean of the leaves below it. Source: A. Saabas, treeinterpreter (2014).
   * @param into one per feature; changes divided by the number of trees are added
   */
  explain(row: Float32Array, offset: number, ofClass: number, into: Float64Array): void {
    for (const root of this.#roots) {
      let node = root;
      let share = this.#meanBelow(node, ofClass).mean;
      for (let cut = this.#nodes[node]!; cut >= 0; cut = this.#nodes[node]!) {
        const feature = cut >> 16;
        const isLeft = row[offset + feature]! <= this.#thresholds[node + 1]!;
        node += perNode * (isLeft ? 1 : cut & farthest);
        const next = this.#meanBelow(node, ofClass).mean;
        into[feature] = into[feature]! + (next - share) / this.size;
        share = next;
      }
    }
  }

  #meanBelow(node: number, ofClass: number): { mean: number; leaves: number } {
    const cut = this.#nodes[node]!;
    if (cut < 0) return { mean: this.#leafShare(this.#nodes[node + 1]!, ofClass) / whole, leaves: 1 };
    const low = this.#meanBelow(node + perNode, ofClass);
    const high = this.#meanBelow(node + perNode * (cut & farthest), ofClass);
    const leaves = low.leaves + high.leaves;
    return { mean: (low.mean * low.leaves + high.mean * high.leaves) / leaves, leaves };
  }

  #leafShare(leaf: number, ofClass: number): number {
    if (leaf >= 0) return leaf === ofClass ? whole : 0;
    const leaves = this.#leaves;
    const begin = ~leaf;
    const end = begin + 2 * leaves[begin]!;
    for (let i = begin + 1; i < end; i += 2) if (leaves[i] === ofClass) return leaves[i + 1]!;
    return 0;
  }
}

/** Returns the class of a leaf, or the complement of the offset at which the shares of its classes were added. */
function addLeaf(leaves: number[], { leaves: shares }: Tree, leaf: number, classes: number): number {
  const own = shares.subarray(leaf * classes, (leaf + 1) * classes);
  const only = own.indexOf(whole);
  if (only >= 0) return only;
  const at = leaves.push(0) - 1;
  for (const [label, share] of own.entries()) if (share > 0) leaves.push(label, share);
  leaves[at] = (leaves.length - 1 - at) / 2;
  return ~at;
}
