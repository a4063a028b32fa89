import { knownWindows, type MachineRows, rowLength as step } from '../machine-record.ts';

/** Time of the last warning, five days before the failure. */
const warnedAt = Date.parse('2014-02-03T10:50:00Z');

/** A known range of the record, placed in time. Epoch milliseconds. */
export interface PlacedWindow {
  start: number;
  end: number;
  note: string;
  /** Null for a range without a failure. */
  failedAt: number | null;
}

/**
 * Replays the record of the machine without end: at the anchor it is five days before the failure, and after the last
 * row it starts over. Rows are 5 minutes apart.
 */
export class MachineReplay {
  /** By row. */
  readonly #values: readonly number[];
  /** Time of the first row of the first round. */
  readonly begin: number;
  readonly #recordedAt: number;
  readonly #period: number;

  constructor({ recordedAt, values }: MachineRows, anchor: number) {
    this.#recordedAt = recordedAt;
    this.#values = values;
    this.begin = Math.floor(anchor / step) * step - (warnedAt - this.#recordedAt);
    this.#period = this.#values.length * step;
  }

  /** The points with from < time <= to. */
  pointsBetween(from: number, to: number): { times: number[]; values: number[] } {
    const times: number[] = [];
    const played: number[] = [];
    const last = Math.floor((to - this.begin) / step);
    for (let row = Math.max(0, Math.floor((from - this.begin) / step) + 1); row <= last; row++) {
      times.push(this.begin + row * step);
      played.push(this.#values[row % this.#values.length]!);
    }
    return { times, values: played };
  }

  /** The known ranges that end with from < end <= to. */
  windowsBetween(from: number, to: number): PlacedWindow[] {
    const shift = this.begin - this.#recordedAt;
    const rounds = Math.max(0, Math.floor((to - this.begin) / this.#period));
    const windows: PlacedWindow[] = [];
    for (let round = 0; round <= rounds; round++) {
      const place = (time: string) => Date.parse(time) + shift + round * this.#period;
      for (const { start, end, note, failedAt } of knownWindows) {
        if (place(end) <= from || place(end) > to) continue;
        windows.push({
          start: place(start),
          end: place(end),
          note,
          failedAt: failedAt === undefined ? null : place(failedAt),
        });
      }
    }
    return windows;
  }
}
