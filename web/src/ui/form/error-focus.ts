import { useEffect } from 'react';

const focusable =
  'input:not([type="hidden"]), select, textarea, button, [tabindex], [contenteditable="true"]';

/** Focuses the first invalid field within an element after the next render. A focused invalid field keeps the focus. */
export function focusFirstError(root: Element | null | undefined): void {
  requestAnimationFrame(() => {
    if (!root?.isConnected) return;
    const fields = [...root.querySelectorAll<HTMLElement>('[aria-invalid="true"]')];
    if (fields.some((field) => field.contains(document.activeElement))) return;
    for (const field of fields) {
      const target = field.matches(focusable) ? field : field.querySelector<HTMLElement>(focusable);
      target?.focus();
      // A hidden or disabled field cannot be focused.
      if (target && document.activeElement === target) return;
    }
  });
}

/** Focuses the first invalid field when a save has ended, since the server may have rejected fields. */
export function useErrorFocus(busy: boolean, find: () => Element | null | undefined): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: `find` is a new function in each render
  useEffect(() => {
    if (!busy) return undefined;
    return () => focusFirstError(find());
  }, [busy]);
}
