import { setImmediate } from 'node:timers/promises';
import type { Blocks, PointBlock } from '@twinward/domain/evaluation';
import { firstAfter, pointsBetween } from '@twinward/domain/evaluation/model/points';
import { type EvaluationLimits, type Meter, pointsIn } from './limits.ts';

/** Milliseconds after which the thread yields to other work. */
const turn = 10;
/** The size of the parts adapts to this duration. */
const pieceTime = { least: 2.5, most: 10 };
/** Initial number of points per input. */
const firstPiece = 16;
const largestPiece = 65_536;

/** Evaluates one part: the points up to a time. */
type Advance = (blocks: Blocks, upTo: number) => void;

/**
 * Shares the thread: an evaluation of many or costly points is divided into parts of some milliseconds, between which
 * evaluations of other tenants and jobs run. The division does not affect results.
 */
export class Turns {
  #since = performance.now();

  /** Yields if this evaluation has used its time slice. */
  async pause(): Promise<void> {
    if (performance.now() - this.#since < turn) return;
    await setImmediate();
    this.#since = performance.now();
  }

  /**
   * Advances over (after, upTo], by at least one part.
   * @param until deadline in epoch milliseconds.
   * @returns the time reached: less than `upTo` if the deadline has passed.
   */
  async run(
    blocks: Blocks,
    after: number,
    upTo: number,
    { meter, until, advance }: { meter: Meter; until: number; advance: Advance },
  ): Promise<number> {
    let size = firstPiece;
    let from = after;
    for (;;) {
      const cut = cutAfter(blocks, from, upTo, size);
      const piece = piecesBetween(blocks, from, cut);
      meter.allow(pointsIn(piece));
      const begun = performance.now();
      advance(piece, cut);
      const took = performance.now() - begun;
      if (took < pieceTime.least) size = Math.min(2 * size, largestPiece);
      else if (took > pieceTime.most) size = Math.max(1, size >> 1);
      from = cut;
      await this.pause();
      if (from >= upTo || Date.now() >= until) return from;
    }
  }
}

/** How an evaluation shares the thread, and its step budget. */
export interface Work {
  turns: Turns;
  limits: EvaluationLimits;
}

/** Returns a time up to which each input has at most a number of points. */
function cutAfter(blocks: Blocks, after: number, upTo: number, points: number): number {
  let cut = upTo;
  for (const block of blocks.values()) {
    const index = firstAfter(block, after) + points - 1;
    if (index < block.length) cut = Math.min(cut, block.times[index]!);
  }
  return cut;
}

function piecesBetween(blocks: Blocks, after: number, upTo: number): Map<string, PointBlock> {
  return new Map(Array.from(blocks, ([alias, block]) => [alias, pointsBetween(block, after, upTo)]));
}
