import { earliestTime, latestTime } from '@twinward/contracts/core/primitives';
import type { RepeatedHours } from './repeated-hours.ts';
import { createTimeZone } from './time-zone.ts';

export type DateOrder = 'ymd' | 'dmy' | 'mdy';

interface TimeOptions {
  /** IANA name, for times without a zone. */
  timeZone: string;
  /** Order in dates such as 02/03/2024. */
  dateOrder: DateOrder;
  /**
   * The day number of 1970-01-01 in the workbook's calendar. Null if numbers are not days. Read again for each number,
   * because the calendar of a file is known only when its rows are read.
   */
  readonly epochDay: number | null;
}

/** A parsed time: an instant, or a wall-clock time as if it were UTC; in epoch milliseconds. */
type Said = { instant: number } | { local: number };

/** Reads the times of a file. */
export interface TimeReader {
  /**
   * Parses a time.
   * @param hours disambiguates a repeated local time by the tag's previous rows; without it the first instant is used
   * @returns epoch milliseconds, or an error message
   */
  read(text: string, hours?: RepeatedHours, tag?: string | null): number | string;
  /** The wall-clock time of a text without a zone; null for any other text. */
  readWallClock(text: string): number | null;
}

const fraction = String.raw`(?:[.,](\d{1,9}))?`;
const clock = String.raw`(?:(?:T|,?\s+)(?:(\d{1,2}):(\d{2})(?::(\d{2})${fraction})?|(\d{2})(\d{2})(?:(\d{2})${fraction})?)(?:\s*([ap])\.?m\.?)?)?`;
const zone = String.raw`\s*(Z|UTC|GMT|[+-]\d{2}(?::?\d{2})?)?`;
const month = '(\\d{1,2}|[a-z]{3,9}\\.?)';
const pattern = (date: string): RegExp => new RegExp(`^${date}${clock}${zone}$`, 'i');

const yearFirst = pattern(String.raw`(\d{4})([-/.])${month}\2(\d{1,2})`);
const yearLast = pattern(String.raw`(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d{2})`);
const common = /^(\d{4}-\d\d-\d\d)[T ](\d\d):(\d\d)(?::(\d\d)(?:\.(\d{3}))?)?(Z?)$/;
/** 01-Feb-2024, 1 February 24 */
const named = pattern(String.raw`(\d{1,2})(?:[-/.]|\.?\s+)([a-z]{3,9})(?:[-/.]|\.?,?\s+)(\d{4}|\d{2})`);
/** Feb 1, 2024 */
const monthFirst = pattern(String.raw`([a-z]{3,9})\.?\s+(\d{1,2}),?\s+(\d{4})`);
const basic = pattern(String.raw`(\d{4})(\d{2})(\d{2})`);
/**
 * Date and time of day as digits alone; of ten digits the last two are the hour. Without seconds they could also be epoch
 * times, which no file is expected to have: with minutes milliseconds from April to August 1976, with the hour alone
 * seconds from January 2033 to July 2036.
 */
const basicDigits = /^(?=\d{14}$|199\d|20\d\d|2100)(\d{8})(\d{2}(?:\d{2}){0,2})$/;
const epoch = /^\d{9,13}(?:\.\d+)?$/;
const excelDay = /^\d{5}(?:\.\d+)?$/;

/** Smaller epoch numbers are seconds: as seconds this is the year 5138, as milliseconds March 1973. */
const smallestMilliseconds = 100_000_000_000;
/** In minutes: that of Kiritimati. */
const largestOffset = 14 * 60;
/** Two-digit years from 70 to 99 are in the twentieth century, as in POSIX. */
const firstShortYear = 70;

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const longMonths = [
  ...['january', 'february', 'march', 'april', 'may', 'june', 'july'],
  ...['august', 'september', 'october', 'november', 'december'],
];

const howTo = 'Please give a time such as 2014-02-07 14:55:00, 2014-02-07T14:55:00Z or 07.02.2014 14:55.';

