import type { ConflictChoice, Side } from '@twinward/contracts/library/upgrade';
import type { Choose } from '@twinward/domain/library/merge';

/**
 * Choices for the conflicts of many twins. Those for one twin take precedence over those for all, and those for a field
 * over those for its part.
 */
export class Choices {
  readonly #sides = new Map<string, Side>();
  readonly #others: Side | null;

  constructor(choices: readonly ConflictChoice[], others: Side | null) {
    for (const { twinId, kind, id, field, take } of choices) {
      this.#sides.set(toKey(twinId, kind, id, field), take);
    }
    this.#others = others;
  }

  of(twinId: number): Choose {
    return ({ kind, id }, field) => {
      for (const twin of [twinId, null]) {
        for (const name of [field, null]) {
          const side = this.#sides.get(toKey(twin, kind, id, name));
          if (side) return side;
        }
      }
      return this.#others;
    };
  }
}

const toKey = (...parts: readonly (string | number | null)[]): string => JSON.stringify(parts);
