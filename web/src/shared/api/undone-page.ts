/** The history entry on which the user undid something last; null once it was left for that. */
let undoneEntry: string | null = null;

/** The key of the open history entry; null for one that the router did not add. */
const openEntry = (): string | null => window.history.state?.key ?? null;

export function recordUndo(): void {
  undoneEntry = openEntry();
}

/** Whether the user undid something on the page that is open: its record may have been created by that. */
export const isUndonePage = (): boolean => undoneEntry !== null && undoneEntry === openEntry();

/** Returns `isUndonePage`, once. */
export function takeUndonePage(): boolean {
  const isUndone = isUndonePage();
  undoneEntry = null;
  return isUndone;
}