export function createTimeReader(options: TimeOptions): TimeReader {
  const { timeZone, dateOrder } = options;
  const zone = createTimeZone(timeZone);

  /** A cache of the last day and its midnight, since most rows share a day. */
  let lastDay = '';
  let lastMidnight = 0;

  /** A fast path for the most common form; null for other forms and for invalid text. */
  function parseCommon(text: string): Said | null {
    const parts = common.exec(text);
    if (!parts) return null;
    const [, day, hour, minute, second = '0', part = '0', isUtc] = parts;
    if (day !== lastDay) {
      const midnight = Date.parse(`${day}T00:00:00Z`);
      if (Number.isNaN(midnight) || new Date(midnight).toISOString().slice(0, 10) !== day) return null;
      lastDay = day!;
      lastMidnight = midnight;
    }
    if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return null;
    const time =
      lastMidnight + ((Number(hour) * 60 + Number(minute)) * 60 + Number(second)) * 1000 + Number(part);
    return isUtc === '' ? { local: time } : { instant: time };
  }

  function parse(text: string): Said | string {
    return parseCommon(text) ?? parseAny(text);
  }

  function parseAny(text: string): Said | string {
    const iso = yearFirst.exec(text);
    if (iso) {
      const [, year, , month, day, ...rest] = iso;
      return toTime(text, [year!, month!, day!], rest);
    }
    const local = yearLast.exec(text);
    if (local) {
      const [, first, sign, second, year, ...rest] = local;
      // Between dots the day comes first in all locales.
      const order = sign === '.' ? 'dmy' : dateOrder;
      if (order === 'ymd')
        return `The time '${text}' may mean two dates. Please choose whether the day or the month comes first.`;
      return toTime(text, order === 'dmy' ? [year!, second!, first!] : [year!, first!, second!], rest);
    }
    const digits = basicDigits.exec(text);
    const plain = basic.exec(digits ? `${digits[1]}T${digits[2]!.padEnd(4, '0')}` : text);
    if (plain) {
      const [, year, month, day, ...rest] = plain;
      return toTime(text, [year!, month!, day!], rest);
    }
    if (epoch.test(text)) {
      const number = Number(text);
      return { instant: Math.floor(number < smallestMilliseconds ? Math.round(number * 1e6) / 1e3 : number) };
    }
    if (excelDay.test(text) && options.epochDay !== null)
      return { local: Math.round((Number(text) - options.epochDay) * 86_400_000) };
    const dayFirst = named.exec(text);
    if (dayFirst) {
      const [, day, month, year, ...rest] = dayFirst;
      return toTime(text, [year!, month!, day!], rest);
    }
    const american = monthFirst.exec(text);
    if (american) {
      const [, month, day, year, ...rest] = american;
      return toTime(text, [year!, month!, day!], rest);
    }
    return text === '' ? `The time is missing. ${howTo}` : `The time '${text}' cannot be read. ${howTo}`;
  }

  function toTime(
    text: string,
    [year, month, day]: readonly string[],
    [hour, minute, second, part, basicHour, basicMinute, basicSecond, basicPart, half, offset]: readonly (
      | string
      | undefined
    )[],
  ): Said | string {
    const hours = toHours(Number(hour ?? basicHour ?? 0), half);
    const minutes = Number(minute ?? basicMinute ?? 0);
    const seconds = Number(second ?? basicSecond ?? 0);
    const milliseconds = Number((part ?? basicPart ?? '').padEnd(3, '0').slice(0, 3));
    // 24:00:00 is the end of a day.
    const isEndOfDay = hours === 24 && half === undefined && minutes + seconds + milliseconds === 0;
    if (hours === null || (hours > 23 && !isEndOfDay) || minutes > 59 || seconds > 59)
      return `The time '${text}' has a time of day that no clock shows. ${howTo}`;
    const monthNumber = toMonth(month!);
    const midnight = Date.UTC(toYear(year!), monthNumber - 1, Number(day));
    const date = new Date(midnight);
    if (date.getUTCMonth() !== monthNumber - 1 || date.getUTCDate() !== Number(day))
      return `The time '${text}' is on no day of the calendar. Please check its day and month.`;
    const local = midnight + ((hours * 60 + minutes) * 60 + seconds) * 1000 + milliseconds;
    if (offset === undefined) return { local };
    const ahead = toOffset(offset);
    if (ahead === null) return `The time '${text}' has an offset from UTC that no time zone has. ${howTo}`;
    return { instant: local - ahead };
  }

  function toInstant(
    text: string,
    local: number,
    hours: RepeatedHours | undefined,
    tag: string | null,
  ): number | string {
    const meaning = zone.findMeaning(local);
    if (meaning.kind === 'skipped')
      return `The clocks of ${timeZone} skipped the time '${text}' when they were set forward. Please give it in UTC, or choose the right time zone.`;
    if (meaning.kind === 'twice') return hours ? hours.decide(tag, local, meaning) : meaning.first;
    hours?.pass(tag, local, meaning.instant);
    return meaning.instant;
  }

  return {
    read(text, hours, tag = null) {
      const said = parse(text);
      if (typeof said === 'string') return said;
      const time = 'instant' in said ? said.instant : toInstant(text, said.local, hours, tag);
      if (typeof time === 'number' && !(time >= earliestTime && time <= latestTime))
        return `The time '${text}' is not from 1970 to 2100.`;
      return time;
    },
    readWallClock(text) {
      const said = parse(text);
      return typeof said === 'object' && 'local' in said ? said.local : null;
    },
  };
}

