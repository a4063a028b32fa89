import { setTimeout as sleep } from 'node:timers/promises';
import { toHeaders } from '../../headers.ts';
import type { Random } from './random.ts';

export interface Answered {
  status: number;
  text: string;
}

/** Milliseconds that a call may take before the caller gives it up: some more than the product's own limit. */
const patience = 30_000;

const diskFull = 507;
/** What a call may be answered while something is broken. Anything else is a defect. */
const troubles = new Set([429, 503, diskFull]);

/** Calls the web sides of an installation as a client does that tries again, and counts the answers. */
export class Caller {
  /** How often each status came; 0 counts calls without an answer. */
  readonly statuses = new Map<number, number>();
  /** When calls were answered that the disk is full, in epoch milliseconds. */
  readonly refusedAt: number[] = [];
  /** Answers that no fault explains. */
  readonly defects: string[] = [];
  readonly #addresses: () => readonly string[];
  readonly #random: Random;
  #headers: Record<string, string> = {};

  constructor(addresses: () => readonly string[], random: Random) {
    this.#addresses = addresses;
    this.#random = random;
  }

  async signIn(userName: string, password: string): Promise<void> {
    const { text } = await this.insist('POST', '/api/login', { databaseName: 'demo', userName, password });
    this.#headers = toHeaders((JSON.parse(text) as { id: string }).id, 'demo');
  }

  /** One attempt. Returns null when there is no answer, or one that asks to try again later. */
  async attempt(method: string, path: string, body?: unknown): Promise<Answered | null> {
    const isForm = body instanceof FormData;
    try {
      const response = await fetch(this.#random.pick(this.#addresses()) + path, {
        method,
        headers: { ...this.#headers, ...(body && !isForm ? { 'content-type': 'application/json' } : {}) },
        signal: AbortSignal.timeout(patience),
        ...(body ? { body: isForm ? body : JSON.stringify(body) } : {}),
      });
      const text = await response.text();
      this.#count(response.status);
      if (response.status === diskFull) this.refusedAt.push(Date.now());
      return troubles.has(response.status) ? null : { status: response.status, text };
    } catch {
      this.#count(0);
      return null;
    }
  }

  /** Attempts until there is an answer, which has to be one of success; after any other the caller gives up. */
  async insist(method: string, path: string, body?: unknown): Promise<Answered> {
    for (;;) {
      const answer = await this.attempt(method, path, body);
      if (answer) {
        if (answer.status >= 300) throw this.#defect(method, path, answer);
        return answer;
      }
      await sleep(this.#random.integer([100, 400]));
    }
  }

  /** One attempt whose answer may be any of these. */
  async probe(
    method: string,
    path: string,
    allowed: readonly number[],
    body?: unknown,
  ): Promise<Answered | null> {
    const answer = await this.attempt(method, path, body);
    if (!answer || allowed.includes(answer.status)) return answer;
    this.#defect(method, path, answer);
    return null;
  }

  #count(status: number): void {
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
  }

  #defect(method: string, path: string, { status, text }: Answered): Error {
    const defect = `${new Date().toISOString()} ${method} ${path}: ${status} ${text.slice(0, 300)}`;
    this.defects.push(defect);
    return new Error(defect);
  }
}
