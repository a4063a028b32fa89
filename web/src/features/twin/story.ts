import type { Twin } from '@twinward/contracts/twins/twin';
import { formatDate, formatDateTime, formatSpan } from '../../ui/format/format.ts';

/** What drives the level of a twin. */
export interface Cause {
  threshold: string;
  protection: string;
  /** When the open excursion began, ISO 8601; null where none is known. */
  since: string | null;
  /** The input that is compared, with its latest value and the limit, as shown; null where the logic is no such comparison. */
  input: { name: string; value: string; limit: string } | null;
}

export interface StoryParts {
  twin: Pick<Twin, 'level' | 'active' | 'silentSince' | 'outOfServiceAt'>;
  /** Null: no threshold drives the level. */
  cause: Cause | null;
  /** The open advisory that is due first. */
  advisory: { targetDate: string | null; overdue: boolean } | null;
}

/** What is wrong with a twin, in a sentence or two. */
export function twinStory({ twin, cause, advisory }: StoryParts, now: number, timeZone: string): string {
  const { level, active, silentSince, outOfServiceAt } = twin;
  if (outOfServiceAt && Date.parse(outOfServiceAt) <= now) return 'Out of service: nothing is evaluated.';
  if (!active) return 'Inactive: its protections are not evaluated.';
  if (silentSince) {
    const since = formatDateTime(silentSince, timeZone);
    return `No recent data since ${since}: the level is the last known${dueText(advisory, timeZone)}.`;
  }
  if (level === null) return 'Nothing has been evaluated yet.';
  if (level === 0) return `Nothing is wrong: no threshold raises the level${dueText(advisory, timeZone)}.`;
  if (cause === null) return `Level ${level}, by default${dueText(advisory, timeZone)}.`;
  const { threshold, protection, input, since } = cause;
  const what = input === null ? '' : `: ${input.name} at ${input.value} (limit: ${input.limit})`;
  const long = since === null ? '' : ` for ${formatSpan(Math.max(0, now - Date.parse(since)))}`;
  return `${threshold} (${protection})${what}. Level ${level}${long}${dueText(advisory, timeZone)}.`;
}

function dueText(advisory: StoryParts['advisory'], timeZone: string): string {
  if (advisory === null) return '';
  if (advisory.targetDate === null) return ', with an active advisory';
  const date = formatDate(advisory.targetDate, timeZone);
  return advisory.overdue ? `, advisory overdue since ${date}` : `, advisory due ${date}`;
}
