/** Maximum number of statements of a connection; each takes some memory of the database server. */
export const maximumNames = 100;
const maximumSeenOnce = 1_000;

/**
 * The best plan of these depends on the values, so that they are planned each time: the plan that PostgreSQL keeps for a
 * prepared statement suits the average value.
 */
const dependsOnValues = /\b(limit \$|i?like\b)/i;

/** Names the statements of one connection to prepare: those with values that it runs again. */
export class StatementNames {
  readonly #names = new Map<string, string>();
  readonly #seenOnce = new Set<string>();

  /** @returns the name of a statement to prepare; null for one to run without. */
  find(text: string, values: readonly unknown[]): string | null {
    const name = this.#names.get(text);
    if (name !== undefined) return name;
    if (values.length === 0 || this.#names.size === maximumNames || dependsOnValues.test(text)) return null;
    if (!this.#seenOnce.delete(text)) {
      if (this.#seenOnce.size === maximumSeenOnce) this.#seenOnce.clear();
      this.#seenOnce.add(text);
      return null;
    }
    const given = `repeated-${this.#names.size}`;
    this.#names.set(text, given);
    return given;
  }
}
