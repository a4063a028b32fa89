import { setTimeout as sleep } from 'node:timers/promises';
import type { Received } from './caller.ts';
import { MemoryWatch } from './memory.ts';
import type { Measured } from './meter-thread.ts';
import type { End, Stage } from './stage.ts';

export interface AttemptContext {
  /** Which of the concurrent loops makes the attempt, from 0. */
  index: number;
  /** Aborted when the attack ends. */
  signal: AbortSignal;
}

/** Attacks once. @returns the outcome in a word or two, such as the status of the answer. */
export type Attempt = (context: AttemptContext) => Promise<string>;

/** A costly or malformed use of the product, repeated without a pause. */
export interface Attack {
  name: string;
  /** Concurrent loops of attempts. */
  concurrency: number;
  /**
   * The expected outcomes; the first must occur. A 429 with Retry-After is always expected; a 503 with Retry-After only
   * where it is listed: of attacks that keep all database connections of a tenant busy.
   */
  outcomes: readonly [string, ...string[]];
  /** Creates the records that it needs. */
  prepare(stage: Stage): Promise<Attempt>;
  /** Checks the state after the attack, while the product still runs. @throws Error */
  verify?(stage: Stage): Promise<void>;
}

/** Times in milliseconds, memory in bytes. */
export interface AttackResult {
  name: string;
  /** Number of attempts by outcome. */
  outcomes: Record<string, number>;
  /** Unexpected outcomes, and the first expected one when it is missing. */
  unexpected: string[];
  measured: Measured;
  /** Peak of the process and its PostgreSQL. */
  memory: number;
  /** The end after SIGTERM. */
  end: End;
  /** Time of the next start until it listens. */
  start: number;
}

/** The status of an answer as an outcome. */
export function toOutcome({ status, headers, text }: Received): string {
  if (status === 503 && headers['retry-after'] !== undefined) return busy;
  if (status === 429 && headers['retry-after'] === undefined) return '429 without Retry-After';
  return status >= 500 ? `${status} ${text.slice(0, 200)}` : String(status);
}

/** What any attack may be answered: the caller has too many requests. */
export const refused = '429';
/** The tenant's database is busy. */
const busy = '503';
const broken = 'broken';
/** After these an attempt pauses: otherwise the attacker's own loop takes most of the processor. */
const pausing = [refused, busy, broken];

/** Milliseconds to wait for the first expected outcome beyond the duration of the attack. */
const patience = 60_000;

/**
 * Runs an attack for a time beside the quiet tenant. Then ends the product by SIGTERM while the attack goes on, and starts it
 * again.
 */
export async function runAttack(attack: Attack, stage: Stage, milliseconds: number): Promise<AttackResult> {
  const outcomes: Record<string, number> = {};
  const attempt = await attack.prepare(stage);
  const memoryWatch = new MemoryWatch(stage.directory, stage.instance.pid);
  const stop = new AbortController();
  let isCounting = true;
  async function repeat(index: number): Promise<void> {
    while (!stop.signal.aborted) {
      const outcome = await attempt({ index, signal: stop.signal }).catch((error: Error) =>
        'code' in error || error.name === 'AbortError' ? broken : `threw ${error.stack}`,
      );
      if (isCounting) outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
      if (pausing.includes(outcome)) await sleep(20);
    }
  }
  stage.meter.begin();
  const attempts = Array.from({ length: attack.concurrency }, (_, index) => repeat(index));
  await sleep(milliseconds);
  const latest = Date.now() + patience;
  while (outcomes[attack.outcomes[0]] === undefined && Date.now() < latest) await sleep(50);
  const measured = await stage.meter.end();
  await attack.verify?.(stage);
  isCounting = false;
  const memory = memoryWatch.stop();
  const end = await stage.end();
  stop.abort();
  await Promise.all(attempts);
  const start = await stage.start();
  const unexpected = listUnexpected(attack, outcomes);
  return { name: attack.name, outcomes, unexpected, measured, memory, end, start };
}

function listUnexpected({ outcomes: expected }: Attack, outcomes: Record<string, number>): string[] {
  const others = Object.keys(outcomes).filter((one) => one !== refused && !expected.includes(one));
  return outcomes[expected[0]] === undefined ? [...others, `never ${expected[0]}`] : others;
}
