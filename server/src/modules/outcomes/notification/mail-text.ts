import { isoWithOffset } from '@twinward/domain/time-zone';

/** A line of a mail. */
export type Fact = readonly [heading: string, text: string];

/**
 * Formats a time to the minute, with the offset, which distinguishes the passes of a repeated hour: 2026-01-01 00:02
 * (+00:00, UTC).
 */
export function whenText(time: Date, timeZone: string): string {
  const when = isoWithOffset(Math.floor(time.getTime() / 60_000) * 60_000, timeZone);
  return `${when.replace(/T(\d\d:\d\d):00(.*)$/, ' $1 ($2, ')}${timeZone})`;
}

/** Returns a notification as the text of a mail: message, facts, and a link to its page. */
export function notificationText(message: string, facts: readonly Fact[], link: string | null): string {
  const lines = facts.map(([heading, text]) => `${heading}: ${text}\n`).join('');
  return `${message}\n${lines && `\n${lines}`}${link === null ? '' : `\n${link}\n`}`;
}
