import type { InputNeed } from '../compile/program.ts';
import { firstAfter, type PointBlock, Quality } from '../model/points.ts';

/** The saved state: times of the latest point with a value and of the latest uncertain one. */
export interface SavedUncertainty {
  readonly latest: number | null;
  readonly uncertain: number | null;
}

/**
 * Tracks one input of a calculated tag, to flag results of uncertain points: the input's latest point is
 * uncertain, or there is an uncertain one within its longest window.
 */
export class Uncertainty {
  readonly alias: string;
  private readonly window: number;
  private latest = Number.NaN;
  private uncertain = Number.NaN;
  private block: PointBlock | undefined;
  private next = 0;

  constructor({ alias, window }: InputNeed) {
    this.alias = alias;
    this.window = window;
  }

  /** Sets the points to process: those after `after`. */
  bind(block: PointBlock | undefined, after: number): void {
    this.block = block;
    this.next = block ? firstAfter(block, after) : 0;
  }

  /** Whether any point so far, including unprocessed ones, is uncertain. */
  get possible(): boolean {
    return !Number.isNaN(this.uncertain) || (this.block?.qualities?.includes(Quality.uncertain) ?? false);
  }

  /** Whether a result at `time` depends on an uncertain point; times must ascend. */
  at(time: number): boolean {
    const { block } = this;
    while (block && this.next < block.length && block.times[this.next]! <= time) {
      const quality = block.qualities?.[this.next] ?? Quality.good;
      if (quality !== Quality.bad) this.latest = block.times[this.next]!;
      if (quality === Quality.uncertain) this.uncertain = block.times[this.next]!;
      this.next += 1;
    }
    return this.uncertain === this.latest || this.uncertain > time - this.window;
  }

  save(): SavedUncertainty {
    return {
      latest: Number.isNaN(this.latest) ? null : this.latest,
      uncertain: Number.isNaN(this.uncertain) ? null : this.uncertain,
    };
  }

  restore({ latest, uncertain }: SavedUncertainty): void {
    this.latest = latest ?? Number.NaN;
    this.uncertain = uncertain ?? Number.NaN;
  }
}

/** The qualities of computed points; undefined if all are good. */
export function computeQualities(
  inputs: readonly Uncertainty[],
  { times, length }: PointBlock,
): Uint8Array | undefined {
  if (!inputs.some((input) => input.possible)) return undefined;
  let qualities: Uint8Array | undefined;
  for (let index = 0; index < length; index++) {
    const time = times[index]!;
    let uncertain = false;
    for (const input of inputs) uncertain = input.at(time) || uncertain;
    if (!uncertain) continue;
    qualities ??= new Uint8Array(length);
    qualities[index] = Quality.uncertain;
  }
  return qualities;
}
