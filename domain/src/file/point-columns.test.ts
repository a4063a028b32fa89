import type { ColumnsOption } from '@twinward/contracts/signals/import';
import { describe, expect, it } from 'vitest';
import { recognizeColumns } from './point-columns.ts';

const columns = (heading: string, chosen: ColumnsOption = {}, singleTag = false) =>
  recognizeColumns(heading.split('|'), singleTag, chosen);
const at = (time: number, date: number | null = null) => ({ time, date });

describe('the columns of a file of points', () => {
  it('are found by their headings', () => {
    expect(columns('Tag|Time|Value')).toEqual({ form: 'long', time: at(1), tag: 0, value: 2, quality: null });
    expect(columns('Time-stamp|TAG NAME|val|Quality Code')).toEqual({
      form: 'long',
      time: at(0),
      tag: 1,
      value: 2,
      quality: { column: 3, codes: 'opc-da' },
    });
    expect(columns('tag|time|value|StatusCode')).toMatchObject({ quality: { column: 3, codes: 'opc-ua' } });
    expect(columns('time|value', {}, true)).toEqual({ form: 'single', time: at(0), value: 1, quality: null });
    expect(columns('date|T1|T2')).toMatchObject({
      form: 'wide',
      time: at(0),
      tags: [
        { column: 1, name: 'T1' },
        { column: 2, name: 'T2' },
      ],
    });
  });

  it('combine a date and a time of day, in any order', () => {
    expect(columns('Tag|Date|Time|Value')).toMatchObject({ time: at(2, 1), value: 3 });
    expect(columns('Time|Date|T1')).toMatchObject({ form: 'wide', time: at(0, 1), tags: [{ name: 'T1' }] });
    expect(columns('Timestamp|Tag|Value|Date')).toMatchObject({ time: at(0) });
  });

  it('are those chosen by the user', () => {
    const heading = 'Point|Day|Clock|Messwert\n(bar)|Güte|Status';
    const chosen = { tag: 'Point', date: 'Day', time: 'Clock', value: 'Messwert (bar)', quality: 'Güte' };
    expect(columns(heading, chosen)).toEqual({
      form: 'long',
      time: at(2, 1),
      tag: 0,
      value: 3,
      quality: { column: 4, codes: 'opc-da' },
    });
    expect(columns('When|T1|T2', { time: 'When' })).toMatchObject({ form: 'wide', time: at(0) });
    expect(columns('Date|Time|X', { time: 'Time', value: 'X' }, true)).toMatchObject({
      form: 'single',
      time: at(1),
    });
    expect(columns('tag|time|value|raw', { value: 'raw' })).toMatchObject({ value: 3 });
  });

  it.each<[string, ColumnsOption, string]>([
    [
      'a|b',
      { time: 'c' },
      "There is no column 'c', which was chosen for the time. The columns found are 'a', 'b'.",
    ],
    ['a|a', { time: 'a' }, "There are two columns named 'a'. The columns found are 'a', 'a'."],
    ['a|b', { time: 'a', tag: 'a' }, "The column 'a' is chosen for the tag and for the time."],
    [
      'a|time',
      { value: 'a' },
      "The rows name no tag: please choose the column of the tag, or one tag for the whole file. The columns found are 'a', 'time'.",
    ],
    [
      'a|time|b',
      { tag: 'a' },
      "There is no column for the value: please name one 'value' in the first row, or choose it. The columns found are 'a', 'time', 'b'.",
    ],
  ])('are rejected with a message that names valid headings: %s %j', (heading, chosen, message) => {
    expect(columns(heading, chosen)).toBe(message);
  });
});
