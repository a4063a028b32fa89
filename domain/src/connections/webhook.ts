/** Retries of webhook messages, and the event filter of a webhook. */

const seconds = 1000;
const minutes = 60 * seconds;
const hours = 60 * minutes;

/** Milliseconds to wait after each failed attempt: ten attempts within a day. */
const waits = [
  5 * seconds,
  30 * seconds,
  2 * minutes,
  10 * minutes,
  30 * minutes,
  hours,
  3 * hours,
  6 * hours,
  12 * hours,
];

/** Maximum random extension of a wait, so that messages that failed together are not retried together. */
const jitter = 0.2;

/**
 * Returns the milliseconds until the next attempt. Null after the last one.
 * @param failures number of failed attempts, from 1
 * @param retryAfter milliseconds that the receiver asked for, reduced to at most a day
 */
export function nextTry(
  failures: number,
  retryAfter: number | null = null,
  random: () => number = Math.random,
): number | null {
  const wait = waits[failures - 1];
  if (wait === undefined) return null;
  return Math.round(Math.max(wait * (1 + jitter * random()), Math.min(retryAfter ?? 0, 24 * hours)));
}

/** The event filter of a webhook. */
export interface WebhookFilter {
  events: readonly string[];
  minimumLevel: number | null;
  twinIds: readonly number[];
  assetIds: readonly number[];
}

/** The properties of an event that filters use. */
interface WebhookFact {
  type: string;
  twinId: number;
  /** Ids from the root to the asset, each followed by a slash: `/1/7/`. */
  path: string;
  /** The highest level of the event. Null counts as 0. */
  level: number | null;
}

export function isWanted(filter: WebhookFilter, fact: WebhookFact): boolean {
  const { events, minimumLevel, twinIds, assetIds } = filter;
  if (!events.includes(fact.type)) return false;
  if (minimumLevel !== null && (fact.level ?? 0) < minimumLevel) return false;
  if (twinIds.length === 0 && assetIds.length === 0) return true;
  return twinIds.includes(fact.twinId) || assetIds.some((id) => fact.path.includes(`/${id}/`));
}
