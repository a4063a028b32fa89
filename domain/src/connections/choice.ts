/** A connection of a group, as far as it is chosen by it. */
export interface Candidate {
  id: number;
  /** Failures in a row. */
  failures: number;
  /** Epoch milliseconds before which it is not tried; null: a person has to act. */
  tryAt: number | null;
}

/**
 * The connection of a group to be tried now: the one that failed least, of equal ones the oldest. So one that failed
 * gives way to the next, and gets its turn again when the others failed as often. Null: all have to wait.
 */
export function chooseConnection<C extends Candidate>(candidates: readonly C[], now: number): C | null {
  const due = candidates.filter(({ tryAt }) => tryAt !== null && tryAt <= now);
  return due.sort((one, other) => one.failures - other.failures || one.id - other.id)[0] ?? null;
}
