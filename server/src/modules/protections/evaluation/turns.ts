import { setImmediate } from 'node:timers/promises';
import type { Blocks, PointBlock } from '@twinward/domain/evaluation';
import { firstAfter, pointsBetween } from '@twinward/domain/evaluation/model/points';
import { type EvaluationLimits, type Meter, pointsIn } from './limits.ts';

/** Milliseconds after which other work of the thread has its turn. */
const turn = 10;
/** A piece that took less is followed by a larger one, a piece that took more by a smaller one. */
const pieceTime = { least: 2.5, most: 10 };
/** Points of each input. */
const firstPiece = 16;
const largestPiece = 65_536;

/** Evaluates a piece: the points up to a time, and the time. */
type Advance = (blocks: Blocks, upTo: number) => void;

/**
 * Shares the thread. An evaluation of many points, or of few that are costly, is cut into pieces of some milliseconds;
 * between them other tenants' evaluations and jobs go on. Where it is cut changes no answer.
 */
export class Turns {
  #since = performance.now();

  /** Lets other work go on where this has taken its turn. */
  async pause(): Promise<void> {
    if (performance.now() - this.#since < turn) return;
    await setImmediate();
    this.#since = performance.now();
  }

  /**
   * Advances over (after, upTo], by one piece at least.
   * @param until when to stop by the clock, in epoch milliseconds.
   * @returns up to where it came: less than `upTo` when its time was up.
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

/** How an evaluation shares the thread, and how many steps it may take. */
export interface Work {
  turns: Turns;
  limits: EvaluationLimits;
}

/** A time up to which each input has at most so many points. */
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
