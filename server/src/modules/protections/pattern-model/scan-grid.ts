import { convertBlock } from '@twinward/domain/evaluation';
import { withoutBad } from '@twinward/domain/evaluation/model/points';
import type { Grid } from '@twinward/domain/patterns/grid';
import type { Conversion } from '@twinward/domain/units/conversion';
import type { Db } from '../../../platform/database/database.ts';
import { type Points, scanPoints } from '../../../series/index.ts';

/** An input that is read at the points of a grid. */
export interface ScannedInput {
  tagId: number;
  /** From the tag's unit to the input's. */
  conversion: Conversion;
  /** Milliseconds for which a value holds. */
  hold: number;
}

/** Rows of a block: 650 KB for twenty inputs. */
const rowsPerBlock = 4096;

/**
 * Reads inputs at the points of a grid that is anchored at 1970-01-01 UTC, in blocks, of which only one is in memory at
 * a time. A value holds for its input's time; bad points are ignored; NaN where no value holds.
 * @param from epoch milliseconds; the first row is at the first point of the grid from then on
 * @param to epoch milliseconds, excluded
 * @param step in milliseconds
 */
export async function* scanGrid(
  db: Db,
  inputs: readonly ScannedInput[],
  { from, to, step }: { from: number; to: number; step: number },
): AsyncGenerator<Grid> {
  const first = Math.ceil(from / step) * step;
  const rows = Math.max(0, Math.ceil((to - first) / step));
  const columns = inputs.map((input) => new Column(db, input, first, to));
  for (let row = 0; row < rows; row += rowsPerBlock) {
    const count = Math.min(rowsPerBlock, rows - row);
    const start = first + row * step;
    const values = new Float64Array(count * inputs.length);
    for (const [index, column] of columns.entries()) {
      await column.fill(values, { index, width: inputs.length, start, step });
    }
    yield { start, step, inputs: inputs.length, values };
  }
}

/** Returns stored points as values of an input, without bad ones. */
export function toValues(
  { times, values, qualities }: Points,
  conversion: Conversion,
): { times: Float64Array; values: Float64Array } {
  const block = { times, values, qualities: qualities ?? undefined, length: times.length };
  const good = withoutBad(convertBlock(block, conversion));
  return { times: good.times.subarray(0, good.length), values: good.values.subarray(0, good.length) };
}

/** The held values of one input, ordered by time. */
class Column {
  readonly #input: ScannedInput;
  readonly #blocks: AsyncGenerator<Points>;
  #times: Float64Array = new Float64Array(0);
  #values: Float64Array = new Float64Array(0);
  #next = 0;
  #isAtEnd = false;
  #heldTime = Number.NEGATIVE_INFINITY;
  #heldValue = Number.NaN;

  constructor(db: Db, input: ScannedInput, from: number, to: number) {
    this.#input = input;
    this.#blocks = scanPoints(db, input.tagId, Math.max(0, from - input.hold), to);
  }

  /** Fills a column of rows. */
  async fill(
    values: Float64Array,
    { index, width, start, step }: { index: number; width: number; start: number; step: number },
  ): Promise<void> {
    const { hold } = this.#input;
    let time = start;
    for (let at = index; at < values.length; at += width, time += step) {
      for (;;) {
        while (this.#next < this.#times.length && this.#times[this.#next]! <= time) this.#advance();
        if (this.#next < this.#times.length || this.#isAtEnd) break;
        await this.#load();
      }
      values[at] = time - this.#heldTime <= hold ? this.#heldValue : Number.NaN;
    }
  }

  #advance(): void {
    this.#heldTime = this.#times[this.#next]!;
    this.#heldValue = this.#values[this.#next]!;
    this.#next += 1;
  }

  async #load(): Promise<void> {
    const { value, done } = await this.#blocks.next();
    this.#isAtEnd = done === true;
    if (done) return;
    const { times, values } = toValues(value, this.#input.conversion);
    this.#times = times;
    this.#values = values;
    this.#next = 0;
  }
}
