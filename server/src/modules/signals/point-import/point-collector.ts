import type { ParsedBatch, ParsedPoints, RefusedLine } from './parsed.ts';

interface Columns {
  times: number[];
  values: number[];
  qualities: number[];
}

/** Characters. Reasons quote cells, which may be long, and thousands of reasons are stored. */
const longestReason = 2000;

/** Collects the points of a batch by tag. */
export class PointCollector {
  points = 0;
  rows = 0;
  refused: RefusedLine[] = [];
  #lastLine = 0;
  #columns = new Map<string | null, Columns>();

  /** Counts a data row of the batch. */
  count(line: number): void {
    this.rows++;
    this.#lastLine = line;
  }

  refuse(line: number, reason: string): void {
    this.#lastLine = line;
    const shown = reason.length > longestReason ? `${reason.slice(0, longestReason)}…` : reason;
    this.refused.push({ line, reason: shown });
  }

  add(tag: string | null, time: number, value: number, quality: number): void {
    let columns = this.#columns.get(tag);
    if (!columns) {
      columns = { times: [], values: [], qualities: [] };
      this.#columns.set(tag, columns);
    }
    columns.times.push(time);
    columns.values.push(value);
    columns.qualities.push(quality);
    this.points++;
  }

  /** Returns the collected batch and resets. */
  drain(): Omit<ParsedBatch, 'repeatedHours'> {
    const points = [...this.#columns].map(
      ([tag, { times, values, qualities }]): ParsedPoints => ({
        tag,
        times: Float64Array.from(times),
        values: Float64Array.from(values),
        qualities: qualities.some((quality) => quality > 0) ? Uint8Array.from(qualities) : null,
      }),
    );
    const batch = { lastLine: this.#lastLine, rows: this.rows, points, refused: this.refused };
    this.points = 0;
    this.rows = 0;
    this.refused = [];
    this.#columns = new Map();
    return batch;
  }
}
