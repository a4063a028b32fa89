import { manyFailures } from './failures.ts';

interface Circuit {
  failures: number;
  /** Epoch milliseconds: nothing is tried before. */
  until: number;
}

/**
 * Circuits by address: after many failures in a row, of whichever connections, all connections to the address wait
 * together; then one of them tries, and the others wait for what becomes of it.
 */
export class Circuits {
  readonly #circuits = new Map<string, Circuit>();

  /**
   * Until when an address is left alone, in epoch milliseconds; null: it may be tried now, and if it failed often, the
   * others wait for `patience` milliseconds.
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
