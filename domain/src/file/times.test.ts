import { describe, expect, it } from 'vitest';
import { createTimeReader, type DateOrder, joinDateTime } from './times.ts';

function read(text: string, timeZone = 'UTC', dateOrder: DateOrder = 'ymd'): string {
  const time = createTimeReader({ timeZone, dateOrder, epochDay: null }).read(text);
  return typeof time === 'number' ? new Date(time).toISOString() : time;
}

const howTo = 'Please give a time such as 2014-02-07 14:55:00, 2014-02-07T14:55:00Z or 07.02.2014 14:55.';

describe('a time', () => {
  it('is read in ISO formats, with and without a zone', () => {
    expect(read('2014-02-07T14:55:00Z')).toBe('2014-02-07T14:55:00.000Z');
    expect(read('2014-02-07T14:55:00.123456+01:00')).toBe('2014-02-07T13:55:00.123Z');
    expect(read('2014-02-07 14:55-0330')).toBe('2014-02-07T18:25:00.000Z');
    expect(read('2014-02-07 14:55:00 UTC', 'Europe/Berlin')).toBe('2014-02-07T14:55:00.000Z');
    expect(read('2014-02-07')).toBe('2014-02-07T00:00:00.000Z');
    expect(read('2014/2/7 4:05:06,5', 'Asia/Kolkata')).toBe('2014-02-06T22:35:06.500Z');
    expect(read('2014-02-07 14:55:00', 'America/New_York')).toBe('2014-02-07T19:55:00.000Z');
  });

  it('is read in local formats', () => {
    expect(read('07.02.2014 14:55', 'Europe/Berlin')).toBe('2014-02-07T13:55:00.000Z');
    expect(read('7.2.2014', 'Europe/Berlin')).toBe('2014-02-06T23:00:00.000Z');
    expect(read('02/07/2014 2:55 PM', 'UTC', 'mdy')).toBe('2014-02-07T14:55:00.000Z');
    expect(read('02/07/2014, 12:05:09 a.m.', 'UTC', 'mdy')).toBe('2014-02-07T00:05:09.000Z');
    expect(read('07/02/2014 12:05 PM', 'UTC', 'dmy')).toBe('2014-02-07T12:05:00.000Z');
    expect(read('07-02-2014 23:59:59.999', 'UTC', 'dmy')).toBe('2014-02-07T23:59:59.999Z');
  });

  it('is read in the formats of historians', () => {
    const afternoon = '2024-02-01T14:00:00.000Z';
    for (const text of [
      '01-Feb-2024 14:00:00',
      '1-FEB-24 14:00',
      '01 Feb 2024 14:00:00.000',
      '1 February 2024, 2:00 PM',
      '1. Feb. 2024 14:00',
      'Feb 1, 2024 2:00:00 PM',
      'Feb 1 2024 2:00PM',
      '2024-Feb-01 14:00',
      '20240201T140000Z',
      '20240201T1400',
      '20240201 140000',
      '20240201140000',
      '20240201T140000.000+0000',
      '2024-02-01 140000',
    ])
      expect(read(text), text).toBe(afternoon);
    expect(read('20240201')).toBe('2024-02-01T00:00:00.000Z');
    expect(read('07.02.24 15:05')).toBe('2024-02-07T15:05:00.000Z');
    expect(read('2/1/24 10:00', 'UTC', 'mdy')).toBe('2024-02-01T10:00:00.000Z');
    expect(read('2/1/24 10:00', 'UTC', 'dmy')).toBe('2024-01-02T10:00:00.000Z');
    expect(read('31-Dec-69 00:00')).toBe('2069-12-31T00:00:00.000Z');
    expect(read('31-Dec-70 00:00')).toBe('1970-12-31T00:00:00.000Z');
    expect(read('01-Feb-2024 14:00:00', 'Asia/Kolkata')).toBe('2024-02-01T08:30:00.000Z');
    expect(read('2024-02-28 24:00:00')).toBe('2024-02-29T00:00:00.000Z');
    expect(read('31.12.2023 24:00', 'Europe/Oslo')).toBe('2023-12-31T23:00:00.000Z');
  });

  it.each([
    ['2024-02-01', '14:00:00', '2024-02-01T14:00:00.000Z'],
    ['01.02.2024', '14:00', '2024-02-01T14:00:00.000Z'],
    ['01-Feb-24', '2:00 PM', '2024-02-01T14:00:00.000Z'],
    ['20240201', '140000', '2024-02-01T14:00:00.000Z'],
    ['20240201', '93000', '2024-02-01T09:30:00.000Z'],
    ['2024-02-01T00:00:00.000', '1899-12-30T14:00:00.000', '2024-02-01T14:00:00.000Z'],
    ['2024-02-01 00:00:00', '24:00:00', '2024-02-02T00:00:00.000Z'],
    ['2024-02-01', '2024-02-01 14:00', '2024-02-01T14:00:00.000Z'],
    ['45323', '0.583333333333333', '2024-02-01T14:00:00.000Z'],
    ['2024-02-01', '', `The time is missing. ${howTo}`],
    ['', '14:00', `The time is missing. ${howTo}`],
    ['2024-02-01', 'noon', `The time '2024-02-01 noon' cannot be read. ${howTo}`],
  ])('is combined from a date and a time of day: %s %s', (date, time, expected) => {
    const reader = createTimeReader({ timeZone: 'UTC', dateOrder: 'ymd', epochDay: 25_569 });
    const read = reader.read(joinDateTime(date, time));
    expect(typeof read === 'number' ? new Date(read).toISOString() : read).toBe(expected);
  });

  it.each([
    ['2024.02.01 14:00', '2024-02-01T14:00:00.000Z'],
    ['2024-02-01T2:00 pm', '2024-02-01T14:00:00.000Z'],
    ['2024-Sept-01', '2024-09-01T00:00:00.000Z'],
    ['1.2.24 2:00 P.M.', '2024-02-01T14:00:00.000Z'],
    ['01.Feb.2024 14:00', '2024-02-01T14:00:00.000Z'],
    ['01/Feb/2024 14:00:00,5', '2024-02-01T14:00:00.500Z'],
    ['2024-02-01 14:00:00.123456789', '2024-02-01T14:00:00.123Z'],
    ['2024-02-01 14:00 GMT', '2024-02-01T14:00:00.000Z'],
    ['2024-02-01T14:00:00z', '2024-02-01T14:00:00.000Z'],
    ['2024-02-01T14:00-02', '2024-02-01T16:00:00.000Z'],
    ['2024-02-01T14:00+14:00', '2024-02-01T00:00:00.000Z'],
    ['20240201T140000,25-0330', '2024-02-01T17:30:00.250Z'],
    ['2024-02-01T14:00+14:01', 'has an offset from UTC that no time zone has'],
    ['2024-02-01T14:00-15:00', 'has an offset from UTC that no time zone has'],
    ['2024-02-01T14:00+01:60', 'has an offset from UTC that no time zone has'],
    ['1.2.2024 14:00-16:10', 'has an offset from UTC that no time zone has'],
    ['24-02-01', 'may mean two dates'],
    ['2024-02-01 14', 'cannot be read'],
    ['2024-02-01 14:00 CET', 'cannot be read'],
    ['2024-02-01 14:00 UTC+1', 'cannot be read'],
    ['2024-02', 'cannot be read'],
    ['2024-W05-4', 'cannot be read'],
    ['2024-032', 'cannot be read'],
    ['1 févr. 2024', 'cannot be read'],
    ['Thu Feb 1 14:00:00 2024', 'cannot be read'],
    ['14:00:00', 'cannot be read'],
    ['20240201140059.123', 'cannot be read'],
  ])('is read, or rejected with a reason: %s', (text, expected) => {
    expect(read(text)).toContain(expected);
  });

  it('is read as seconds or milliseconds since 1970', () => {
    expect(read('1391784900')).toBe('2014-02-07T14:55:00.000Z');
    expect(read('1391784900.25')).toBe('2014-02-07T14:55:00.250Z');
    expect(read('1391784900123')).toBe('2014-02-07T14:55:00.123Z');
  });

  it.each([
    ['202402011400', '2024-02-01T14:00:00.000Z'],
    ['199001010000', '1990-01-01T00:00:00.000Z'],
    ['210012312359', '2100-12-31T23:59:00.000Z'],
    ['202402282400', '2024-02-29T00:00:00.000Z'],
    ['202402301400', 'is on no day of the calendar'],
    ['202413011400', 'is on no day of the calendar'],
    ['202402011460', 'has a time of day that no clock shows'],
    ['20240201140059', '2024-02-01T14:00:59.000Z'],
    ['2024020114', '2024-02-01T14:00:00.000Z'],
    ['1990010100', '1990-01-01T00:00:00.000Z'],
    ['2100123123', '2100-12-31T23:00:00.000Z'],
    ['2024022824', '2024-02-29T00:00:00.000Z'],
    ['2024023014', 'is on no day of the calendar'],
    ['2024130114', 'is on no day of the calendar'],
    ['2024020125', 'has a time of day that no clock shows'],
    // Other digits are milliseconds or seconds since 1970.
    ['198912312359', '1976-04-21T05:25:12.359Z'],
    ['210101010000', '1976-08-28T17:23:30.000Z'],
    ['100000000000', '1973-03-03T09:46:40.000Z'],
    ['999999999999', '2001-09-09T01:46:39.999Z'],
    ['1706796000000', '2024-02-01T14:00:00.000Z'],
    ['1706796000', '2024-02-01T14:00:00.000Z'],
    ['1989123123', '2033-01-12T06:12:03.000Z'],
    ['2101010100', '2036-07-30T05:55:00.000Z'],
    ['2024020114.5', '2034-02-20T03:48:34.500Z'],
  ])('is read from digits only: %s', (text, expected) => {
    expect(read(text)).toContain(expected);
  });

  it('is local if it consists of the digits of a date and time', () => {
    expect(read('202402011400', 'Europe/Oslo')).toBe('2024-02-01T13:00:00.000Z');
    expect(read('202310290230', 'Europe/Oslo')).toBe('2023-10-29T00:30:00.000Z');
    expect(read('202303260230', 'Europe/Oslo')).toContain('skipped');
    expect(read('2024020114', 'Europe/Oslo')).toBe('2024-02-01T13:00:00.000Z');
    expect(read('2023032602', 'Europe/Oslo')).toContain('skipped');
  });

  it('is read as an Excel day number only in a workbook', () => {
    const reader = createTimeReader({ timeZone: 'Europe/Berlin', dateOrder: 'ymd', epochDay: 25_569 });
    expect(reader.read('41677.62152777778')).toBe(Date.UTC(2014, 1, 7, 13, 55));
    expect(read('41677.62152777778')).toBe(`The time '41677.62152777778' cannot be read. ${howTo}`);
  });

  it('is read by the 1904 date system in a workbook that uses it', () => {
    const reader = createTimeReader({ timeZone: 'Europe/Berlin', dateOrder: 'ymd', epochDay: 24_107 });
    expect(reader.read('40215.62152777778')).toBe(Date.UTC(2014, 1, 7, 13, 55));
  });

  it('is rejected with a message that names valid forms', () => {
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
    for (const time of ['24:01', '24:00:01', '25:00', '12:60', '12:00:60', '0:30 PM', '13:00 AM'])
      expect(read(`2014-02-07 ${time}`)).toBe(
        `The time '2014-02-07 ${time}' has a time of day that no clock shows. ${howTo}`,
      );
    expect(read('1969-12-31 23:59:59')).toBe("The time '1969-12-31 23:59:59' is not from 1970 to 2100.");
    expect(read('9999-01-01')).toBe("The time '9999-01-01' is not from 1970 to 2100.");
    expect(read('9999999999999')).toBe("The time '9999999999999' is not from 1970 to 2100.");
    expect(read('0075-01-01')).toContain('is on no day of the calendar');
    expect(read('2/1/24 10:00')).toContain('may mean two dates');
    expect(read('01-Fev-2024')).toContain('is on no day of the calendar');
  });
});

describe('a local time at a clock change', () => {
  it('is rejected if it was skipped', () => {
    expect(read('2014-03-30 01:59:59', 'Europe/Berlin')).toBe('2014-03-30T00:59:59.000Z');
    expect(read('2014-03-30 02:00:00', 'Europe/Berlin')).toBe(
      "The clocks of Europe/Berlin skipped the time '2014-03-30 02:00:00' when they were set forward. Please give it in UTC, or choose the right time zone.",
    );
    expect(read('2014-03-30 03:00:00', 'Europe/Berlin')).toBe('2014-03-30T01:00:00.000Z');
  });

  it('is the first of two if nothing distinguishes them', () => {
    expect(read('2014-10-26 02:30', 'Europe/Berlin')).toBe('2014-10-26T00:30:00.000Z');
  });

  it('is correct on the southern hemisphere, and for offsets that are not whole hours', () => {
    expect(read('2014-04-06 01:45', 'Australia/Lord_Howe')).toBe('2014-04-05T14:45:00.000Z');
    expect(read('2014-07-01 00:00', 'Asia/Kathmandu')).toBe('2014-06-30T18:15:00.000Z');
    expect(read('2014-10-05 02:15', 'Australia/Lord_Howe')).toContain('skipped');
  });
});
