import { manyFailures } from './failures.ts';

interface Circuit {
  failures: number;
  /** Time of the next attempt, epoch milliseconds. */
  until: number;
}

/**
 * Circuit breakers by address. After many failures in a row of any of its connections, all connections to the address
 * wait. Then one of them makes an attempt, and the others wait for its result.
 */
export class Circuits {
  readonly #circuits = new Map<string, Circuit>();

  /**
   * Returns the time until which the caller must not use an address, epoch milliseconds. Null if the caller may try it
   * now. If the circuit is open, all other callers then wait for `patience` milliseconds.
   */
  waitUntil(address: string, now: number, patience: number): number | null {
    const circuit = this.#circuits.get(address);
    if (!circuit || circuit.failures < manyFailures) return null;
    if (now < circuit.until) return circuit.until;
    circuit.until = now + patience;
    return null;
  }

  /** @param delay milliseconds until the next attempt */
  failed(address: string, now: number, delay: number): void {
    const failures = (this.#circuits.get(address)?.failures ?? 0) + 1;
    this.#circuits.set(address, { failures, until: now + delay });
  }

  worked(address: string): void {
    this.#circuits.delete(address);
  }
}
