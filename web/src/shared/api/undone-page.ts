/** The page on which the user undid something last; null once it was left for that. */
let undonePage: string | null = null;

export function recordUndo(): void {
  undonePage = window.location.pathname;
}

/** Whether the user undid something on the page that is open: its record may have been created by that. */
export const isUndonePage = (): boolean => undonePage === window.location.pathname;

/** Returns `isUndonePage`, once. */
export function takeUndonePage(): boolean {
  const isUndone = isUndonePage();
  undonePage = null;
  return isUndone;
}
