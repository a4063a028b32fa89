import { type Blocks, joinBlocks, type PointBlock, pointsBetween } from '../model/points.ts';
import { BEGINNING } from '../model/state.ts';

const noPoints: PointBlock = { times: new Float64Array(0), values: new Float64Array(0), length: 0 };

/** Keeps the points that were read but not yet evaluated, since an answer of the model may still come before them. */
export class Waiting {
  private readonly aliases: readonly string[];
  private held: Blocks = new Map();
  private upTo = BEGINNING;

  constructor(aliases: readonly string[]) {
    this.aliases = aliases;
  }

  /** Returns the points in (after, until]: waiting ones, and new ones of the blocks. */
  add(blocks: Blocks, after: number, until: number): Map<string, PointBlock> {
    const from = Math.max(after, this.upTo);
    const points = new Map<string, PointBlock>();
    for (const alias of this.aliases) {
      const held = pointsBetween(this.held.get(alias) ?? noPoints, after, from);
      points.set(alias, joinBlocks(held, pointsBetween(blocks.get(alias) ?? noPoints, from, until)));
    }
    this.held = points;
    this.upTo = Math.max(from, until);
    return points;
  }

  /** Drops the waiting points, which are passed again. */
  drop(): void {
    this.held = new Map();
    this.upTo = BEGINNING;
  }
}
