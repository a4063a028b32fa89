import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ConnectorCall, SourceValue, TimeRange } from '../connector.ts';
import { countPoints } from './client.ts';

/** Milliseconds before now in which points that come late are noticed. */
const longestDelay = 7 * 86_400_000;

/** How many points a tag has in a range. */
interface Counted {
  from: number;
  /** The last time that counts. */
  reached: number;
  count: number;
}

/** A file that a crash left half written counts nothing. */
function readCounted(text: string): [string, Counted][] {
  try {
    return JSON.parse(text) as [string, Counted][];
  } catch {
    return [];
  }
}

/** Tags whose points changed, and a range that holds the changes. */
export interface Late {
  range: TimeRange;
  sources: string[];
}

/**
 * Notices points that the other installation stored before the latest ones, as after a gap of its own connections: their
 * number in a range is another than what was delivered. It is kept in a file over restarts.
 */
export class LateCheck {
  readonly #call: ConnectorCall;
  /** By name, up to where points were delivered. */
  readonly #reached: ReadonlyMap<string, number>;
  readonly #file: string;
  #counted = new Map<string, Counted>();

  constructor(call: ConnectorCall, reached: ReadonlyMap<string, number>) {
    this.#call = call;
    this.#reached = reached;
    this.#file = join(call.directory, 'counted.json');
  }

  /** Counts before the history is read, so that what comes later is noticed. @returns what came late since the run before */
  async start(): Promise<Late> {
    const kept = await readFile(this.#file, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return '[]';
      throw error;
    });
    const before = new Map(readCounted(kept));
    await this.#count([...this.#reached.keys()]);
    const late = await this.#compare(new Map([...before].filter(([name]) => this.#reached.has(name))));
    await this.keep();
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

  /** What came late since the look before. */
  async look(): Promise<Late> {
    const late = await this.#compare(this.#counted);
    const isOld = ({ from }: Counted) => from < Date.now() - 2 * longestDelay;
    const old = [...this.#counted].filter(([, counted]) => isOld(counted)).map(([name]) => name);
    await this.#count([...new Set([...late.sources, ...old])]);
    await this.keep();
    return late;
  }

  /** The tags that have other points than were counted. */
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

  /** For the next run. */
  async keep(): Promise<void> {
    await writeFile(`${this.#file}.new`, JSON.stringify([...this.#counted]));
    await rename(`${this.#file}.new`, this.#file);
  }
}
