/** The properties of a connection that determine the choice within its group. */
export interface Candidate {
  id: number;
  /** Failures in a row. */
  failures: number;
  /** Time of the next attempt, epoch milliseconds. Null if a person has to act first. */
  tryAt: number | null;
}

/**
 * Returns the connection of a group to try now: the one with the fewest failures in a row, then the oldest. After a
 * failure the next connection is tried, and the failed one again once the others have failed as often. Null if all have
 * to wait.
 */
export function chooseConnection<C extends Candidate>(candidates: readonly C[], now: number): C | null {
  const due = candidates.filter(({ tryAt }) => tryAt !== null && tryAt <= now);
  return due.sort((one, other) => one.failures - other.failures || one.id - other.id)[0] ?? null;
}
