/** The history entry on which the user last undid an action; null after `popUndonePage`. */
let undoneEntry: string | null = null;

/** The key of the current history entry; null for one that the router did not add. */
const openEntry = (): string | null => window.history.state?.key ?? null;

export function recordUndo(): void {
  undoneEntry = openEntry();
}

/** Whether the user undid an action on the current page, which may have been the creation of its record. */
export const isUndonePage = (): boolean => undoneEntry !== null && undoneEntry === openEntry();

/** Returns `isUndonePage` and resets it. */
export function popUndonePage(): boolean {
  const isUndone = isUndonePage();
  undoneEntry = null;
  return isUndone;
}
