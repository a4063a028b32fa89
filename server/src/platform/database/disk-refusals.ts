import { readFileSync, statSync, writeFileSync } from 'node:fs';
import pg from 'pg';

/** From the first to the last write that a full disk refused. */
export interface RefusedPeriod {
  from: Date;
  until: Date;
}

/** Bytes of the file: it has its size before the disk is full, and is then overwritten in place. */
const fileSize = 4096;
/** Milliseconds by which the file may be behind. */
const saveInterval = 1_000;

/** Host and port of a database server, as its clients have them. */
export function serverOf(connectionString: string): string {
  const { host, port } = new pg.Client({ connectionString });
  return `${host}:${port}`;
}

/**
 * Remembers, by database server, the writes that a full disk refused until administrators are notified. A process
 * that is killed before leaves them to its successor, in a file.
 */
export class DiskRefusals {
  readonly #periods = new Map<string, RefusedPeriod>();
  #file: string | null = null;
  #savedAt = 0;

  /** Takes over what the process before left in a file, and keeps the periods there from now on. */
  keepIn(path: string): void {
    this.#file = path;
    for (const [server, from, until] of readPeriods(path)) {
      this.#periods.set(server, { from: new Date(from), until: new Date(until) });
    }
    if (statSync(path, { throwIfNoEntry: false })?.size !== fileSize) this.#save('w');
  }

  note(server: string, at = new Date()): void {
    const known = this.#periods.get(server);
    this.#periods.set(server, { from: known?.from ?? at, until: at });
    if (!known || at.getTime() - this.#savedAt >= saveInterval) this.#save('r+', at);
  }

  get size(): number {
    return this.#periods.size;
  }

  servers(): string[] {
    return [...this.#periods.keys()];
  }

  get(server: string): RefusedPeriod | undefined {
    return this.#periods.get(server);
  }

  /** Forgets a period, unless more was refused meanwhile. */
  forget(server: string, period: RefusedPeriod): void {
    if (this.#periods.get(server) !== period) return;
    this.#periods.delete(server);
    this.#save('r+');
  }

  #save(flag: 'w' | 'r+', at = new Date()): void {
    if (this.#file === null) return;
    const rows = [...this.#periods].map(([server, { from, until }]) => [server, +from, +until]);
    try {
      writeFileSync(this.#file, JSON.stringify(rows).padEnd(fileSize), { flag });
      this.#savedAt = at.getTime();
    } catch {
      // Memory has the periods. They are lost only if the process is killed before there is room.
    }
  }
}

function readPeriods(path: string): [server: string, from: number, until: number][] {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    // The first start of this data folder.
    return [];
  }
}

/** Those of this thread. */
export const diskRefusals = new DiskRefusals();
