import type { Stretch } from './similar.ts';

/** An input aggregated over cells of equal length. NaN for a cell without points. */
export interface CellsOfInput {
  readonly means: Float64Array;
  /** Highest minus lowest value. */
  readonly spreads: Float64Array;
}

/** A stretch in cells. */
interface QuietStretch extends Stretch {
  /**
   * Mean deviation of the inputs from their usual level and spread. 0 if both are at their median; 1 if the level is
   * one median absolute deviation off, or if the spread is twice the median.
   */
  unrest: number;
}

/** Maximum unrest of one input in one cell. */
const mostUnrest = 20;

/**
 * Finds the quietest stretches: all inputs are near their usual level and vary no more than usual. The usual level and
 * spread are medians, so a constant input, as in a shutdown, is not quiet unless it is constant most of the time.
 * @param inputs the same cells for each
 * @param length of a stretch, in cells
 * @param count maximum number of stretches; they don't overlap
 * @param isExcluded whether a cell must not be in a stretch
 * @returns the quietest first, without stretches in which an input has no points
 */
export function findQuiet(
  inputs: readonly CellsOfInput[],
  length: number,
  count: number,
  isExcluded: (cell: number) => boolean,
): QuietStretch[] {
  const unrest = unrestOfCells(inputs);
  for (let cell = 0; cell < unrest.length; cell++) if (isExcluded(cell)) unrest[cell] = Number.NaN;
  const found: QuietStretch[] = [];
  let sum = 0;
  let excluded = 0;
  const add = (cell: number, sign: 1 | -1) => {
    if (Number.isNaN(unrest[cell]!)) excluded += sign;
    else sum += sign * unrest[cell]!;
  };
  for (let cell = 0; cell < unrest.length; cell++) {
    add(cell, 1);
    if (cell >= length) add(cell - length, -1);
    if (cell < length - 1 || excluded > 0) continue;
    found.push({ from: cell + 1 - length, to: cell + 1, unrest: Math.max(0, sum / length) });
  }
  const taken: QuietStretch[] = [];
  for (const one of found.toSorted((a, b) => a.unrest - b.unrest || a.from - b.from)) {
    if (taken.length >= count) break;
    if (!taken.some((other) => one.from < other.to && other.from < one.to)) taken.push(one);
  }
  return taken;
}

function unrestOfCells(inputs: readonly CellsOfInput[]): Float64Array {
  const cells = inputs[0]?.means.length ?? 0;
  const unrest = new Float64Array(cells);
  for (const { means, spreads } of inputs) {
    const level = median(means);
    const deviation = median(means.map((mean) => Math.abs(mean - level)));
    const spread = median(spreads);
    for (let cell = 0; cell < cells; cell++) {
      const off = Math.abs(means[cell]! - level) / (deviation || 1);
      const beyond = Math.max(0, spreads[cell]! - spread) / (spread || 1);
      const still = Math.max(0, spread - spreads[cell]!) / (spread || 1);
      unrest[cell]! += Math.min(mostUnrest, off + beyond + still) / inputs.length;
    }
  }
  return unrest;
}

/** Returns the median of the values that are not NaN, or NaN without any. */
function median(values: Float64Array): number {
  const sorted = values.filter((value) => !Number.isNaN(value)).sort();
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
