import type { Edition } from '@twinward/contracts/system/edition';
import { durationToDays } from '@twinward/domain/duration';
import { signedDuration } from '@twinward/domain/risk/analysis';
import { formatCount } from '../../../ui/format/format.ts';

/** The days of an ISO 8601 duration, which may be negative. */
export function signedDays(iso: string): number {
  return iso.startsWith('-') ? -durationToDays(iso.slice(1)) : durationToDays(iso);
}

const tenths = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 });

/** Formats a characteristic life: in days in ara, else in a suitable unit. */
export function lifeText(iso: string, edition: Edition): string {
  const days = Math.abs(signedDays(iso));
  if (edition === 'ara' || days < 60) return `${formatCount(days)} days`;
  if (days < 730) return `${tenths.format(days / 30)} months`;
  return days >= 1e6 * 365 ? 'more than 1,000,000 years' : `${tenths.format(days / 365)} years`;
}

/** Smaller differences count as equal, since lives are rounded to whole days. In days. */
export const leastDifference = 0.5;

/** Compares a characteristic life with another one, given the difference in days. */
export function compareText(days: number, to: string, edition: Edition): { isWorse: boolean; text: string } {
  const isWorse = days <= -leastDifference;
  if (Math.abs(days) < leastDifference) return { isWorse, text: `equal to ${to}` };
  return {
    isWorse,
    text: `${lifeText(signedDuration(days), edition)} ${isWorse ? 'worse' : 'better'} than ${to}`,
  };
}
