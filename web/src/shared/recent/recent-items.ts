import { useMemo, useSyncExternalStore } from 'react';
import type { Session } from '../session/session.ts';
import { createSharedText, type SharedText } from '../session/shared-text.ts';

/** A record whose page the user has opened. */
export interface RecentItem {
  path: string;
  title: string;
  /** Such as 'Twin'. */
  kind: string;
}

const maximumItems = 12;
const texts = new Map<string, SharedText>();

/** The stored items of a user and database in this browser. */
function getText({ databaseName, user }: Session): SharedText {
  const key = `twinward.recent.${databaseName}.${user.id}`;
  const text = texts.get(key) ?? createSharedText(key);
  texts.set(key, text);
  return text;
}

/** The recently opened records, latest first. */
export function useRecentItems(session: Session): RecentItem[] {
  const text = getText(session);
  const stored = useSyncExternalStore(text.onChange, text.read);
  return useMemo(() => parse(stored), [stored]);
}

/** Adds an item at the front, or moves it there. */
export function recordRecentItem(session: Session, item: RecentItem): void {
  const text = getText(session);
  const others = parse(text.read()).filter(({ path }) => path !== item.path);
  text.write(JSON.stringify([item, ...others].slice(0, maximumItems)));
}

function parse(text: string | null): RecentItem[] {
  try {
    const items: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(items) ? items.filter(isItem) : [];
  } catch {
    return [];
  }
}

const isItem = (value: unknown): value is RecentItem =>
  typeof value === 'object' &&
  value !== null &&
  ['path', 'title', 'kind'].every((name) => typeof (value as Record<string, unknown>)[name] === 'string');
