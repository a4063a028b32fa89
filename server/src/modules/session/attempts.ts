/** How often a name may fail to sign in before it has to wait, whether or not it exists. */
export const maximumFailures = 10;
const window = 15 * 60_000;
const maximumNames = 10_000;

/** Counts failed sign-ins by name within a window of time, in this process, in bounded memory. */
export class Attempts {
  readonly #failures = new Map<string, number[]>();

  /** Milliseconds until the name may try again; 0 when it may now. */
  waitingTime(name: string, now: number): number {
    const times = this.#recent(name, now);
    return times.length < maximumFailures ? 0 : times[0]! + window - now;
  }

  failed(name: string, now: number): void {
    const times = [...this.#recent(name, now), now];
    // Set anew, so that the name that failed longest ago is the first in the map.
    this.#failures.delete(name);
    this.#failures.set(name, times);
    if (this.#failures.size > maximumNames) this.#failures.delete(this.#failures.keys().next().value!);
  }

  succeeded(name: string): void {
    this.#failures.delete(name);
  }

  #recent(name: string, now: number): number[] {
    return (this.#failures.get(name) ?? []).filter((time) => time > now - window);
  }
}
