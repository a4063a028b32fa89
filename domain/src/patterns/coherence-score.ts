/**
 * A boosted model that distinguishes rows from rows whose inputs were mixed: whether the inputs of a row belong
 * together. Each tree cuts all nodes of a level alike, so the cuts of a row, as bits, are the number of its leaf.
 */
export interface Coherence {
  /** By tree and level: the coordinate that is cut. */
  readonly coordinates: Uint16Array;
  /** By tree and level: a row goes right where its coordinate is larger. */
  readonly thresholds: Float32Array;
  /** By tree and leaf: what is added to the score, which is around 1 for rows and -1 for mixed ones. */
  readonly leaves: Float32Array;
  /** By class: the least score of a row that is of the class. */
  readonly limits: Float64Array;
}

/** What a score is computed by. */
export type ScoreTrees = Omit<Coherence, 'limits'>;

export const depth = 5;
export const leavesPerTree = 2 ** depth;
/** More than the sum of the leaves of all trees is rounded by. */
const rounding = 1e-9;

/** @param position from `offset` on */
export function scoreOf(trees: ScoreTrees, position: Float32Array, offset = 0): number {
  const { coordinates, leaves } = trees;
  let score = 0;
  for (let cut = 0; cut < coordinates.length; cut += depth) {
    score += leaves[leafOf(trees, cut, position, offset)]!;
  }
  return score;
}

/** Decides whether rows are of a class by their scores. */
export class CoherenceLimits {
  readonly #coherence: Coherence;
  /** By tree: the least and the most that it and those after it add to a score. */
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

  /** Whether the score of a row reaches the limit of a class. It is computed until the other trees can't change that. */
  reaches(position: Float32Array, label: number): boolean {
    const { coordinates, leaves, limits } = this.#coherence;
    const limit = limits[label]!;
    let score = 0;
    for (let tree = 0, cut = 0; cut < coordinates.length; tree++, cut += depth) {
      if (score + this.#least[tree]! > limit + rounding) return true;
      if (score + this.#most[tree]! < limit - rounding) return false;
      score += leaves[leafOf(this.#coherence, cut, position, 0)]!;
    }
    return score >= limit;
  }
}

/**
 * The place of the leaf of a row among those of all trees.
 * @param cut the first one of the tree
 */
function leafOf(
  { coordinates, thresholds }: ScoreTrees,
  cut: number,
  position: Float32Array,
  offset: number,
): number {
  let leaf = (cut / depth) * leavesPerTree;
  // Not a loop, and branches: consecutive rows mostly take the same one, which the processor predicts.
  if (position[offset + coordinates[cut]!]! > thresholds[cut]!) leaf += 16;
  if (position[offset + coordinates[cut + 1]!]! > thresholds[cut + 1]!) leaf += 8;
  if (position[offset + coordinates[cut + 2]!]! > thresholds[cut + 2]!) leaf += 4;
  if (position[offset + coordinates[cut + 3]!]! > thresholds[cut + 3]!) leaf += 2;
  if (position[offset + coordinates[cut + 4]!]! > thresholds[cut + 4]!) leaf += 1;
  return leaf;
}
