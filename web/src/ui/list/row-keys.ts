import type { KeyboardEvent } from 'react';

const steps: Record<string, (at: number, last: number) => number> = {
  ArrowDown: (at, last) => Math.min(at + 1, last),
  ArrowUp: (at) => Math.max(at - 1, 0),
  Home: () => 0,
  End: (_, last) => last,
};

/**
 * Moves the focus to the link or button of another row by arrow keys, Home and End. Enter needs no handler, since the
 * focused element is the row's link.
 */
export function moveBetweenRows(event: KeyboardEvent, body: HTMLElement | null): void {
  const step = steps[event.key];
  if (step === undefined || body === null) return;
  const links = [...body.querySelectorAll<HTMLElement>('[data-row-link]')];
  const at = links.indexOf(document.activeElement as HTMLElement);
  if (at === -1) return;
  event.preventDefault();
  const target = links[step(at, links.length - 1)];
  target?.focus();
  target?.scrollIntoView({ block: 'nearest' });
}
