import type { Reference } from './kind.ts';

/**
 * The names of a package's records and of the records that they refer to, each with a number, since records refer to
 * others by the thousand.
 */
export class Names {
  readonly #numbers = new Map<string, Map<string, number>>();
  readonly #names: Reference[] = [];

  get size(): number {
    return this.#names.length;
  }

  /** Returns the number of a name. A new name gets the next number. */
  toNumber({ kind, key }: Reference): number {
    const own = this.#numbers.get(kind) ?? new Map<string, number>();
    const known = own.get(key);
    if (known !== undefined) return known;
    const number = this.#names.push({ kind, key }) - 1;
    this.#numbers.set(kind, own.set(key, number));
    return number;
  }

  /** The name with a number. */
  getName(number: number): Reference {
    return this.#names[number]!;
  }
}