const midnight = /^(.*?)(?:T|\s+)00:00(?::00(?:\.0+)?)?$/;
/** Day 0 of Excel's calendars, which precedes a time of day without a date. */
const timeOfDay = /^(?:1899-12-3[01]|1904-01-01)T(.*)$/;
const dayFraction = /^(?:0?\.\d+|[01])$/;
const holdsDate = /^\d{4}[-/.]|^\d{1,2}[-/.]\d{1,2}[-/.]|^\d{8}|\d[-/. ]+[a-z]{3}/i;
/** 93000 is 09:30:00. */
const shortClock = /^\d{5}$/;

/**
 * Joins date and time of day from separate columns; empty if one of them is. If the second column contains a date as
 * well, it is the time.
 */
export function joinDateTime(date: string, time: string): string {
  if (date === '' || time === '') return '';
  if (excelDay.test(date) && dayFraction.test(time)) return String(Number(date) + Number(time));
  const clock = timeOfDay.exec(time)?.[1] ?? time;
  if (holdsDate.test(clock)) return clock;
  return `${midnight.exec(date)?.[1] ?? date} ${shortClock.test(clock) ? `0${clock}` : clock}`;
}

/** The hour on a 24-hour clock, null if a 12-hour clock does not have it. */
function toHours(hour: number, half: string | undefined): number | null {
  if (half === undefined) return hour;
  if (hour < 1 || hour > 12) return null;
  return (hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
}

function toYear(text: string): number {
  const year = Number(text);
  // JavaScript maps the years 0 to 99 to 1900 to 1999.
  if (text.length > 2) return year < 100 ? Number.NaN : year;
  return year < firstShortYear ? 2000 + year : 1900 + year;
}

/** From 1; 0 for a word that is not a month. */
function toMonth(text: string): number {
  const number = Number(text);
  if (!Number.isNaN(number)) return number;
  const word = text.toLowerCase().replace('.', '');
  const short = months.indexOf(word === 'sept' ? 'sep' : word);
  return (short < 0 ? longMonths.indexOf(word) : short) + 1;
}

/** In milliseconds; null if it is larger than that of any time zone. */
function toOffset(text: string): number | null {
  const parts = /^([+-])(\d{2}):?(\d{2})?$/.exec(text);
  if (!parts) return 0;
  const [, sign, hours, minutes = '0'] = parts;
  const offset = Number(hours) * 60 + Number(minutes);
  if (offset > largestOffset || Number(minutes) > 59) return null;
  return (sign === '-' ? -1 : 1) * offset * 60_000;
}
