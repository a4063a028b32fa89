import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import type { Session } from '../../shared/session/session.ts';
import { builtRoutes } from '../routes.tsx';
import { isOpenTo } from './navigation.ts';

/** A page with a shortcut: `g`, then a letter. */
export interface Place {
  letter: string;
  path: string;
  title: string;
}

const letters: readonly (readonly [letter: string, path: string])[] = [
  ['h', '/home'],
  ['t', '/apps/twins'],
  ['w', '/apps/watchlist'],
  ['e', '/apps/assets'],
  ['f', '/apps/unprotected'],
  ['d', '/apps/advisories'],
  ['k', '/apps/riskanalyses'],
  ['a', '/account'],
  ['u', '/settings/users'],
  ['r', '/settings/groups'],
  ['l', '/settings/audit'],
  ['s', '/settings/system'],
];

/** The places that a user may open. */
export const placesFor = (session: Session): Place[] =>
  letters.flatMap(([letter, path]) => {
    const entry = builtRoutes.find((each) => each.path === path);
    return entry !== undefined && isOpenTo(session, entry) ? [{ letter, path, title: entry.title }] : [];
  });

/** Maximum milliseconds between `g` and the letter. */
const patience = 1500;

/** Handles global shortcuts: Ctrl+K, `?`, and `g` with a letter. Ignores typing in fields. */
export function useShortcuts({
  places,
  onSearch,
  onHelp,
}: {
  places: readonly Place[];
  onSearch: (() => void) | null;
  onHelp: () => void;
}): void {
  const navigate = useNavigate();
  const begun = useRef(0);
  const listen = useRef<(event: KeyboardEvent) => void>(() => {});
  listen.current = (event) => {
    if ((event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === 'k') {
      if (onSearch === null || isQuestionOpen()) return;
      event.preventDefault();
      onSearch();
      return;
    }
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isBusy(event)) return;
    if (event.key === '?') {
      event.preventDefault();
      onHelp();
      return;
    }
    const isSecond = event.timeStamp - begun.current < patience && begun.current > 0;
    begun.current = event.key === 'g' && !isSecond ? event.timeStamp : 0;
    const place = isSecond ? places.find(({ letter }) => letter === event.key) : undefined;
    if (place !== undefined) {
      event.preventDefault();
      void navigate(place.path);
    }
  };
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => listen.current(event);
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
}

const isQuestionOpen = (): boolean => document.querySelector('[role=alertdialog]') !== null;

/** Whether a key press belongs to a field, an open dialog or an open menu. */
function isBusy({ target }: KeyboardEvent): boolean {
  if (document.querySelector('[role=dialog], [role=alertdialog], [role=menu]') !== null) return true;
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches('input, textarea, select, [contenteditable=true]'))
  );
}
