import type { Twin } from '@twinward/contracts/twins/twin';
import { formatDate, formatDateTime, formatSpan } from '../../ui/format/format.ts';

/** The cause of the level of a twin. */
export interface Cause {
  threshold: string;
  protection: string;
  /** Start of the open excursion, ISO 8601; null if unknown. */
  since: string | null;
  /**
   * The compared input with its formatted latest value and limit, and whether the limit is on a statistic of several
   * values; null if the logic is not a simple comparison.
   */
  input: { name: string; value: string; limit: string; isStatistic: boolean } | null;
}

export interface StoryParts {
  twin: Pick<Twin, 'level' | 'active' | 'silentSince' | 'outOfServiceAt'>;
  /** Null if no threshold determines the level. */
  cause: Cause | null;
  /** The open advisory with the earliest target date. */
  advisory: { targetDate: string | null; overdue: boolean } | null;
}

/** Describes the problem of a twin in one or two sentences. */
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
  const latest = input && `${input.value}${input.isStatistic ? ' now' : ''}`;
  const what = input === null ? '' : `: ${input.name} at ${latest} (limit: ${input.limit})`;
  const long = since === null ? '' : ` for ${formatSpan(Math.max(0, now - Date.parse(since)))}`;
  return `${threshold} (${protection})${what}. Level ${level}${long}${dueText(advisory, timeZone)}.`;
}

function dueText(advisory: StoryParts['advisory'], timeZone: string): string {
  if (advisory === null) return '';
  if (advisory.targetDate === null) return ', with an active advisory';
  const date = formatDate(advisory.targetDate, timeZone);
  return advisory.overdue ? `, advisory overdue since ${date}` : `, advisory due ${date}`;
}
