/**
 * A boosted model that detects whether the inputs of a row belong together: it distinguishes real rows from rows with
 * mixed inputs. Each tree uses the same cut for all nodes of a level, so the results of the cuts, as bits, are the
 * number of the leaf.
 */
export interface Coherence {
  /** By tree and level: the coordinate of the cut. */
  readonly coordinates: Uint16Array;
  /** By tree and level: a row goes right where its coordinate is larger. */
  readonly thresholds: Float32Array;
  /** By tree and leaf: the summand of the score, which is around 1 for real rows and -1 for mixed ones. */
  readonly leaves: Float32Array;
  /** By class: the minimum score of its rows. */
  readonly limits: Float64Array;
}

/** The inputs of a score. */
export type ScoreTrees = Omit<Coherence, 'limits'>;

export const depth = 5;
export const leavesPerTree = 2 ** depth;
/** Upper bound of the rounding error of a score. */
const rounding = 1e-9;

/** @param position from `offset` on */
export function computeScore(trees: ScoreTrees, position: Float32Array, offset = 0): number {
  const { coordinates, leaves } = trees;
  let score = 0;
  for (let cut = 0; cut < coordinates.length; cut += depth) {
    score += leaves[findLeaf(trees, cut, position, offset)]!;
  }
  return score;
}

/** Decides by their scores whether rows belong to a class. */
export class CoherenceLimits {
  readonly #coherence: Coherence;
  /** By tree: minimum and maximum sum of its leaf and those of later trees. */
  readonly #least: Float64Array;
  readonly #most: Float64Array;

  constructor(coherence: Coherence) {
    this.#coherence = coherence;
    const { leaves } = coherence;
    const trees = leaves.length / leavesPerTree;
    this.#least = new Float64Array(trees + 1);
    this.#most = new Float64Array(trees + 1);
    for (let tree = trees - 1; tree >= 0; tree--) {
      const own = leaves.subarray(tree * leavesPerTree, (tree + 1) * leavesPerTree);
      this.#least[tree] = this.#least[tree + 1]! + Math.min(...own);
      this.#most[tree] = this.#most[tree + 1]! + Math.max(...own);
    }
  }

  /** Whether the score of a row reaches the limit of a class. Stops once the other trees can't change the result. */
  reaches(position: Float32Array, label: number): boolean {
    const { coordinates, leaves, limits } = this.#coherence;
    const limit = limits[label]!;
    let score = 0;
    for (let tree = 0, cut = 0; cut < coordinates.length; tree++, cut += depth) {
      if (score + this.#least[tree]! > limit + rounding) return true;
      if (score + this.#most[tree]! < limit - rounding) return false;
      score += leaves[findLeaf(this.#coherence, cut, position, 0)]!;
    }
    return score >= limit;
  }
}

/**
 * Returns the index of a row's leaf in a tree among the leaves of all trees.
 * @param cut index of the tree's first cut
 */
function findLeaf(
  { coordinates, thresholds }: ScoreTrees,
  cut: number,
  position: Float32Array,
  offset: number,
): number {
  let leaf = (cut / depth) * leavesPerTree;
  // Unrolled, with branches: consecutive rows mostly take the same branch, so branch prediction works.
  if (position[offset + coordinates[cut]!]! > thresholds[cut]!) leaf += 16;
  if (position[offset + coordinates[cut + 1]!]! > thresholds[cut + 1]!) leaf += 8;
  if (position[offset + coordinates[cut + 2]!]! > thresholds[cut + 2]!) leaf += 4;
  if (position[offset + coordinates[cut + 3]!]! > thresholds[cut + 3]!) leaf += 2;
  if (position[offset + coordinates[cut + 4]!]! > thresholds[cut + 4]!) leaf += 1;
  return leaf;
}
