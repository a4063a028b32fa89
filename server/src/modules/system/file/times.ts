import { earliestTime, latestTime } from '../../../series/index.ts';
import { createTimeZone } from './time-zone.ts';

export type DateOrder = 'ymd' | 'dmy' | 'mdy';

export interface TimeOptions {
  /** IANA name, for times without a zone. */
  timeZone: string;
  /** Order in dates such as 02/03/2024. */
  dateOrder: DateOrder;
  /** Whether a number may be a day of Excel's calendar. */
  excelDays: boolean;
}

/**
 * Reads a time. `previous` is the tag's time in the row before: where clocks were set back, and so showed
 * this time twice, the one nearer to it is meant.
 *
 * @returns epoch milliseconds, or what is wrong with the text
 */
export type TimeReader = (text: string, previous: number | undefined) => number | string;

const clock = String.raw`(?:(?:T|,?\s+)(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(?:\s*([ap])\.?m\.?)?)?`;
const zone = String.raw`\s*(Z|UTC|GMT|[+-]\d{2}(?::?\d{2})?)?`;
const yearFirst = new RegExp(String.raw`^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})${clock}${zone}$`, 'i');
const yearLast = new RegExp(String.raw`^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})${clock}${zone}$`, 'i');
const epoch = /^\d{9,14}(?:\.\d+)?$/;
const excelDay = /^\d{5}(?:\.\d+)?$/;

/** Epoch numbers below it are seconds: as such it is the year 5138, as milliseconds March 1973. */
const smallestMilliseconds = 100_000_000_000;
/** The day of Excel's calendar that is 1970-01-01. */
const excelEpoch = 25_569;

const howTo = 'Please give a time such as 2014-02-07 14:55:00, 2014-02-07T14:55:00Z or 07.02.2014 14:55.';

export function createTimeReader({ timeZone, dateOrder, excelDays }: TimeOptions): TimeReader {
  const zone = createTimeZone(timeZone);

  function fromLocal(text: string, local: number, previous: number | undefined): number | string {
    const [first, second] = zone.instantsAt(local);
    if (first === undefined)
      return `The clocks of ${timeZone} skipped the time '${text}' when they were set forward. Please give it in UTC, or choose the right time zone.`;
    if (second === undefined || previous === undefined) return first;
    return Math.abs(second - previous) < Math.abs(first - previous) ? second : first;
  }

  function read(text: string, previous: number | undefined): number | string {
    const iso = yearFirst.exec(text);
    if (iso) {
      const [, year, month, day, ...rest] = iso;
      return finish(text, [year!, month!, day!], rest, previous);
    }
    const local = yearLast.exec(text);
    if (local) {
      const [, first, sign, second, year, ...rest] = local;
      // Between dots the day comes first wherever dates are written so.
      const order = sign === '.' ? 'dmy' : dateOrder;
      if (order === 'ymd')
        return `The time '${text}' may mean two dates. Please choose whether the day or the month comes first.`;
      const date = order === 'dmy' ? [year!, second!, first!] : [year!, first!, second!];
      return finish(text, date, rest, previous);
    }
    if (epoch.test(text)) {
      const number = Number(text);
      return Math.floor(number < smallestMilliseconds ? Math.round(number * 1e6) / 1e3 : number);
    }
    if (excelDays && excelDay.test(text))
      return fromLocal(text, Math.round((Number(text) - excelEpoch) * 86_400_000), previous);
    if (text === '') return `The time is missing. ${howTo}`;
    return `The time '${text}' cannot be read. ${howTo}`;
  }

  function finish(
    text: string,
    [year, month, day]: readonly string[],
    [hour, minute, second, fraction, half, offset]: readonly (string | undefined)[],
    previous: number | undefined,
  ): number | string {
    const hours = toHours(Number(hour ?? 0), half);
    if (hours === null || hours > 23 || Number(minute ?? 0) > 59 || Number(second ?? 0) > 59)
      return `The time '${text}' has a time of day that no clock shows. ${howTo}`;
    const midnight = Date.UTC(Number(year), Number(month) - 1, Number(day));
    const date = new Date(midnight);
    if (date.getUTCMonth() !== Number(month) - 1 || date.getUTCDate() !== Number(day))
      return `The time '${text}' is on no day of the calendar. Please check its day and month.`;
    const milliseconds = Number((fraction ?? '').padEnd(3, '0').slice(0, 3));
    const local =
      midnight + ((hours * 60 + Number(minute ?? 0)) * 60 + Number(second ?? 0)) * 1000 + milliseconds;
    return offset === undefined ? fromLocal(text, local, previous) : local - toOffset(offset);
  }

  return (text, previous) => {
    const time = read(text, previous);
    if (typeof time === 'number' && !(time >= earliestTime && time <= latestTime))
      return `The time '${text}' is not from 1970 to 2100.`;
    return time;
  };
}

/** The hour on a clock of 24, null where one of 12 does not show it. */
function toHours(hour: number, half: string | undefined): number | null {
  if (half === undefined) return hour;
  if (hour < 1 || hour > 12) return null;
  return (hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
}

function toOffset(text: string): number {
  const parts = /^([+-])(\d{2}):?(\d{2})?$/.exec(text);
  if (!parts) return 0;
  const [, sign, hours, minutes] = parts;
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes ?? 0)) * 60_000;
}
