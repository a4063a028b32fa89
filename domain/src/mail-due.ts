import type { MailDelivery, QuietHours } from '@twinward/contracts/advisories/mail-delivery';
import { DAY, HOUR } from './duration.ts';
import { fromWall, timesOfWall, toWall } from './time-zone.ts';

/** The hour of daily mails. */
const dailyHour = 7;

/**
 * When the mail of a notification is due: now, at the next full hour or at 7 o'clock, and not before quiet hours end.
 * Times in epoch milliseconds.
 *
 * @param timeZone of the user, an IANA name
 */
export function mailDueAt(
  now: number,
  { period, quietHours }: Pick<MailDelivery, 'period' | 'quietHours'>,
  timeZone: string,
): number {
  const due = endOfPeriod(now, period, timeZone);
  return quietHours !== null && isQuiet(due, quietHours, timeZone)
    ? nextHour(due, quietHours.to, timeZone)
    : due;
}

function endOfPeriod(now: number, period: MailDelivery['period'], timeZone: string): number {
  if (period === 'at-once') return now;
  if (period === 'daily') return nextHour(now, dailyHour, timeZone);
  return now + HOUR - (toWall(now, timeZone) % HOUR);
}

function isQuiet(time: number, { from, to }: QuietHours, timeZone: string): boolean {
  const hour = Math.floor((toWall(time, timeZone) % DAY) / HOUR);
  return from < to ? hour >= from && hour < to : hour >= from || hour < to;
}

/** Returns the first time after `after` at which the local time is a full hour of the day. */
function nextHour(after: number, hour: number, timeZone: string): number {
  const wall = toWall(after, timeZone);
  const today = wall - (wall % DAY) + hour * HOUR;
  for (const day of [today, today + DAY]) {
    // Empty for a skipped hour: then uses the time to which the clocks went forward.
    const times = [...timesOfWall(day, timeZone), fromWall(day, timeZone)];
    const next = times.find((time) => time > after);
    if (next !== undefined) return next;
  }
  throw new RangeError(`No ${hour} o'clock follows ${after}.`);
}
