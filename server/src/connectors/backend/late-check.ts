import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ConnectorCall, SourceValue, TimeRange } from '../connector.ts';
import { countPoints } from './client.ts';

/** Maximum age of late points that are detected, in milliseconds. */
const longestDelay = 7 * 86_400_000;

/** The number of points of a tag in a range. */
interface Counted {
  from: number;
  /** End of the range, inclusive. */
  reached: number;
  count: number;
}

/** Parses the file of counts. A file that is incomplete after a crash has no counts. */
function readCounted(text: string): [string, Counted][] {
  try {
    return JSON.parse(text) as [string, Counted][];
  } catch {
    return [];
  }
}

/** Tags whose points changed, and a range that contains the changes. */
export interface Late {
  range: TimeRange;
  sources: string[];
}

/**
 * Detects late points: the other installation has stored them with times before the latest delivered point, for example
 * after a gap of its own connections. Compares the number of points in a range with the number of delivered ones. The
 * counts are kept in a file across restarts.
 */
export class LateCheck {
  readonly #call: ConnectorCall;
  /** By tag name: the time up to which points were delivered. */
  readonly #reached: ReadonlyMap<string, number>;
  readonly #file: string;
  #counted = new Map<string, Counted>();

  constructor(call: ConnectorCall, reached: ReadonlyMap<string, number>) {
    this.#call = call;
    this.#reached = reached;
    this.#file = join(call.directory, 'counted.json');
  }

  /** Counts points before the history is read, to detect later changes. @returns late points since the previous run */
  async start(): Promise<Late> {
    const kept = await readFile(this.#file, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return '[]';
      throw error;
    });
    const before = new Map(readCounted(kept));
    await this.#count([...this.#reached.keys()]);
    const late = await this.#compare(new Map([...before].filter(([name]) => this.#reached.has(name))));
    await this.save();
    return late;
  }

  delivered(values: readonly SourceValue[]): void {
    for (const { source, time, quality } of values) {
      const counted = this.#counted.get(source);
      if (!counted || time <= counted.reached) continue;
      if (quality !== 'bad') counted.count += 1;
      counted.reached = time;
    }
  }

  /** Returns late points since the previous check. */
  async look(): Promise<Late> {
    const late = await this.#compare(this.#counted);
    const isOld = ({ from }: Counted) => from < Date.now() - 2 * longestDelay;
    const old = [...this.#counted].filter(([, counted]) => isOld(counted)).map(([name]) => name);
    await this.#count([...new Set([...late.sources, ...old])]);
    await this.save();
    return late;
  }

  /** Returns the tags whose number of points differs from the counted one. */
  async #compare(counted: ReadonlyMap<string, Counted>): Promise<Late> {
    const ranges = [...counted].map(([name, { from, reached }]) => ({ name, from, to: reached + 1 }));
    const counts = await countPoints(this.#call, ranges);
    const changed = ranges.filter(({ name }) => counts.get(name) !== counted.get(name)!.count);
    return {
      range: {
        from: Math.min(...changed.map(({ from }) => from)),
        to: Math.max(...changed.map(({ to }) => to)),
      },
      sources: changed.map(({ name }) => name),
    };
  }

  async #count(names: readonly string[]): Promise<void> {
    const from = Math.max(0, Date.now() - longestDelay);
    const ranges = names.map((name) => ({ name, from, to: Math.max(from, this.#reached.get(name)! + 1) }));
    const counts = await countPoints(this.#call, ranges);
    for (const { name, to } of ranges) {
      const count = counts.get(name);
      if (count !== undefined) this.#counted.set(name, { from, reached: to - 1, count });
    }
  }

  /** Writes the counts for the next run. */
  async save(): Promise<void> {
    await writeFile(`${this.#file}.new`, JSON.stringify([...this.#counted]));
    await rename(`${this.#file}.new`, this.#file);
  }
}
