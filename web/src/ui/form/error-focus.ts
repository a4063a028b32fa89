import { useEffect } from 'react';

const focusable =
  'input:not([type="hidden"]), select, textarea, button, [tabindex], [contenteditable="true"]';

/** Focuses the first field with an error within an element, after the next render. One that has the focus keeps it. */
export function focusFirstError(root: Element | null | undefined): void {
  requestAnimationFrame(() => {
    if (!root?.isConnected) return;
    const fields = [...root.querySelectorAll<HTMLElement>('[aria-invalid="true"]')];
    if (fields.some((field) => field.contains(document.activeElement))) return;
    for (const field of fields) {
      const target = field.matches(focusable) ? field : field.querySelector<HTMLElement>(focusable);
      target?.focus();
      // A hidden or disabled field takes no focus.
      if (target && document.activeElement === target) return;
    }
  });
}

/** Focuses the first field with an error when a save has ended: the server may have refused fields. */
export function useErrorFocus(busy: boolean, find: () => Element | null | undefined): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: `find` is made anew with each render
  useEffect(() => {
    if (!busy) return undefined;
    return () => focusFirstError(find());
  }, [busy]);
}
