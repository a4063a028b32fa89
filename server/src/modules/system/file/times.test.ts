import { describe, expect, it } from 'vitest';
import { createTimeReader, type DateOrder } from './times.ts';

function read(text: string, timeZone = 'UTC', dateOrder: DateOrder = 'ymd', previous?: string): string {
  const reader = createTimeReader({ timeZone, dateOrder, excelDays: false });
  const time = reader(text, previous === undefined ? undefined : Date.parse(previous));
  return typeof time === 'number' ? new Date(time).toISOString() : time;
}

const howTo = 'Please give a time such as 2014-02-07 14:55:00, 2014-02-07T14:55:00Z or 07.02.2014 14:55.';

describe('a time', () => {
  it('is read in the ISO forms, with and without a zone', () => {
    expect(read('2014-02-07T14:55:00Z')).toBe('2014-02-07T14:55:00.000Z');
    expect(read('2014-02-07T14:55:00.123456+01:00')).toBe('2014-02-07T13:55:00.123Z');
    expect(read('2014-02-07 14:55-0330')).toBe('2014-02-07T18:25:00.000Z');
    expect(read('2014-02-07 14:55:00 UTC', 'Europe/Berlin')).toBe('2014-02-07T14:55:00.000Z');
    expect(read('2014-02-07')).toBe('2014-02-07T00:00:00.000Z');
    expect(read('2014/2/7 4:05:06,5', 'Asia/Kolkata')).toBe('2014-02-06T22:35:06.500Z');
    expect(read('2014-02-07 14:55:00', 'America/New_York')).toBe('2014-02-07T19:55:00.000Z');
  });

  it('is read in the local forms', () => {
    expect(read('07.02.2014 14:55', 'Europe/Berlin')).toBe('2014-02-07T13:55:00.000Z');
    expect(read('7.2.2014', 'Europe/Berlin')).toBe('2014-02-06T23:00:00.000Z');
    expect(read('02/07/2014 2:55 PM', 'UTC', 'mdy')).toBe('2014-02-07T14:55:00.000Z');
    expect(read('02/07/2014, 12:05:09 a.m.', 'UTC', 'mdy')).toBe('2014-02-07T00:05:09.000Z');
    expect(read('07/02/2014 12:05 PM', 'UTC', 'dmy')).toBe('2014-02-07T12:05:00.000Z');
    expect(read('07-02-2014 23:59:59.999', 'UTC', 'dmy')).toBe('2014-02-07T23:59:59.999Z');
  });

  it('is read as seconds or milliseconds since 1970', () => {
    expect(read('1391784900')).toBe('2014-02-07T14:55:00.000Z');
    expect(read('1391784900.25')).toBe('2014-02-07T14:55:00.250Z');
    expect(read('1391784900123')).toBe('2014-02-07T14:55:00.123Z');
  });

  it('is read as a day of Excel only where the file is a workbook', () => {
    const reader = createTimeReader({ timeZone: 'Europe/Berlin', dateOrder: 'ymd', excelDays: true });
    expect(reader('41677.62152777778', undefined)).toBe(Date.UTC(2014, 1, 7, 13, 55));
    expect(read('41677.62152777778')).toBe(`The time '41677.62152777778' cannot be read. ${howTo}`);
  });

  it('is refused in words that say what would be right', () => {
    expect(read('yesterday')).toBe(`The time 'yesterday' cannot be read. ${howTo}`);
    expect(read('')).toBe(`The time is missing. ${howTo}`);
    expect(read('02/07/2014 14:55')).toBe(
      "The time '02/07/2014 14:55' may mean two dates. Please choose whether the day or the month comes first.",
    );
    expect(read('31.02.2014')).toBe(
      "The time '31.02.2014' is on no day of the calendar. Please check its day and month.",
    );
    expect(read('2014-13-01')).toBe(
      "The time '2014-13-01' is on no day of the calendar. Please check its day and month.",
    );
    for (const time of ['24:00', '12:60', '12:00:60', '0:30 PM', '13:00 AM'])
      expect(read(`2014-02-07 ${time}`)).toBe(
        `The time '2014-02-07 ${time}' has a time of day that no clock shows. ${howTo}`,
      );
    expect(read('1969-12-31 23:59:59')).toBe("The time '1969-12-31 23:59:59' is not from 1970 to 2100.");
    expect(read('9999-01-01')).toBe("The time '9999-01-01' is not from 1970 to 2100.");
    expect(read('99999999999999')).toBe("The time '99999999999999' is not from 1970 to 2100.");
  });
});

describe('a local time where clocks change', () => {
  it('is refused where they were set forward past it', () => {
    expect(read('2014-03-30 01:59:59', 'Europe/Berlin')).toBe('2014-03-30T00:59:59.000Z');
    expect(read('2014-03-30 02:00:00', 'Europe/Berlin')).toBe(
      "The clocks of Europe/Berlin skipped the time '2014-03-30 02:00:00' when they were set forward. Please give it in UTC, or choose the right time zone.",
    );
    expect(read('2014-03-30 03:00:00', 'Europe/Berlin')).toBe('2014-03-30T01:00:00.000Z');
  });

  it('is the first of two where nothing tells which', () => {
    expect(read('2014-10-26 02:30', 'Europe/Berlin')).toBe('2014-10-26T00:30:00.000Z');
  });

  it('follows the row before, so that a night of 25 hours comes out even', () => {
    const reader = createTimeReader({ timeZone: 'Europe/Berlin', dateOrder: 'ymd', excelDays: false });
    const zone = new Intl.DateTimeFormat('sv-SE', {
      timeZone: 'Europe/Berlin',
      dateStyle: 'short',
      timeStyle: 'medium',
    });
    const instants = Array.from({ length: 12 * 12 }, (_, i) => Date.UTC(2014, 9, 25, 20) + i * 300_000);
    for (const ordered of [instants, instants.toReversed()]) {
      let previous: number | undefined;
      for (const instant of ordered) {
        previous = reader(zone.format(instant), previous) as number;
        expect(previous).toBe(instant);
      }
    }
  });

  it('is right in the other half of the world, and where offsets are no whole hours', () => {
    expect(read('2014-04-06 01:45', 'Australia/Lord_Howe')).toBe('2014-04-05T14:45:00.000Z');
    expect(read('2014-07-01 00:00', 'Asia/Kathmandu')).toBe('2014-06-30T18:15:00.000Z');
    expect(read('2014-10-05 02:15', 'Australia/Lord_Howe')).toContain('skipped');
  });
});
