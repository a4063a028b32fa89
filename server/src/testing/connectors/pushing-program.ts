import { setTimeout as sleep } from 'node:timers/promises';

/** Where points are pushed to. */
export interface PushTarget {
  url: string;
  token: string;
}

/** A program that pushes a point of each of its sources four times a second, and sends points until they are confirmed. */
export class PushingProgram {
  /** Confirmed points: by source, the values by time in epoch milliseconds. */
  readonly recorded: ReadonlyMap<string, Map<number, number>>;
  /** How many of the next pushes are sent twice. */
  doubled = 0;
  readonly #getTarget: () => PushTarget | null;
  readonly #recording: Promise<void>;
  #isResting = false;
  #isEnding = false;

  /** @param getTarget gives null while nothing can be pushed */
  constructor(sources: readonly string[], getTarget: () => PushTarget | null) {
    this.recorded = new Map(sources.map((source) => [source, new Map()]));
    this.#getTarget = getTarget;
    this.#recording = this.#record();
  }

  /** Makes no more points, and resolves when the last ones are confirmed. */
  rest(): Promise<void> {
    this.#isResting = true;
    return this.#recording;
  }

  /** Gives up points that are not confirmed. */
  end(): Promise<void> {
    this.#isEnding = true;
    return this.rest();
  }

  async #record(): Promise<void> {
    while (!this.#isResting) {
      const time = Date.now();
      const points = [...this.recorded.keys()].map((source) => ({ source, time, value: Math.random() }));
      if (await this.#push(JSON.stringify(points)))
        for (const { source, value } of points) this.recorded.get(source)!.set(time, value);
      await sleep(250);
    }
  }

  /** Sends until it is confirmed. @returns false when it was given up */
  async #push(body: string): Promise<boolean> {
    while (!this.#isEnding) {
      const target = this.#getTarget();
      if (target && (await post(target, body))) {
        if (this.doubled === 0) return true;
        this.doubled--;
      } else await sleep(200);
    }
    return false;
  }
}

async function post({ url, token }: PushTarget, body: string): Promise<boolean> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const answer = await fetch(url, { method: 'POST', headers, body }).catch(() => null);
  return answer?.status === 204;
}
